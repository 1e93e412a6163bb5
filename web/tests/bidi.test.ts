import { describe, expect, it } from 'vitest';
import { isolated, withoutBidiControls } from '../src/lib/bidi.ts';
import { language, t } from '../src/lib/i18n.svelte.ts';

describe('what people write', () => {
  it('loses the characters that turn its surroundings', () => {
    expect(withoutBidiControls('x\u202eevil\u2066\u2069 \u202a…')).toBe('xevil …');
    expect(withoutBidiControls('דוד and علي')).toBe('דוד and علي');
  });

  it('is isolated where it runs from right to left, and left as it is elsewhere', () => {
    for (const name of ['דוד', 'علي 3', 'ܝܘܚܢܢ', '𞤀𞤥𞤢𞤣𞤵']) expect(isolated(name)).toBe(`\u2068${name}\u2069`);
    for (const name of ['Ada', 'Анна', '李娜', 'สมชาย', '❤️', '']) expect(isolated(name)).toBe(name);
  });

  it('is isolated within sentences and lists', async () => {
    await language.use('en');
    expect(t('door.invited', { host: 'דוד', edition: 'Duet' })).toBe('\u2068דוד\u2069 invites you: Duet');
    expect(language.list(['Ada', 'דוד'])).toBe('Ada and \u2068דוד\u2069');
  });

  it('tells near moments by the time of day, and days as they are everywhere', async () => {
    await language.use('de');
    expect(language.day('2026-11-18')).toBe('18.11.2026');
    expect(language.moment(Date.now())).toMatch(/^\d\d:\d\d$/);
    expect(language.moment(Date.UTC(2020, 0, 31, 12))).toMatch(/2020/);
  });
});
