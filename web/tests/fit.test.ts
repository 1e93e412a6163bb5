import { expect, test } from 'vitest';
import { fit, fitLines } from '../src/lib/fit.svelte.ts';

// Without a canvas every letter is 0.8 of its size wide.
const wide = (word: string) => word.length * 0.8;

test.each(['UN', 'APFEL', 'BIBLIOTHÈQUE', 'STREICHHOLZSCHACHTEL'])('%s stays within its card', (word) => {
  for (const room of [40, 62, 100, 180]) {
    const { size, squeeze } = fit(word, room, room * 0.6, 1);
    expect(size * wide(word) * squeeze).toBeLessThanOrEqual(room * 1.0001);
  }
});

test('short words are all of one size, and stand as they are', () => {
  const [short, shorter] = [fit('EI', 150, 100, 1), fit('ÎLE', 150, 100, 1)];
  expect(short).toEqual(shorter);
  expect(short.squeeze).toBe(1);
});

test('a long word is condensed before it is set smaller', () => {
  const [usual, long, longer] = ['EI', 'KÜRBISSE', 'MITTERNACHT'].map((word) => fit(word, 100, 100, 1));
  expect(long!.size).toBe(usual!.size);
  expect(long!.squeeze).toBeLessThan(1);
  expect(longer!.size).toBeLessThan(usual!.size);
  expect(longer!.squeeze).toBeLessThan(long!.squeeze);
});

test('a word is condensed further than is handsome only to stay legible', () => {
  const roomy = fit('SCHMETTERLING', 200, 100, 1);
  const tight = fit('SCHMETTERLING', 90, 60, 1);
  expect(tight.squeeze).toBeLessThan(roomy.squeeze);
  expect(tight.squeeze).toBeGreaterThan(0.5);
});

test('larger letters are asked for and given', () => {
  expect(fit('EI', 150, 100, 1.3).size).toBeGreaterThan(fit('EI', 150, 100, 1).size);
});

test('a sentence is set the smaller the longer it is, and never so small that it can’t be read', () => {
  const sizes = [1, 5, 8, 200].map((times) => fitLines('a cat on a mat '.repeat(times).trim(), 120, 1).size);
  expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
  expect(new Set(sizes).size).toBe(4);
  expect(sizes.at(-1)).toBe(5.5);
});

test('a word that is wider than its card makes a sentence smaller', () => {
  expect(fitLines('a cat on a Streichholzschachtel', 120, 1).size).toBeLessThan(
    fitLines('a cat on a mat', 120, 1).size,
  );
});
