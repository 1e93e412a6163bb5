import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from '../src/lib/connection.svelte.ts';
import { VERSION, type Message } from '../src/lib/protocol.ts';
import { Line, wire } from './playing.ts';

const state: Message = { type: 'state', seq: 1 };
let open: Connection[] = [];

function connect(token?: string): { line: Connection; heard: Message[] } {
  const heard: Message[] = [];
  const line = new Connection('abc', (message) => heard.push(message), token);
  open.push(line);
  return { line, heard };
}

beforeEach(() => {
  wire();
  vi.useFakeTimers();
});

afterEach(() => {
  for (const line of open) line.close();
  open = [];
  vi.useRealTimers();
});

test('it asks for its table, with the token if there is one', () => {
  connect('secret');
  expect(Line.last.address.pathname).toBe('/api/tables/abc/socket');
  expect(Line.last.address.protocol).toMatch(/^wss?:$/);
  expect(Line.last.protocols).toEqual(['deckname', 'bearer.secret']);
});

test('it is open once it knows how the table stands', () => {
  const { line } = connect();
  Line.last.says({ type: 'welcome', protocol: VERSION, server: 'x' });
  expect(line.status).toBe('connecting');
  Line.last.says(state);
  expect(line.status).toBe('open');
});

test('every command gets its own answer', async () => {
  const { line } = connect();
  Line.last.says(state);
  const [first, second] = [line.send({ do: 'start' }), line.send({ do: 'leave' })];
  Line.last.says({ type: 'refused', id: 2, code: 'not_now', details: { left: 3 } });
  Line.last.says({ type: 'done', id: 1, seq: 2 });
  await expect(second).rejects.toMatchObject({ code: 'not_now', details: { left: 3 } });
  await expect(first).resolves.toMatchObject({ type: 'done', id: 1 });
});

test('a move that was under way when the line broke is sent again; anything else is reported lost', async () => {
  const { line } = connect();
  Line.last.says(state);
  const move = line.send({ do: 'guess', card: 3, ply: 7 });
  const wish = line.send({ do: 'say', text: 'hello' });
  Line.last.breaks();
  await expect(wish).rejects.toMatchObject({ code: 'lost' });
  expect(line.status).toBe('waiting');
  vi.runOnlyPendingTimers();
  Line.last.says(state);
  expect(Line.last.sent).toEqual([{ do: 'guess', card: 3, ply: 7, id: 1 }]);
  Line.last.says({ type: 'done', id: 1, seq: 2 });
  await expect(move).resolves.toMatchObject({ id: 1 });
});

test('a move that was answered is not sent again', async () => {
  const { line } = connect();
  Line.last.says(state);
  const move = line.send({ do: 'stop', ply: 7 });
  Line.last.says({ type: 'done', id: 1, seq: 2 });
  await move;
  Line.last.breaks();
  vi.runOnlyPendingTimers();
  Line.last.says(state);
  expect(Line.last.sent).toEqual([]);
});

test('while it is away moves wait, and other wishes are told so', async () => {
  const { line } = connect();
  const move = line.send({ do: 'stop', ply: 7 });
  await expect(line.send({ do: 'start' })).rejects.toMatchObject({ code: 'offline' });
  Line.last.says(state);
  expect(Line.last.sent).toEqual([{ do: 'stop', ply: 7, id: 1 }]);
  Line.last.says({ type: 'done', id: 1, seq: 2 });
  await move;
});

test('it comes back again and again, more patiently each time', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { line } = connect();
  const waits = Array.from({ length: 12 }, () => {
    Line.last.breaks();
    const wait = line.retryAt - Date.now();
    vi.runOnlyPendingTimers();
    return wait;
  });
  expect(waits).toEqual([...waits].sort((one, other) => one - other));
  expect(waits.at(-1)).toBe(10_000);
  expect(Line.all.length).toBe(13);
});

test('when the network returns it does not wait any longer', () => {
  connect();
  Line.last.breaks();
  dispatchEvent(new Event('online'));
  expect(Line.all.length).toBe(2);
});

test.each([4400, 4404])('closed with %i there is no coming back, and the server’s last word says why', async (code) => {
  const { line } = connect();
  Line.last.says(state);
  const move = line.send({ do: 'stop', ply: 7 });
  Line.last.says({ type: 'refused', id: null, code: 'no_such_table', details: {} });
  Line.last.breaks(code);
  await expect(move).rejects.toMatchObject({ code: 'lost' });
  vi.runAllTimers();
  expect([line.status, line.farewell, Line.all.length]).toEqual(['closed', 'no_such_table', 1]);
});

test('a farewell for good ends it, one for a moment doesn’t', () => {
  const { line } = connect();
  Line.last.says({ type: 'bye', reason: 'restarting', retry: true });
  expect(line.status).not.toBe('closed');
  Line.last.says({ type: 'bye', reason: 'removed', retry: false });
  expect([line.status, line.farewell]).toEqual(['closed', 'removed']);
});

test('a server of another protocol is left, not misunderstood', () => {
  const { line } = connect();
  Line.last.says({ type: 'welcome', protocol: VERSION + 1, server: 'x' });
  expect(line.farewell).toBe('new_version');
});

test('what an old socket still says is not heard', () => {
  const { line, heard } = connect();
  const old = Line.last;
  old.breaks();
  vi.runOnlyPendingTimers();
  old.says(state);
  old.breaks();
  expect(heard).toEqual([]);
  expect(line.status).toBe('connecting');
});
