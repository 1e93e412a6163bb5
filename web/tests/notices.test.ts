import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api, Rejected } from '../src/lib/api.ts';
import { language } from '../src/lib/i18n.svelte.ts';
import { later } from '../src/lib/later.ts';
import { explained, notices } from '../src/lib/notices.svelte.ts';

const texts = () => notices.shown.map(({ text }) => text);

beforeAll(() => language.use('en'));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('notices go by themselves', () => {
  notices.tell('hello');
  expect(texts()).toEqual(['hello']);
  vi.runAllTimers();
  expect(texts()).toEqual([]);
});

test('no more than three at a time, and none twice', () => {
  for (const text of ['a', 'b', 'c', 'd', 'b']) notices.tell(text);
  expect(texts()).toEqual(['c', 'd', 'b']);
});

test('what was told about a screen goes with it, but not what was told on the way to the next', () => {
  notices.tell('before');
  vi.advanceTimersByTime(1000);
  notices.tell('on the way');
  notices.clear();
  expect(texts()).toEqual(['on the way']);
});

test('a screen with a place for notices houses them for as long as it is there', () => {
  const leave = notices.house();
  expect(notices.housed).toBe(1);
  leave();
  expect(notices.housed).toBe(0);
});

test('the same words are read out again when they are said again', () => {
  notices.announce('Red touches TREE');
  const first = notices.spoken;
  notices.announce('Red touches TREE');
  expect(notices.spoken).not.toBe(first);
  expect(notices.spoken.trim()).toBe(first);
});

test('a refusal is explained in words', () => {
  expect(explained(new Rejected('card_covered'))).toBe('This card is covered already.');
});

test('a code that is new to us still says that nothing has changed', () => {
  expect(explained(new Rejected('from_the_future'))).toBe('That didn’t work (from_the_future). Nothing has changed.');
});

test('what the server refuses is told; what is our own mistake is not hidden', async () => {
  expect(await notices.refusals(Promise.resolve())).toBe(true);
  expect(await notices.refusals(Promise.reject(new Rejected('card_covered')))).toBe(false);
  expect(notices.shown).toMatchObject([{ tone: 'bad', text: 'This card is covered already.' }]);
  await expect(notices.refusals(Promise.reject(new TypeError('ours')))).rejects.toThrow('ours');
});

const answer = (status: number, body: string) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(body, { status }))),
  );

test('an answer is the server’s document', async () => {
  answer(200, '{"in_work": [], "trouble": null}');
  expect(await api.workshop()).toEqual({ in_work: [], trouble: null });
});

test.each([
  ['a refusal', () => answer(409, '{"code": "name_taken", "details": {"name": "Ann"}}'), 'name_taken'],
  ['a page that a proxy made', () => answer(502, '<h1>Bad gateway</h1>'), 'unreachable'],
  ['no answer', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network'))), 'unreachable'],
])('%s is a code', async (_, happens, code) => {
  happens();
  await expect(api.rename('Ann')).rejects.toMatchObject({ code });
});

test('another self of this browser shows its token, and only then', async () => {
  answer(200, '{"id": "abc", "path": "/t/abc"}');
  await api.open({}, 'secret');
  await api.open({});
  const headers = vi.mocked(fetch).mock.calls.map(([, request]) => request?.headers as Record<string, string>);
  expect(headers.map(({ Authorization }) => Authorization)).toEqual(['Bearer secret', undefined]);
});

test('what is to happen later waits until somebody looks', () => {
  const act = vi.fn();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  later(100, act);
  vi.runAllTimers();
  expect(act).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(act).toHaveBeenCalledOnce();
});
