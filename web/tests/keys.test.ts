import { expect, test } from 'vitest';
import { BOXES } from '../src/gadget/boxes.ts';
import { ALPHABET, KeyCodeError, newCard, otherFace, readCode, spaced } from '../src/gadget/keys.ts';
import golden from '../../tests/gadget/golden.json';

test.each(golden.keys)('$code is the key that Python draws', ({ code, edition, starts, face, other, key }) => {
  const card = readCode(code);
  expect(card).toMatchObject({ code, edition, starts, face });
  const cards = card.layers.length === 1 ? card.layers[0] : card.layers[0]!.map((of, at) => [of, card.layers[1]![at]]);
  expect(cards).toEqual(key);
  expect(otherFace(card) ?? null).toBe(other);
});

test.each(Object.entries(golden.refused))('%j is refused: %s', (typed, why) => {
  expect(() => readCode(typed)).toThrow(expect.objectContaining({ code: why }));
});

test('a code may be typed as people type', () => {
  const { code } = golden.keys[2]!;
  expect(readCode(` ${code.toLowerCase().slice(0, 3)} – ${code.slice(3)}`).code).toBe(code);
  expect(readCode(code.replaceAll('P', 'b').replaceAll('S', '5').replaceAll('M', 'N')).code).toBe(code);
  expect(readCode(spaced(code)).code).toBe(code);
});

test('no other letter in any place makes it a code', () => {
  for (const { code } of golden.keys)
    for (let place = 0; place < code.length; place++)
      for (const letter of ALPHABET.replace(code[place]!, ''))
        expect(() => readCode(code.slice(0, place) + letter + code.slice(place + 1))).toThrow(KeyCodeError);
});

test.each(Object.keys(BOXES))('a new key for %s is one of its own', (edition) => {
  const drawn = Array.from({ length: 100 }, () => newCard(edition));
  expect(new Set(drawn.map((card) => card.code)).size).toBeGreaterThan(95);
  for (const card of drawn) expect(readCode(card.code)).toEqual(card);
  expect(new Set(drawn.map((card) => card.starts))).toEqual(
    new Set(Object.keys(BOXES[edition]!.deals).map((starts) => starts || null)),
  );
  expect(drawn.every((card) => card.face === 0)).toBe(true);
});

test('who starts can be chosen', () => {
  for (const side of ['red', 'blue']) expect(newCard('classic', side).starts).toBe(side);
});
