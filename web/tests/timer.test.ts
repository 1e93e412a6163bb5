// With a clock that stands still, and is set by hand.
import { expect, test } from 'vitest';
import {
  face,
  giveMinute,
  goOn,
  isPaused,
  KINDS,
  newTimer,
  pause,
  press,
  rest,
  resume,
  SPANS,
  toldBetween,
  type Timer,
} from '../src/gadget/timer.ts';

const NOON = 1_800_000_000_000;
const seconds = (timer: Timer, after: number) => rest(timer, NOON + after * 1000) / 1000;
const begun = (kind: Timer['kind'], span: number) => resume(newTimer(kind, span), NOON);

test('from a quarter of a minute to ten', () => {
  expect([SPANS[0], SPANS.at(-1)]).toEqual([15, 600]);
  expect([...SPANS].sort((a, b) => a - b)).toEqual([...SPANS]);
});

test('nothing runs before somebody presses', () => {
  const timer = newTimer('turn', 60);
  expect(isPaused(timer)).toBe(true);
  expect(rest(timer, NOON)).toBe(rest(timer, NOON + 1e9));
  expect(seconds(press(timer, NOON), 10)).toBe(50);
});

test.each(KINDS.filter((kind) => kind === 'turn' || kind === 'budget' || kind === 'clue'))(
  'a phone that slept is right when it wakes (%s)',
  (kind) => {
    const timer = begun(kind, 120);
    expect(seconds(timer, 45)).toBe(75);
    expect(seconds(timer, 119.5)).toBe(0.5);
    expect(seconds(timer, 8 * 3600)).toBe(0);
  },
);

test('while a clue is awaited no guess is late, and the other way round', () => {
  expect(seconds(begun('guess', 30), 500)).toBe(30);
  const guessing = goOn(begun('clue', 30), { side: 0, phase: 'guess' }, NOON + 10_000);
  expect(seconds(guessing, 500)).toBe(30);
});

test('each guess has its own time', () => {
  const first = goOn(begun('guess', 30), { side: 0, phase: 'guess' }, NOON + 5000);
  expect(seconds(first, 25)).toBe(10);
  const second = goOn(first, { side: 0, phase: 'guess' }, NOON + 25_000);
  expect(seconds(second, 30)).toBe(25);
});

test('a turn has one time for the clue and all guesses, and the next turn a new one', () => {
  const guessing = goOn(begun('turn', 60), { side: 0, phase: 'guess' }, NOON + 20_000);
  expect(seconds(guessing, 30)).toBe(30);
  const theirs = goOn(guessing, { side: 1, phase: 'clue' }, NOON + 30_000);
  expect(seconds(theirs, 31)).toBe(59);
});

test('a budget is for the whole game, as in chess', () => {
  let timer = begun('budget', 300);
  timer = press(timer, NOON + 60_000); // a minute of the first
  timer = press(timer, NOON + 160_000); // and a hundred seconds of the second
  expect(seconds(timer, 160)).toBe(240);
  expect(timer.left).toEqual([240_000, 200_000]);
  expect(seconds(timer, 1000)).toBe(0);
  expect(seconds(press(timer, NOON + 1_000_000), 1010)).toBe(190);
});

test('a pause holds the time, for however long', () => {
  const held = pause(begun('turn', 60), NOON + 20_000);
  expect(seconds(held, 9999)).toBe(40);
  expect(pause(held, NOON + 5_000_000)).toEqual(held);
  expect(seconds(resume(held, NOON + 100_000), 110)).toBe(30);
});

test('a minute may be given, running, paused or too late', () => {
  expect(seconds(giveMinute(begun('turn', 30), NOON + 10_000), 10)).toBe(80);
  expect(seconds(giveMinute(pause(begun('turn', 30), NOON + 10_000), NOON + 99_000), 200)).toBe(80);
  expect(seconds(giveMinute(begun('turn', 30), NOON + 90_000), 100)).toBe(50);
});

test('the last ten seconds tick, once each, and the end is told once', () => {
  const timer = begun('turn', 15);
  const told: (string | null)[] = [];
  for (let at = 0; at < 17_000; at += 250) told.push(toldBetween(timer, NOON + at, NOON + at + 250));
  expect(told.filter((what) => what === 'tick')).toHaveLength(10);
  expect(told.filter((what) => what === 'end')).toHaveLength(1);
  expect(told.indexOf('tick')).toBe(19); // when ten seconds are left
});

test('whoever slept through the last seconds hears the end and no ticks', () => {
  const timer = begun('turn', 15);
  expect(toldBetween(timer, NOON + 1000, NOON + 60_000)).toBe('end');
  expect(toldBetween(timer, NOON + 60_000, NOON + 61_000)).toBeNull();
  expect(toldBetween(pause(timer, NOON), NOON, NOON + 60_000)).toBeNull();
});

test('a clock that was set back takes nothing away', () => {
  expect(seconds(begun('turn', 15), -3600)).toBe(15);
});

test.each([
  [0, '0:00'],
  [1, '0:01'],
  [9_001, '0:10'],
  [60_000, '1:00'],
  [600_000, '10:00'],
])('%i is shown as %s', (milliseconds, shown) => {
  expect(face(milliseconds)).toBe(shown);
});
