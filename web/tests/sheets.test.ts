import { describe, expect, it } from 'vitest';
import { BOXES } from '../src/gadget/boxes.ts';
import { readCode } from '../src/gadget/keys.ts';
import { coverPieces, newKeys, oneSided, tokenPieces, type Printed } from '../src/print/contents.ts';
import { patternPath } from '../src/print/patterns.ts';
import { apart, grid, layOut, PAPERS } from '../src/print/sheets.ts';

describe('sheets', () => {
  it('take as many cards of a size on either paper', () => {
    for (const paper of Object.values(PAPERS)) {
      expect(grid(paper, { width: 62, height: 42 })).toEqual({ columns: 3, rows: 6 });
      expect(grid(paper, { width: 62, height: 62 })).toEqual({ columns: 3, rows: 4 });
      expect(grid(paper, { width: 62, height: 124 })).toEqual({ columns: 3, rows: 2 });
      expect(grid(paper, { width: 31, height: 31 })).toEqual({ columns: 6, rows: 8 });
    }
  });

  it('mirror the backs row by row, a last row that is not full too', () => {
    const pieces = [1, 2, 3, 4, 5].map((number) => ({ front: `f${number}`, back: `b${number}` }));
    expect(layOut(pieces, { columns: 3, rows: 2 })).toEqual([
      { faces: ['f1', 'f2', 'f3', 'f4', 'f5'], back: false, sheet: 0 },
      { faces: ['b3', 'b2', 'b1', undefined, 'b5', 'b4'], back: true, sheet: 0 },
    ]);
  });

  it('have no back where no card has one', () => {
    const sides = layOut([{ front: 'a' }, { front: 'b' }, { front: 'c' }], { columns: 1, rows: 2 });
    expect(sides.map(({ faces, back, sheet }) => [faces, back, sheet])).toEqual([
      [['a', 'b'], false, 0],
      [['c'], false, 1],
    ]);
    expect(apart([{ front: 'a', back: 'b' }, { front: 'c' }])).toEqual([
      { front: 'a' },
      { front: 'b' },
      { front: 'c' },
    ]);
  });
});

const identities = (pieces: readonly Printed[]) =>
  pieces.map(({ front, back }) =>
    [front, back].map((face) => (face?.kind === 'cover' ? face.identity : null)).join('/'),
  );
const count = (pieces: readonly Printed[], pair: string) => identities(pieces).filter((one) => one === pair).length;

describe('what is in a box', () => {
  it('has a cover for every card, and a double agent for whoever starts', () => {
    const classic = coverPieces(BOXES['classic']!);
    expect(classic).toHaveLength(25);
    expect(
      ['red/red', 'blue/blue', 'bystander/bystander', 'assassin/assassin', 'red/blue'].map((pair) =>
        count(classic, pair),
      ),
    ).toEqual([8, 8, 7, 1, 1]);
    expect(coverPieces(BOXES['family-easy']!)).toHaveLength(16);
    const duet = coverPieces(BOXES['duet']!);
    expect([count(duet, 'green/green'), count(duet, 'assassin/assassin'), duet.length]).toEqual([15, 1, 16]);
    expect(tokenPieces()).toHaveLength(11);
  });

  it('can be made with a printer of one side', () => {
    const covers = oneSided('covers', 'classic', coverPieces(BOXES['classic']!));
    expect(covers).toHaveLength(26);
    expect(covers.every(({ back }) => back === undefined)).toBe(true);
    expect(oneSided('keys', 'classic', newKeys('classic', 3))).toHaveLength(3);
    const [folded] = oneSided('keys', 'duet', newKeys('duet', 1));
    expect(folded!.front.kind).toBe('folded');
  });

  it('has keys that all differ, both faces of one behind each other', () => {
    const keys = newKeys('duet', 48);
    const codes = keys.map(({ front }) => (front.kind === 'key' ? front.card.code : ''));
    expect(new Set(codes).size).toBe(48);
    for (const { front, back } of keys) {
      if (front.kind !== 'key' || back?.kind !== 'key') throw new Error('no key');
      expect([front.card.face, back.card.face]).toEqual([0, 1]);
      expect(back.card.layers).toEqual(readCode(front.card.code).layers);
    }
  });
});

it('draws every pattern that an edition has, within reason', () => {
  for (const box of Object.values(BOXES))
    for (const { pattern } of Object.values(box.looks)) {
      const path = patternPath(pattern, { width: 8.6, height: 8.6 });
      expect(path.length, pattern).toBeLessThan(1500);
      expect(pattern === 'solid' || path.startsWith('M'), pattern).toBe(true);
    }
});
