// Six letters become a key card, on this phone alone: the twin of src/deckname/gadget/keys.py, and docs/gadget.md tells
// it in words. What stands here may never change, for codes are written on paper; tests/gadget/golden.json holds it.
import { BOXES, FORMS, type Box } from './boxes.ts';

/** No two of them look or sound alike in any of our languages, and without vowels no code is a word. */
export const ALPHABET = 'CFHKMPRSTWXYZ';
export const LETTERS = 6;
/** What people hear or read instead: taken for what was meant. */
const MISTAKEN: Readonly<Record<string, string>> = { B: 'P', D: 'T', N: 'M', V: 'W', G: 'C', '5': 'S', '2': 'Z' };
const SEPARATORS = /[\s\-–—._:·]+/g;

const NUMBERS = ALPHABET.length ** (LETTERS - 1);
const SEEDS = Math.floor(NUMBERS / FORMS.length);
/** Each undoes the other modulo NUMBERS: neighbours among the numbers are no neighbours among the codes. */
const STIR = 229471;
const UNSTIR = 231132;

export interface KeyCard {
  readonly code: string;
  readonly edition: string;
  readonly box: Box;
  readonly starts: string | null;
  /** Which layer of the key this phone shows. */
  readonly face: number;
  /** The whole key, layer by layer: only one of them is this phone's to show. */
  readonly layers: readonly (readonly string[])[];
}

/** Letters that are no code of a key; `code` names a sentence of `key_error`. */
export class KeyCodeError extends Error {
  constructor(
    readonly code: 'wrong_length' | 'wrong_letter' | 'wrong_check',
    readonly details: Readonly<Record<string, string | number>> = {},
  ) {
    super(code);
  }
}

/** The key card of a code as people type it. */
export function readCode(text: string): KeyCard {
  const letters = [...text.replace(SEPARATORS, '')].map(letterOf);
  if (letters.length !== LETTERS) throw new KeyCodeError('wrong_length', { count: letters.length, needed: LETTERS });
  if (weigh(letters) % ALPHABET.length) throw new KeyCodeError('wrong_check');
  const { seed, form } = seedAndForm(letters);
  if (seed >= SEEDS) throw new KeyCodeError('wrong_check'); // the last numbers, too few for one more key of every form
  return keyCard(seed, form);
}

export function keyCard(seed: number, form: number): KeyCard {
  const { edition, starts, face } = FORMS[form]!;
  const box = BOXES[edition]!;
  const stream = FORMS.findIndex((other) => other.edition === edition && other.starts === starts);
  return { code: codeOf(seed, form), edition, box, starts, face, layers: layersOf(box, starts, values(seed, stream)) };
}

/** Any key of this edition; who starts is left to chance unless it is said. Of a two-sided key its first face. */
export function newCard(edition: string, starts?: string): KeyCard {
  const forms = [...FORMS.keys()].filter((place) => {
    const form = FORMS[place]!;
    return form.edition === edition && form.face === 0 && (starts === undefined || form.starts === starts);
  });
  return keyCard(below(SEEDS, chance()), forms[below(forms.length, chance())]!);
}

/** What the second phone types, where a key has two faces. */
export function otherFace({ code, edition, face }: KeyCard): string | undefined {
  const form = FORMS.findIndex((other) => other.edition === edition && other.face === 1 - face);
  return form < 0 ? undefined : codeOf(seedAndForm([...code].map(letterOf)).seed, form);
}

/** As people read it out: in two halves. */
export const spaced = (code: string) => `${code.slice(0, LETTERS / 2)} ${code.slice(LETTERS / 2)}`;

function letterOf(typed: string): number {
  const capital = typed.toUpperCase();
  const place = ALPHABET.indexOf(MISTAKEN[capital] ?? capital);
  if (capital.length !== 1 || place < 0) throw new KeyCodeError('wrong_letter', { letter: typed });
  return place;
}

/** Weights that all differ: one wrong letter, or two that changed places, never come out even. */
const weigh = (letters: readonly number[]) =>
  letters.reduce((sum, letter, place) => sum + (LETTERS - place) * letter, 0);

function seedAndForm(letters: readonly number[]): { seed: number; form: number } {
  const stirred = letters.slice(0, -1).reduce((number, letter) => number * ALPHABET.length + letter, 0);
  const number = (stirred * UNSTIR) % NUMBERS;
  return { seed: Math.floor(number / FORMS.length), form: number % FORMS.length };
}

function codeOf(seed: number, form: number): string {
  const letters: number[] = [];
  let stirred = ((seed * FORMS.length + form) * STIR) % NUMBERS;
  for (let count = 1; count < LETTERS; count++) {
    letters.unshift(stirred % ALPHABET.length);
    stirred = Math.floor(stirred / ALPHABET.length);
  }
  const rest = weigh(letters) % ALPHABET.length;
  return [...letters, (ALPHABET.length - rest) % ALPHABET.length].map((letter) => ALPHABET[letter]).join('');
}

/** The cards in the order in which the box names them, shuffled as Fisher and Yates do. */
function layersOf(box: Box, starts: string | null, numbers: Iterator<number>): string[][] {
  const cards = box.deals[starts ?? '']!.flatMap(([identities, count]) =>
    Array<readonly string[]>(count).fill(identities),
  );
  for (let last = cards.length - 1; last > 0; last--) {
    const other = below(last + 1, numbers);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return cards[0]!.map((_, layer) => cards.map((identities) => identities[layer]!));
}

/** Every number below `bound` is equally likely: what would favour some is thrown away. */
function below(bound: number, numbers: Iterator<number>): number {
  const fair = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const value: number = numbers.next().value;
    if (value < fair) return value % bound;
  }
}

/** Chris Doty-Humphrey's sfc32: four words of 32 bits, of which the first sixteen values warm it up. */
function* values(seed: number, stream: number): Generator<number, never> {
  let [a, b, c, counter] = [0, seed, stream, 1];
  for (let turn = 0; ; turn++) {
    const value = (a + b + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = (b ^ (b >>> 9)) >>> 0;
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + value) >>> 0;
    if (turn >= 16) yield value;
  }
}

/** The device's own dice, for a new key. */
function* chance(): Generator<number, never> {
  for (;;) yield crypto.getRandomValues(new Uint32Array(1))[0]!;
}
