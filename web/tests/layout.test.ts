import { expect, test } from 'vitest';
import { cellSize, gapOf, step } from '../src/card/layout.ts';

const rooms = [
  { width: 320, height: 420 },
  { width: 390, height: 700 },
  { width: 1280, height: 620 },
  { width: 3840, height: 1900 },
];

test.each(rooms)('all cards are in sight at $width × $height', (room) => {
  for (const drawn of [true, false]) {
    const [columns, rows] = [5, 4];
    const size = cellSize(room, { columns, rows }, drawn);
    const gap = gapOf(room.width);
    expect(columns * size.width + (columns - 1) * gap).toBeLessThanOrEqual(room.width);
    expect(rows * size.height + (rows - 1) * gap).toBeLessThanOrEqual(room.height);
  }
});

test('pictures are square, words are neither ribbons nor towers', () => {
  for (const room of rooms) {
    const picture = cellSize(room, { columns: 5, rows: 5 }, true);
    expect(picture.width).toBe(picture.height);
    const word = cellSize(room, { columns: 5, rows: 5 }, false);
    expect(word.width / word.height).toBeLessThanOrEqual(1.63);
    expect(word.height / word.width).toBeLessThanOrEqual(1.43);
  }
});

test('no room is no reason for cards of less than nothing', () => {
  expect(cellSize({ width: 0, height: 0 }, { columns: 5, rows: 5 }, false)).toEqual({ width: 0, height: 0 });
});

test.each([
  ['ArrowRight', 6, 7],
  ['ArrowLeft', 6, 5],
  ['ArrowUp', 6, 1],
  ['ArrowDown', 6, 11],
  ['Home', 8, 5],
  ['End', 6, 9],
  ['PageUp', 18, 3],
  ['PageDown', 3, 18],
])('%s leads from %i to %i', (key, from, to) => {
  expect(step(key, from, 5, 4)).toBe(to);
});

test.each([
  ['ArrowLeft', 5],
  ['ArrowRight', 9],
  ['ArrowUp', 2],
  ['ArrowDown', 17],
])('%s stays on the board at its edge', (key, from) => {
  expect(step(key, from, 5, 4)).toBe(from);
});

test('other keys lead nowhere', () => {
  expect(step('a', 3, 5, 4)).toBeUndefined();
});
