import { afterEach, expect, test, vi } from 'vitest';
import { browserLanguage, language, LANGUAGES, t, tFirst, tIn } from '../src/lib/i18n.svelte.ts';

afterEach(() => language.use('en'));

test('English counts one apart from all others', async () => {
  await language.use('en');
  expect([0, 1, 2].map((count) => t('create.minutes', { count }))).toEqual(['0 minutes', '1 minute', '2 minutes']);
});

test('French counts nothing as one', async () => {
  await language.use('fr');
  const [none, one, two] = [0, 1, 2].map((count) => t('home.people', { count }).replace(/\d/, 'N'));
  expect(none).toBe(one);
  expect(two).not.toBe(one);
});

test.each([
  ['en', '1,234.5'],
  ['de', '1.234,5'],
] as const)('numbers are written as %s writes them', async (id, written) => {
  await language.use(id);
  expect(language.number(1234.5)).toBe(written);
});

test('numbers within a sentence are written so, too', async () => {
  await language.use('de');
  expect(t('home.people', { count: 12345 })).toContain('12.345');
});

test('a list ends as the language ends it', async () => {
  const ends: Record<string, string> = { en: 'Ann, Bob, and Cem', fr: 'Ann, Bob et Cem', de: 'Ann, Bob und Cem' };
  for (const id of LANGUAGES) {
    await language.use(id);
    expect(language.list(['Ann', 'Bob', 'Cem'])).toBe(ends[id]);
  }
});

test('the page says which language it is in', async () => {
  await language.use('fr');
  expect(document.documentElement.lang).toBe('fr');
});

test('details fill their places, and what is not given leaves nothing', () => {
  expect(t('ending.side_won', { side: 'Red' })).toBe('Red wins!');
  expect(t('ending.side_won')).toBe(' wins!');
});

test('what has no sentence shows its name', () => {
  expect(t('nobody.wrote_this')).toBe('nobody.wrote_this');
});

test('what is particular goes before what is general', () => {
  expect(tIn({ terms: 'treasure' }, 'reason.assassin_together')).toContain('curse');
  expect(tIn({ terms: 'treasure' }, 'reason.out_of_tokens')).toBe(t('reason.out_of_tokens'));
  expect(tIn(undefined, 'reason.assassin_together')).toContain('assassin');
  expect(tFirst(['reason.nothing_such', 'reason.assassin_together'])).toContain('assassin');
  expect(tFirst(['nothing.such', 'nor.this'])).toBe('nor.this');
});

test.each([
  [['pt-BR', 'de-AT', 'fr'], 'de'],
  [['FR'], 'fr'],
  [['pt', 'es'], 'en'],
  [[], 'en'],
])('a browser that speaks %j is answered in %s', (languages, id) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  expect(browserLanguage()).toBe(id);
});
