import { beforeAll, describe, expect, test, vi } from 'vitest';
import { dueAt, ended, face, mayBeCalled, timeLeft, whatThen } from '../src/lib/countdown.svelte.ts';
import { perform } from '../src/lib/effects.ts';
import { language, t } from '../src/lib/i18n.svelte.ts';
import { notices } from '../src/lib/notices.svelte.ts';
import type { StateMessage } from '../src/lib/protocol.ts';
import { game, Line, move, situation, table } from './playing.ts';

beforeAll(() => language.use('en'));

const hears = (parts: Partial<StateMessage>) => Line.last.says({ type: 'state', seq: 2, ...parts });
const clock = (changes = {}) => ({
  deadline: Date.now() + 60_000,
  ends_itself: false,
  paused: false,
  left: {},
  now: Date.now(),
  ...changes,
});

describe('the time that is left', () => {
  test('is the same for everybody, however wrong their own clock is', () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const seen = table();
    hears({ clock: clock({ deadline: 5_060_000, now: 5_000_000 }) });
    expect(timeLeft(seen)).toBe(60_000);
    vi.setSystemTime(1_059_999);
    expect([timeLeft(seen), mayBeCalled(seen)]).toEqual([1, false]);
    vi.setSystemTime(1_060_000);
    expect([timeLeft(seen), mayBeCalled(seen)]).toEqual([0, true]);
    vi.useRealTimers();
  });

  test('is nobody’s where no clock runs, and over by itself where turns end by themselves', () => {
    const seen = table();
    expect(timeLeft(seen)).toBeNull();
    hears({ clock: clock({ deadline: Date.now() - 1, ends_itself: true }) });
    expect(mayBeCalled(seen)).toBe(false);
    hears({ clock: clock({ deadline: null, paused: true }) });
    expect([timeLeft(seen), mayBeCalled(seen)]).toEqual([null, false]);
  });

  test.each([
    [90_000, '1:30'],
    [59_001, '1:00'],
    [1, '0:01'],
    [0, '0:00'],
  ])('%d ms are shown as %s', (left, shown) => {
    expect(face(left)).toBe(shown);
  });

  test.each([
    [60, 59, null],
    [11, 10, 'last'],
    [14, 9, 'last'],
    [10, 9, null],
    [6, 5, 'tick'],
    [2, 1, 'tick'],
    [1, 0, 'end'],
    [40, 0, 'end'],
    [0, 0, null],
    [0, 60, null],
  ])('from %d to %d seconds: %s', (before, now, due) => {
    expect(dueAt(before, now)).toBe(due);
  });
});

test('what happens at 0:00 is said before, with its price', () => {
  const seen = table();
  expect(whatThen(seen)).toBe('');
  hears({ clock: clock() });
  expect(whatThen(seen)).toBe(t('time.then_others'));
  hears({ may: ['call_time'] });
  expect(whatThen(seen)).toBe(t('time.then_you'));
  hears({ clock: clock({ ends_itself: true }) });
  expect(whatThen(seen)).toBe(t('time.then_ends'));
  const tokens = { bystander: 3, closed: 0, taken: 0 };
  hears({ game: game({ situation: situation({ tokens }) }) });
  expect(whatThen(seen)).toBe(`${t('time.then_ends')} ${t('time.costs')}`);
  hears({ game: game({ situation: situation({ last_stretch: 'red' }) }) });
  expect(whatThen(seen)).toContain(t('time.loses'));
});

test('a turn that the clock has ended is told, and stands in the log', () => {
  const seen = table();
  const stop = perform(seen);
  const line = { clues: 0, phase: 'clue', side: 'red', by: 'bot' } as const;
  Line.last.says(move({ time_up: line }));
  expect(seen.game!.time_ups).toEqual([line]);
  expect(ended(seen, line)).toContain('Otto');
  expect(ended(seen, { ...line, by: null })).toBe(t('time.ended'));
  expect(notices.shown.map(({ text }) => text)).toContain(ended(seen, line));
  expect(notices.spoken).toContain('Otto');
  stop();
});

test('a break is told to those who listen, too', () => {
  const stop = perform(table());
  hears({ clock: clock({ deadline: null, paused: true }) });
  expect(notices.spoken).toBe(t('turn.paused'));
  stop();
});
