import { beforeAll, expect, test } from 'vitest';
import { finest, headline, misses, reason, squares } from '../src/ending/summary.ts';
import { language } from '../src/lib/i18n.svelte.ts';
import type { End, Game } from '../src/lib/protocol.ts';
import { brief, game, line, situation } from './playing.ts';

const duet = { ...brief, id: 'duet', together: true, agents: { a: 'green', b: 'green' } };

const hit = (identity: string, count = 1, side = identity === 'green' ? 'a' : 'red') =>
  Array.from({ length: count }, (_, card) => ({ card, identity, side }));
const ended = (end: Partial<End>, changes: Partial<Game> = {}, left: Record<string, number> = { red: 0, blue: 1 }) =>
  game({
    ...changes,
    situation: situation({
      phase: 'over',
      left,
      end: {
        winners: ['red'],
        winning_seats: ['red.giver', 'red.guesser'],
        reason: 'all_found',
        score: null,
        step: null,
        advice: null,
        ...end,
      },
    }),
  });

beforeAll(() => language.use('en'));

test('the finest clue is the one that found most of its own', () => {
  const log = [
    line('small', hit('red', 2)),
    line('fine', hit('red', 3)),
    line('wild', [...hit('red'), ...hit('blue', 4)]),
  ];
  expect(finest(game({ log }))).toMatchObject({ hits: 3, line: { word: 'fine' } });
});

test('a clue for one is never the finest', () => {
  expect(finest(game({ log: [line('one', hit('red'))] }))).toBeNull();
  expect(finest(game())).toBeNull();
});

test('in Duet green counts for whoever gave the clue', () => {
  const log = [line('fine', hit('green', 2), { side: 'a' })];
  expect(finest(game({ log, brief: duet }))?.hits).toBe(2);
  expect(misses(game({ log, brief: duet }))).toBe(0);
});

test('misses are the touches that were not meant', () => {
  const log = [line('x', [...hit('red'), ...hit('blue')]), line('y', [...hit('bystander'), ...hit('assassin')])];
  expect(misses(game({ log }))).toBe(3);
  expect(misses(game({ log, last_touches: hit('bystander') }))).toBe(4);
});

test('shared squares show clues and colours, and no card', () => {
  const log = [
    line('forest', [...hit('red'), ...hit('bystander')]),
    line('sea', hit('assassin'), { number: 'unlimited' }),
  ];
  expect(squares(game({ log }))).toBe('FOREST 2 🟥🟨\nSEA ∞ ⬛');
});

test.each([
  [['red.guesser'], 'You win!'],
  [['blue.giver'], 'You lose.'],
  [[], 'Red wins!'],
])('to those who hold %j the end reads %s', (mine, words) => {
  expect(headline(ended({}), mine)).toBe(words);
});

test('whoever watches a game that is won together is not told of sides', () => {
  const together = ended({ winners: ['a', 'b'] }, { brief: duet }, { green: 0 });
  const lost = ended({ winners: [], reason: 'out_of_tokens' }, { mode: 'coop' });
  expect(headline(together, [])).not.toContain('wins!');
  expect(headline(together, [])).not.toBe(headline(lost, []));
});

test('a game that was called off has no winner and needs no reason', () => {
  const off = ended({ reason: 'abandoned', winners: [] });
  expect(headline(off, ['red.giver'])).toBe('The game was called off.');
  expect(reason(off)).toBe('');
});

test.each<[string, Partial<End>, Partial<Game>, string]>([
  ['names the winners', {}, {}, 'Red found all agents.'],
  ['is told together', {}, { mode: 'coop' }, 'All agents found. You did it!'],
  [
    'is a curse in the family’s game',
    { reason: 'assassin' },
    { brief: { ...brief, terms: 'treasure' } },
    'The curse was touched, so Red wins. What a chase!',
  ],
  [
    'is the general one where there is none of its own',
    { reason: 'out_of_tokens' },
    { mode: 'coop' },
    'A mistake too many: not enough tokens left.',
  ],
])('the reason %s', (_, end, changes, words) => {
  expect(reason(ended(end, changes))).toBe(words);
});
