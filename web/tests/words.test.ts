import { describe, expect, it } from 'vitest';
import { filledIn, listed, trouble } from '../src/ask/words.ts';

describe('a list of words', () => {
  it('is told apart by the surest sign there is', () => {
    expect(listed('APPLE\nBANK, the river\r\n PIANO ')).toEqual(['APPLE', 'BANK, the river', 'PIANO']);
    expect(listed('APPLE\tBANK\tPIANO')).toEqual(['APPLE', 'BANK', 'PIANO']);
    expect(listed('APPLE; NEW   YORK ;PIANO')).toEqual(['APPLE', 'NEW YORK', 'PIANO']);
    expect(listed('APPLE, AC/DC,,PIANO')).toEqual(['APPLE', 'AC/DC', 'PIANO']);
    expect(listed(' NEW YORK ')).toEqual(['NEW YORK']);
    expect(listed(' \n ')).toEqual([]);
  });

  it('begins where it was dropped and goes on where nothing stands yet', () => {
    expect(filledIn(['', '', 'MOON', '', ''], 1, ['A', 'B', 'C', 'D', 'E'])).toEqual(['D', 'A', 'MOON', 'B', 'C']);
    expect(filledIn(['X', ''], 0, ['A'])).toEqual(['A', '']);
    expect(filledIn(['X', ''], 0, [])).toEqual(['X', '']);
  });
});

describe('what is wrong with a table', () => {
  it('is what is missing before what lies there twice', () => {
    expect(trouble(['A', ' ', ''])).toEqual({ missing: 2 });
    expect(trouble(['Äpfel', 'B', ' äpfel'])).toEqual({ twice: ' äpfel' });
    expect(trouble(['A', 'B'])).toBeNull();
  });
});
