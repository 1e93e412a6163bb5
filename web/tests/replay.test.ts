import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReplayState } from '../src/replay/replay.svelte.ts';
import { card, game, line, move, situation } from './playing.ts';

const clue = move({ line: line('forest'), lines: 1, situation: situation({ ply: 1, phase: 'guess' }) });
const guess = move({
  cards: [{ card: 0, cover: 'red', covered_by: 'red', marks: [] }],
  line: line('forest', [{ card: 0, identity: 'red', side: 'red' }]),
  lines: 1,
  situation: situation({ ply: 2, phase: 'over', left: { red: 1, blue: 1 } }),
});
const thought = { ply: 1, person: 'bot', meant: [], chances: [], stop: 0, by: 'bureau', clue: true };

function replay(): ReplayState {
  const cards = ['red', 'blue'].map((identity) => card('TREE', { known: [identity] }));
  return new ReplayState(
    { game: game({ cards }), moves: [clue, guess] },
    { people: { bot: 'Otto' }, thoughts: [thought] },
  );
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('every step shows the table as it was then', () => {
  const shown = replay();
  const seen = [0, 1, 2].map((at) => {
    shown.go(at);
    return [shown.game.log.length, shown.game.log[0]?.touched.length, shown.game.cards[0]!.cover];
  });
  expect(seen).toEqual([
    [0, undefined, null],
    [1, 0, null],
    [1, 1, 'red'],
  ]);
});

test('there is nothing before the beginning nor after the end', () => {
  const shown = replay();
  shown.go(-3);
  expect(shown.at).toBe(0);
  shown.go(99);
  expect(shown.at).toBe(2);
});

test('the key can be turned away', () => {
  const shown = replay();
  expect(shown.game.cards.map(({ known }) => known)).toEqual([['red'], ['blue']]);
  shown.showKey = false;
  expect(shown.game.cards.map(({ known }) => known)).toEqual([[null], [null]]);
});

test('a step tells its move and what a bot thought of it', () => {
  const shown = replay();
  expect([shown.move, shown.thought]).toEqual([undefined, undefined]);
  shown.go(1);
  expect([shown.move, shown.thought]).toEqual([clue, undefined]);
  shown.go(2);
  expect(shown.thought).toBe(thought);
  expect([shown.name('bot'), shown.name('ann')]).toEqual(['Otto', '']);
});

test('it plays by itself to the end, and then from the beginning', () => {
  const shown = replay();
  shown.toggle();
  vi.advanceTimersByTime(60_000);
  expect([shown.at, shown.playing]).toEqual([2, false]);
  shown.toggle();
  expect([shown.at, shown.playing]).toEqual([0, true]);
});

test('it stops where it is told to', () => {
  const shown = replay();
  shown.toggle();
  vi.advanceTimersToNextTimer();
  shown.toggle();
  vi.advanceTimersByTime(60_000);
  expect([shown.at, shown.playing]).toEqual([1, false]);
});
