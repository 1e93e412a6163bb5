import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moved } from '../src/lib/unfolding.ts';
import { card, game, Line, line, move, place, situation, table } from './playing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a move changes what it names and nothing else', () => {
  const before = game({ cards: [card('TREE', { known: ['red'] }), card('BANK')], log: [line('old')] });
  const after = moved(
    before,
    move({ cards: [{ card: 0, cover: 'red', covered_by: 'blue', marks: ['a'] }], line: line('forest'), lines: 2 }),
  );
  expect(after.cards[0]).toEqual(card('TREE', { known: ['red'], cover: 'red', covered_by: 'blue', marks: ['a'] }));
  expect(after.cards[1]).toBe(before.cards[1]);
  expect(after.log.map(({ word }) => word)).toEqual(['old', 'forest']);
  expect(before.cards[0]!.cover).toBeNull();
});

test('a line that grows is replaced, not written twice', () => {
  const before = game({ log: [line('old'), line('forest')] });
  const after = moved(before, move({ line: line('forest', [{ card: 0, identity: 'red', side: 'red' }]), lines: 2 }));
  expect(after.log.map(({ touched }) => touched.length)).toEqual([0, 1]);
});

test('what is offered is all that any seat of ours may do, each thing once', () => {
  const state = table(
    {},
    { 'a.giver': { clue: [1, 2] }, 'a.guesser': { guess: [1, 2] }, 'b.guesser': { guess: [2, 3], stop: true } },
  );
  expect(state.legal).toEqual({
    clue: [1, 2],
    guess: [1, 2, 3],
    stop: true,
    challenge: false,
    waive: false,
    cover: [],
  });
  expect(state.guesses).toBe(true);
});

test('it is our turn when the game waits for a seat that our place holds', () => {
  const state = table();
  expect([state.mySeats, state.myTurn]).toEqual([['red.giver'], true]);
  Line.last.says(move({ situation: situation({ to_move: ['red.guesser'] }) }));
  expect(state.myTurn).toBe(false);
});

test('whoever holds a seat is found by their place', () => {
  const state = table({ places: [place('both', 'red.giver', 'blue.giver'), place('red.guesser', 'red.guesser')] });
  expect(state.placeOf('blue.giver')?.id).toBe('both');
  expect(state.peopleAt('red.guesser').map(({ name }) => name)).toEqual(['Otto']);
  expect(state.person('nobody')).toBeUndefined();
});

test('a state replaces only the parts it brings', () => {
  const state = table();
  const { people } = state;
  Line.last.says({ type: 'state', seq: 2, places: [] });
  expect(state.people).toBe(people);
  expect(state.places).toEqual([]);
});

test('the last move is still to be seen when its game is told anew, and not in another game', () => {
  const state = table();
  Line.last.says(move());
  Line.last.says({ type: 'state', seq: 2, game: game({ situation: situation({ ply: 1 }) }) });
  expect(state.last).not.toBeNull();
  Line.last.says({ type: 'state', seq: 3, game: game({ number: 2 }) });
  expect(state.last).toBeNull();
});

test('one move at a time: a second is not sent before the first is seen on the table', async () => {
  const state = table();
  const first = state.move({ do: 'guess', card: 1 });
  expect(state.busy).toBe(true);
  await state.move({ do: 'guess', card: 2 });
  expect(Line.last.sent).toMatchObject([{ do: 'guess', card: 1, ply: 0 }]);
  Line.last.says(move());
  expect(state.busy).toBe(false);
  Line.last.says({ type: 'done', id: 1, seq: 1 });
  await first;
});

const asking = { person: 'ann', place: 'blue.guesser', waits_for: ['bot'], looks_like: [] };
const asker = {
  person: 'ann',
  joined: true,
  host: true,
  place: null,
  open_places: [],
  askable_places: ['blue.guesser'],
};

test('whoever asked for a place is told when the others say no, and not when they gave it up themselves', () => {
  const state = table({ you: asker, requests: [asking] });
  expect(state.asked).toEqual(asking);
  Line.last.says({ type: 'state', seq: 2, requests: [] });
  expect(state.turnedDown).toBe(true);
  Line.last.says({ type: 'state', seq: 3, requests: [asking] });
  expect(state.turnedDown).toBe(false);
  void state.withdraw();
  expect(Line.last.sent).toMatchObject([{ do: 'withdraw_request' }]);
  Line.last.says({ type: 'state', seq: 4, requests: [] });
  expect(state.turnedDown).toBe(false);
});

test('whoever gets the place is not turned down', () => {
  const state = table({ you: asker, requests: [asking] });
  const you = { ...asker, place: 'blue.guesser', askable_places: [] };
  Line.last.says({ type: 'state', seq: 2, you, requests: [] });
  expect(state.turnedDown).toBe(false);
});

test('a device whose clock is wrong counts by the server’s', () => {
  for (const wrong of [-3_600_000, 0, 86_400_000]) {
    vi.setSystemTime(1_000_000_000 + wrong);
    const state = table();
    const clock = { deadline: 1_000_060_000, ends_itself: false, paused: false, left: {}, now: 1_000_000_000 };
    Line.last.says({ type: 'state', seq: 2, clock });
    expect(clock.deadline - (Date.now() + state.ahead)).toBe(60_000);
    vi.advanceTimersByTime(20_000);
    Line.last.says(move({ clock: { ...clock, now: 1_000_020_000 } }));
    expect(clock.deadline - (Date.now() + state.ahead)).toBe(40_000);
  }
});

test('a gesture is shown for a while', () => {
  const state = table();
  Line.last.says({ type: 'emoted', seq: 2, person: 'ann', emote: 'bravo' });
  expect(state.emotes).toMatchObject([{ person: 'ann', emote: 'bravo' }]);
  vi.runAllTimers();
  expect(state.emotes).toEqual([]);
});

test('the key is in sight where any card is known', () => {
  expect(table().seesKey).toBe(false);
  expect(table({ game: game({ cards: [card('TREE'), card('BANK', { known: [null, 'green'] })] }) }).seesKey).toBe(true);
});

test('who listens hears every message until they leave', () => {
  const state = table();
  const heard: string[] = [];
  const leave = state.listen(({ type }) => heard.push(type));
  Line.last.says({ type: 'said', seq: 2, said: { at: 0, person: 'ann', group: 'all', text: 'hello' } });
  leave();
  Line.last.says(move());
  expect(heard).toEqual(['said']);
  expect(state.talk.map(({ text }) => text)).toEqual(['hello']);
});
