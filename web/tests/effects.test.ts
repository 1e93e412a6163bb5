import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fateOf, perform, story, told, verdictOf, waitingFor } from '../src/lib/effects.ts';
import { language } from '../src/lib/i18n.svelte.ts';
import { notices } from '../src/lib/notices.svelte.ts';
import { box, ellipse, hatching, rect } from '../src/art/engrave.ts';
import { brief, game, Line, line, move, situation, table, touched } from './playing.ts';

beforeAll(() => language.use('en'));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['right', [touched(1, 'red')]],
  ['wrong', [touched(1, 'bystander'), { event: 'TurnEnded' }]],
  ['wrong', [touched(1, 'blue'), { event: 'TurnEnded' }]],
  ['assassin', [touched(1, 'assassin'), { event: 'GameEnded' }]],
])('a card turns out %s', (fate, events) => {
  expect(fateOf({ events }, 1)).toBe(fate);
});

test('a card that was not touched has no fate', () => {
  expect([fateOf({ events: [touched(1, 'red')] }, 0), fateOf(null, 1)]).toEqual([null, null]);
});

test('what happened is told in a sentence, with names', () => {
  expect(told(game(), touched(0, 'blue'))).toMatch(/^Red touches TREE: .*blue/i);
  expect(told(game(), { event: 'ClueGiven', side: 'red', word: 'forest', number: 2 })).toBe('Red: “forest” for 2');
  expect(told(game(), { event: 'TokenSpent', use: 'mark' })).toBe('A token goes on the card');
  expect(told(game(), { event: 'TurnEnded', next: 'blue' })).toBeNull();
});

test('a turn that ends by itself, as when a team stops, is told, too', () => {
  const ended = { events: [{ event: 'TurnEnded', next: 'blue' }] };
  expect(story(game({ log: [line('forest')] }), ended)).toEqual(['Red ends the turn.']);
  const together = { ...game().brief, together: true };
  expect(story(game({ log: [line('forest')], brief: together }), ended)[0]).not.toContain('Red');
});

test('what passes the turn is told in a few words: which card, what it was, whose turn it is', () => {
  const state = table();
  const events = [touched(0, 'bystander'), { event: 'TurnEnded', next: 'blue' }];
  expect(verdictOf(state, { events })).toEqual({ identity: 'bystander', sentence: 'TREE: bystander. Blue’s turn.' });
});

test('an edition may have words of its own for it', () => {
  const began = { event: 'LastStretchBegan', side: 'red' };
  expect(told(game(), began)).toContain('assassin');
  expect(told(game({ brief: { ...brief, terms: 'treasure' } }), began)).toContain('curse');
});

test('whom everybody waits for: you, somebody by name, anybody, nobody', () => {
  const state = table();
  const waiting = (changes: Parameters<typeof situation>[0]) => {
    Line.last.says(move({ situation: situation(changes) }));
    return waitingFor(state);
  };
  const sentences = [
    waiting({ to_move: ['red.giver'] }),
    waiting({ to_move: ['red.guesser'], phase: 'guess' }),
    waiting({ to_move: ['a.giver', 'b.giver'], turn: null }),
  ];
  expect(new Set(sentences).size).toBe(3);
  expect(sentences[1]).toContain('Otto');
  expect(waiting({ to_move: [], phase: 'over' })).toBe('');
});

test('a move is read out, with how it stands now', () => {
  const state = table();
  const stop = perform(state);
  Line.last.says(
    move({ events: [touched(0, 'red')], situation: situation({ to_move: ['red.guesser'], phase: 'guess' }) }),
  );
  expect(notices.spoken).toBe(''); // not before the card has turned
  vi.runAllTimers();
  expect(notices.spoken).toMatch(/Red touches TREE.* · .*Otto/);
  stop();
  Line.last.says(move({ events: [touched(1, 'blue')] }));
  expect(notices.spoken).not.toContain('BANK');
});

test('a shape’s box is read off its numbers', () => {
  expect(box(rect(10, 20, 30, 40))).toEqual([10, 20, 30, 40]);
  expect(box(ellipse(50, 60, 20, 10))).toEqual([30, 50, 40, 20]);
});

test('the same hand draws the same hatching twice, denser where lines are closer', () => {
  const drawn = (gap: number) => hatching(rect(0, 0, 50, 50), [45, gap, 0.2, 2]);
  expect(drawn(5)).toBe(drawn(5));
  expect(drawn(2.5).split('M').length).toBeGreaterThan(drawn(5).split('M').length);
});
