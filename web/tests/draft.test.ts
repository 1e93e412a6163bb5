import { expect, test } from 'vitest';
import { Draft } from '../src/create/draft.svelte.ts';
import type { Catalogue, EditionInfo } from '../src/lib/protocol.ts';

const edition = (id: string, changes: Partial<EditionInfo>): EditionInfo => ({
  id,
  name: id,
  terms: '',
  columns: 5,
  rows: 5,
  modes: ['teams', 'coop'],
  options: [],
  together: false,
  agents: { red: 'red', blue: 'blue' },
  looks: {},
  tokens: null,
  deck: id,
  faces: 'mixed',
  clue_options: ['allow_acronyms'],
  drawn: false,
  level: 'even',
  gentle: false,
  ...changes,
});

const deck = (id: string, language: 'en' | 'fr') => ({ id, language, name: id, cards: 400, drawn: false });
const catalogue: Catalogue = {
  editions: [
    edition('classic', { options: ['zero', 'unlimited'] }),
    edition('duet', { modes: ['teams'], options: ['zero', 'tokens'], faces: 'front', clue_options: ['flexible'] }),
  ],
  decks: [deck('classic', 'en'), deck('duet', 'en'), deck('classic', 'fr')],
  missions: [],
  manners: [],
  languages: ['en', 'fr', 'de'],
};

test('what does not fit a newly chosen edition is dropped, and the rest stays', () => {
  const draft = new Draft(catalogue, {
    mode: 'coop',
    options: { zero: true, unlimited: true },
    decks: ['duet'],
    title: 'Ours',
  });
  draft.chooseEdition('duet');
  expect(draft.settings).toMatchObject({ edition: 'duet', mode: 'teams', decks: [], title: 'Ours' });
  expect(draft.settings.options).toEqual({ zero: true });
});

test('an edition that the server does not offer is not chosen', () => {
  const draft = new Draft(catalogue, {});
  draft.chooseEdition('chess');
  expect(draft.settings.edition).toBe('classic');
});

test('an option that is switched off is left out', () => {
  const draft = new Draft(catalogue, {});
  draft.play('zero', true);
  expect(draft.settings.options).toEqual({ zero: true });
  draft.play('zero', false);
  expect(draft.settings.options).toEqual({});
});

test('a challenge ends as the edition proposes, until somebody chooses', () => {
  const mild = edition('pictures', { options: ['gentle'], gentle: true });
  const draft = new Draft({ ...catalogue, editions: [edition('classic', { options: ['gentle'] }), mild] }, {});
  expect(draft.plays('gentle')).toBe(false);
  draft.play('gentle', true);
  expect(draft.settings.options).toEqual({ gentle: true });
  draft.chooseEdition('pictures');
  expect([draft.plays('gentle'), draft.settings.options]).toEqual([true, {}]);
  draft.play('gentle', false);
  expect([draft.plays('gentle'), draft.settings.options]).toEqual([false, { gentle: false }]);
});

test('decks are those of the language', () => {
  const draft = new Draft(catalogue, { language: 'fr' });
  expect(draft.decks.map(({ id }) => id)).toEqual(['classic']);
});

test('the edition’s own deck counts as chosen until another choice is made', () => {
  const draft = new Draft(catalogue, {});
  expect([draft.hasDeck('classic'), draft.hasDeck('duet')]).toEqual([true, false]);
  draft.toggleDeck('duet');
  expect(draft.settings.decks).toEqual(['classic', 'duet']);
  draft.toggleDeck('classic');
  expect(draft.settings.decks).toEqual(['duet']);
});

test('clue options are switched on and off', () => {
  const draft = new Draft(catalogue, {});
  draft.toggleClueOption('names');
  draft.toggleClueOption('homophones');
  draft.toggleClueOption('names');
  expect(draft.settings.clue_options).toEqual(['homophones']);
});

test('bots play as is usual in the edition, until somebody chooses', () => {
  const draft = new Draft(
    { ...catalogue, editions: [...catalogue.editions, edition('family', { level: 'easy' })] },
    {},
  );
  expect(draft.level).toBe('even');
  draft.change({ level: 'hard' });
  expect(draft.level).toBe('hard');
  draft.chooseEdition('family');
  expect(draft.level).toBe('easy');
});

test('cards lie, and clues are agreed upon, as is usual in the edition', () => {
  const draft = new Draft(catalogue, { clue_options: ['allow_acronyms', 'flexible'] });
  expect(draft.settings.clue_options).toEqual(['allow_acronyms']);
  expect(draft.faces).toBe('mixed');
  draft.change({ faces: 'back' });
  draft.chooseEdition('duet');
  expect(draft.faces).toBe('front');
  expect(draft.settings.faces).toBeNull();
  expect(draft.settings.clue_options).toEqual([]);
});
