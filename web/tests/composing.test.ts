import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Composing } from '../src/lib/composing.svelte.ts';
import { notices } from '../src/lib/notices.svelte.ts';
import type { TableState } from '../src/lib/table.svelte.ts';
import { brief, Line, table } from './playing.ts';

const info = (referee: 'strict' | 'off') =>
  ({ id: 'abc', brief, settings: { referee }, stage: 'game', game: 1, mission: null }) as const;
const clues = (...clue: (number | 'unlimited')[]) => ({ 'red.giver': { clue } });
const asked = () => Line.last.sent as { do: string; word: string; id: number }[];
const verdict = (id: number) =>
  ({ type: 'verdict', id, verdict: 'valid', rule: null, card: null, reason: '', complete: true }) as const;

function composing(state: TableState = table({ table: info('strict') }, clues(0, 1, 2, 3)), meant = 0): Composing {
  return new Composing(state, () => meant);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the number is the first that says something', () => {
  expect(composing().number).toBe(1);
});

test('the number is as many as are meant, where that is allowed', () => {
  const state = table({}, clues(0, 1, 2, 3));
  expect([0, 3, 9].map((meant) => composing(state, meant).number)).toEqual([1, 3, 1]);
});

test('what was chosen goes before what was meant, as long as it is allowed', () => {
  const clue = composing(undefined, 3);
  clue.choose(0);
  expect(clue.number).toBe(0);
  clue.choose('unlimited');
  expect(clue.number).toBe(3);
});

test('the referee is asked once, when somebody pauses', () => {
  const clue = composing();
  for (const word of ['f', 'fo', ' forest ']) clue.type(word);
  expect(asked()).toEqual([]);
  vi.runAllTimers();
  expect(asked()).toMatchObject([{ do: 'judge', word: 'forest', number: 1 }]);
});

test('nobody is asked of nothing, nor where there is no referee', () => {
  composing().type('  ');
  vi.runAllTimers();
  expect(asked()).toEqual([]);
  composing(table({ table: info('off') }, clues(1))).type('forest');
  vi.runAllTimers();
  expect(asked()).toEqual([]);
});

test('a verdict on an earlier word is not taken for one on this', async () => {
  const clue = composing();
  clue.type('forest');
  vi.runAllTimers();
  clue.type('forests');
  Line.last.says({ ...verdict(asked()[0]!.id), verdict: 'invalid' });
  await vi.advanceTimersByTimeAsync(0);
  expect(clue.verdict).toBeNull();
  vi.runAllTimers();
  Line.last.says(verdict(asked()[1]!.id));
  await vi.advanceTimersByTimeAsync(0);
  expect(clue.verdict).toMatchObject({ verdict: 'valid' });
});

test('a clue that was given is forgotten', async () => {
  const clue = composing();
  clue.type('forest');
  clue.choose(2);
  const given = clue.give();
  expect(asked()).toMatchObject([{ do: 'clue', word: 'forest', number: 2, ply: 0 }]);
  Line.last.says({ type: 'done', id: asked()[0]!.id, seq: 1 });
  expect(await given).toBe(true);
  expect([clue.word, clue.number]).toEqual(['', 1]);
});

test('a clue that was refused stays, and the reason is told', async () => {
  const tell = vi.spyOn(notices, 'tell');
  const clue = composing();
  clue.type('forest');
  const given = clue.give();
  Line.last.says({ type: 'refused', id: asked()[0]!.id, code: 'stale', details: {} });
  expect(await given).toBe(false);
  expect(clue.word).toBe('forest');
  expect(tell).toHaveBeenCalledWith(expect.any(String), 'bad');
});
