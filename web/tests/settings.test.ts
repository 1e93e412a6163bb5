import { beforeEach, expect, test, vi } from 'vitest';

const KEY = 'deckname.settings';

async function opened() {
  vi.resetModules();
  return (await import('../src/lib/settings.svelte.ts')).settings;
}

beforeEach(() => localStorage.clear());

test('what was chosen is there again when the page is opened again', async () => {
  const before = await opened();
  before.choose('theme', 'dark');
  before.callMe('Ann');
  await before.speak('fr');
  const after = await opened();
  expect([after.chosen.theme, after.name, after.language]).toEqual(['dark', 'Ann', 'fr']);
});

test('the page shows what was chosen', async () => {
  const settings = await opened();
  settings.choose('theme', 'contrast');
  settings.choose('hand', 'left');
  expect(document.documentElement.dataset).toMatchObject({ theme: 'contrast', hand: 'left', palette: 'usual' });
});

test.each(['{', '[]', '"text"', '7'])('settings that say %s are as good as none', async (kept) => {
  localStorage.setItem(KEY, kept);
  const { chosen } = await opened();
  expect(chosen.theme).toBe('system');
});

test('values nobody can choose are not taken, and the others are', async () => {
  localStorage.setItem(KEY, JSON.stringify({ theme: 'pink', text: 'huge', language: 'pt', name: 9, sound: null }));
  const settings = await opened();
  expect(settings.chosen).toMatchObject({ theme: 'system', text: 'huge', sound: 'on' });
  expect([settings.language, settings.name]).toEqual(['en', '']);
});

test('a browser that keeps nothing still shows the choice', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  const settings = await opened();
  settings.choose('text', 'large');
  expect(settings.chosen.text).toBe('large');
  expect(document.documentElement.dataset.text).toBe('large');
});

test('nothing moves where somebody wants it still', async () => {
  const settings = await opened();
  settings.choose('motion', 'none');
  expect(settings.still).toBe(true);
  settings.choose('motion', 'full');
  expect(settings.still).toBe(false);
});

test('the device’s wish for less motion counts until somebody chooses', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion'),
    addEventListener: () => undefined,
  }));
  const settings = await opened();
  expect(settings.still).toBe(true);
  settings.choose('motion', 'full');
  expect(settings.still).toBe(false);
});
