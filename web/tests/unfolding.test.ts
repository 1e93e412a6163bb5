import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settings } from '../src/lib/settings.svelte.ts';
import type { TableState } from '../src/lib/table.svelte.ts';
import { holds, PARTS, unfold } from '../src/lib/unfolding.ts';
import { card, game, Line, line, move, situation, table, touched } from './playing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  settings.choose('motion', 'system');
});

const covered = { card: 0, cover: 'red', covered_by: 'red', marks: [] };
const after = (changes = {}) => situation({ ply: 1, phase: 'guess', to_move: ['red.guesser'], ...changes });
const right = move({
  events: [touched(0, 'red')],
  cards: [covered],
  line: line('forest', [{ card: 0, identity: 'red', side: 'red' }]),
  lines: 1,
  situation: after({ left: { red: 1, blue: 1 } }),
  legal: { 'red.guesser': { guess: [1, 2, 3] } },
});
const wrong = move({
  ...right,
  seq: 1,
  events: [touched(0, 'blue'), { event: 'TurnEnded', next: 'blue' }],
  situation: after({ phase: 'clue', turn: 'blue', to_move: ['blue.giver'], left: { red: 2, blue: 0 } }),
  legal: {},
});
const before = game({ log: [line('forest')], situation: situation({ phase: 'guess', to_move: ['red.guesser'] }) });

/** What is in sight of a game: the card, the score, the log, whose turn it is. */
const sight = ({ game }: { game: TableState['game'] }) => ({
  card: game!.cards[0]!.cover !== null,
  score: game!.situation.left.blue === 0 || game!.situation.left.red === 1,
  log: game!.log.at(-1)!.touched.length > 0,
  turn: game!.situation.turn,
});

test('the card turns first, then the score, the log, and at last what it leads to', () => {
  const steps = unfold(before, wrong);
  expect(steps.map(({ part }) => part)).toEqual(PARTS);
  expect(steps.map(sight)).toEqual([
    { card: true, score: false, log: false, turn: 'red' },
    { card: true, score: false, log: false, turn: 'red' },
    { card: true, score: true, log: false, turn: 'red' },
    { card: true, score: true, log: true, turn: 'red' },
    { card: true, score: true, log: true, turn: 'blue' },
  ]);
});

test.each([right, wrong, move({ ...wrong, events: [touched(0, 'assassin'), { event: 'GameEnded' }] })])(
  'it takes two seconds and a half at most',
  (made) => {
    expect(unfold(before, made).reduce((sum, { lasts }) => sum + lasts, 0)).toBeLessThanOrEqual(2500);
  },
);

test('whoever goes on may pick the next card while this one turns; nobody may do anything before a turn has passed', () => {
  expect(unfold(before, right)[0]!.game.legal).toEqual(right.legal);
  expect([holds(right), holds(wrong)]).toEqual([false, true]);
  for (const { part, game } of unfold({ ...before, legal: right.legal }, wrong)) {
    if (part !== 'rest') expect(game.legal).toEqual({});
  }
});

test('a clue is one step', () => {
  expect(unfold(before, move({ events: [{ event: 'ClueGiven' }] })).map(({ part }) => part)).toEqual(['rest']);
});

test('a table shows it step by step, and what comes meanwhile waits for its turn', () => {
  const state = table({ game: before });
  const shown: unknown[] = [];
  state.listen((_, part) => shown.push(part));
  Line.last.says(wrong);
  expect([state.showing, state.verdict]).toEqual(['card', null]);
  Line.last.says({ type: 'state', seq: 2, game: game({ cards: [card('TREE', { known: ['blue'] })] }) });
  vi.advanceTimersByTime(600);
  expect([state.showing, state.verdict?.seq]).toEqual(['verdict', wrong.seq]);
  expect(state.game!.cards[0]!.known).toEqual([null]); // the whole key comes last
  vi.runAllTimers();
  expect(state.game!.cards[0]!.known).toEqual(['blue']);
  expect(shown).toEqual([...PARTS, 'rest']);
});

test('when much happens at once it is caught up with', () => {
  const state = table({ game: before });
  Line.last.says(wrong);
  for (let ply = 2; ply <= 8; ply++) Line.last.says(move({ seq: ply, situation: after({ ply }) }));
  expect([state.game!.situation.ply, state.showing]).toEqual([8, null]);
});

test('the next touch does not wait for one that was right', () => {
  const state = table({ game: before });
  Line.last.says(right);
  Line.last.says({ ...right, seq: 2, events: [touched(1, 'red')], situation: after({ ply: 2, left: { red: 0 } }) });
  expect([state.game!.situation.ply, state.showing]).toEqual([2, 'card']);
});

test('whoever wants no motion sees all of it at once, in the same order', () => {
  settings.choose('motion', 'none');
  const state = table({ game: before });
  const shown: unknown[] = [];
  state.listen((_, part) => shown.push(part));
  Line.last.says(wrong);
  expect([state.game!.situation.turn, state.showing]).toEqual(['blue', null]);
  expect(shown).toEqual(PARTS);
});
