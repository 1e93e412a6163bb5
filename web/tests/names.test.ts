import { beforeAll, expect, test } from 'vitest';
import { language } from '../src/lib/i18n.svelte.ts';
import {
  cardName,
  holders,
  identityName,
  initials,
  isDrawn,
  numberName,
  placeName,
  roleOf,
  sideOf,
} from '../src/lib/names.ts';
import { painted, placeIdentity } from '../src/lib/looks.ts';
import { cardLabel } from '../src/table/labels.ts';
import { brief, card, game, place, table } from './playing.ts';

beforeAll(() => language.use('en'));

test('a seat is a side and a role', () => {
  expect([sideOf('red.giver'), roleOf('red.giver')]).toEqual(['red', 'giver']);
});

test('every place has a name of its own', () => {
  const names = ['red.giver', 'red.guesser', 'blue.giver', 'blue.guesser', 'guesser', 'a', 'b'].map((place) =>
    placeName(place),
  );
  expect(new Set(names).size).toBe(7);
  for (const name of names) expect(name).not.toContain('.');
});

test('a place shows its side’s colours, Duet’s are green, an operative of both has none', () => {
  const duet = { ...brief, agents: { a: 'green', b: 'green' } };
  expect(['red.giver', 'blue', 'guesser'].map((place) => placeIdentity(brief, place))).toEqual([
    'red',
    'blue',
    'bystander',
  ]);
  expect(placeIdentity(duet, 'a')).toBe('green');
});

test('what an edition does not say a look for looks like nobody', () => {
  expect(painted(brief, 'assassin')).toEqual({ 'data-colour': 'black', 'data-pattern': 'solid' });
  expect(painted(brief, 'bystander')).toEqual(painted(undefined, 'red'));
});

test('a seat is called by those who hold it, and by its own name where nobody does', () => {
  const state = table({ places: [place('red.giver', 'red.giver'), place('blue.giver', 'blue.giver')] });
  expect(holders(state, 'red.giver')).toBe('Ann');
  expect(holders(state, 'blue.giver')).toBe(placeName('blue.giver'));
  expect(holders(state, 'blue.guesser')).toBe('Blue');
});

test('an edition calls its cards and its people in terms of its own', () => {
  const family = { ...brief, terms: 'treasure' };
  expect(identityName(family, 'assassin')).toBe('curse');
  expect(identityName(family, 'red')).toBe('red treasure');
  expect(placeName('red.giver', family)).toBe('Red enchanter');
  expect(placeName('red.giver', brief)).toBe('Red spymaster');
});

test('an agent of a side that no language knows is told by its side', () => {
  expect(identityName({ terms: 'treasure', agents: { teal: 'teal' } }, 'teal')).toContain('Teal');
});

test('numbers of clues', () => {
  expect([0, 3, 'unlimited' as const].map(numberName)).toEqual(['0', '3', '∞']);
});

test('a picture is called by what it shows', () => {
  const cards = [card('picture:owl', { alt: 'an owl' }), card('TREE')];
  expect([0, 1, 2].map((index) => cardName(game({ cards }), index))).toEqual(['an owl', 'TREE', '']);
  expect(['picture:owl', 'treasure:ring', 'pack:mine', 'TREE', 'PICTURE'].map(isDrawn)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test.each([
  ['Ann', 'A'],
  ['  ann  marie  lou ', 'AM'],
  ['élodie', 'É'],
  ['🦊 fox', '🦊F'],
  ['', ''],
])('the initials of “%s” are “%s”', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test('a screen reader hears of a card what can be seen of it', () => {
  const cards = [
    card('TREE', { known: ['red', null] }),
    card('BANK', { cover: 'bystander', known: ['bystander'] }),
    card('MOON', { marks: ['a', 'b'] }),
  ];
  const labels = cards.map((_, index) => cardLabel(game({ cards }), index, index ? [] : ['Ann', 'Bob']));
  expect(labels[0]).toMatch(/^TREE, .*red.*Ann and Bob/i);
  expect(labels[1]).toMatch(/^BANK, [^,]*$/);
  expect(labels[2]).toMatch(/^MOON, .* and /);
});
