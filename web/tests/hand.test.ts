import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Hand } from '../src/lib/hand.svelte.ts';
import { Hold } from '../src/lib/hold.svelte.ts';
import { card, game, Line, move, table } from './playing.ts';

const guessing = { 'red.guesser': { guess: [0, 1] } };
const sent = () => Line.last.sent;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('one tap picks a card, a second one touches it', () => {
  const hand = new Hand(table({}, guessing));
  hand.pick(0);
  expect([hand.picked, sent()]).toEqual([0, []]);
  vi.advanceTimersByTime(500);
  hand.pick(0);
  expect(sent()).toMatchObject([{ do: 'guess', card: 0, ply: 0 }]);
});

test('a second tap that comes too soon is a slip of the finger', () => {
  const hand = new Hand(table({}, guessing));
  hand.pick(0);
  vi.advanceTimersByTime(100);
  hand.pick(0);
  expect([hand.picked, sent()]).toEqual([0, []]);
});

test('another card is picked instead, not touched', () => {
  const hand = new Hand(table({}, guessing));
  hand.pick(0);
  vi.advanceTimersByTime(500);
  hand.pick(1);
  expect([hand.picked, sent()]).toEqual([1, []]);
});

test('what the table does not offer is not picked', () => {
  const hand = new Hand(table({}, guessing));
  hand.pick(3);
  expect([hand.picked, hand.purpose(3)]).toEqual([null, null]);
});

test('a picked card is let go of when the table no longer allows it', () => {
  const hand = new Hand(table({}, guessing));
  hand.pick(0);
  Line.last.says(move());
  expect(hand.picked).toBeNull();
});

test('a spymaster’s taps say what is meant, and tell nobody', () => {
  const cards = [card('TREE', { known: ['red'] }), card('BANK', { known: ['red'] }), card('MOON')];
  const hand = new Hand(table({ game: game({ cards, legal: { 'red.giver': { clue: [1, 2] } } }) }));
  for (const index of [0, 1, 2, 0]) hand.pick(index);
  expect([hand.meant, sent()]).toEqual([[1], []]);
  Line.last.says(move({ cards: [{ card: 1, cover: 'red', covered_by: 'red', marks: [] }] }));
  expect(hand.meant).toEqual([]);
});

test('a pencil mark is set and taken away', () => {
  const hand = new Hand(table({ may: ['pencil'], pencil: [{ card: 1, person: 'ann' }] }));
  hand.pick(0);
  hand.pick(1);
  expect(sent()).toMatchObject([
    { do: 'pencil', card: 0, on: true },
    { do: 'pencil', card: 1, on: false },
  ]);
});

test('a covered card serves no purpose', () => {
  const cards = [card('TREE', { cover: 'red' })];
  expect(new Hand(table({ may: ['pencil'], game: game({ cards }) })).purpose(0)).toBeNull();
});

const finger = (pressed: Partial<PointerEvent> = {}) => ({ button: 0, isPrimary: true, ...pressed }) as PointerEvent;

test('a press that is held acts, and the click that ends it does not', () => {
  const act = vi.fn();
  const hold = new Hold(act);
  hold.begin(finger());
  expect(hold.pressing).toBe(true);
  vi.runAllTimers();
  hold.end();
  expect(act).toHaveBeenCalledOnce();
  expect([hold.spent, hold.spent]).toEqual([true, false]);
});

test.each([
  ['lets go early', finger(), true],
  ['comes with another button', finger({ button: 2 }), false],
  ['is a second finger', finger({ isPrimary: false }), false],
])('a press that %s does nothing', (_, press, presses) => {
  const act = vi.fn();
  const hold = new Hold(act);
  hold.begin(press);
  expect(hold.pressing).toBe(presses);
  hold.end();
  vi.runAllTimers();
  expect(act).not.toHaveBeenCalled();
  expect(hold.spent).toBe(false);
});
