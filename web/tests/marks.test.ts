import { describe, expect, test } from 'vitest';
import { MISSIONS } from '../src/gadget/boxes.ts';
import { keyCard, type KeyCard } from '../src/gadget/keys.ts';
import {
  faceDone,
  inOrder,
  nextNumber,
  standingMarks,
  standingOf,
  turnedPlaces,
  type Deed,
  type Mark,
} from '../src/gadget/marks.ts';

const marks = (...deeds: Deed[]): Mark[] => deeds.map((deed, place) => ({ at: place + 1, ...deed }) as Mark);
const places = (card: KeyCard, identity: string, layer = 0) =>
  card.layers[layer]!.flatMap((of, place) => (of === identity ? [place] : []));
const cover = (card: number): Deed => ({ do: 'cover', card });

describe('two teams', () => {
  const classic = keyCard(2026, 0); // red starts
  const [red, blue] = [places(classic, 'red'), places(classic, 'blue')];
  const after = (...deeds: Deed[]) => standingOf(classic, marks(...deeds));

  test('at first nothing is covered', () => {
    expect(after()).toMatchObject({ turn: 'red', turns: 0, left: { red: 9, blue: 8 }, clue: null, end: null });
    expect(after().tokens).toBeNull();
  });

  test('a clue for n gives n + 1 guesses, and the last of them ends the turn', () => {
    expect(after({ do: 'clue', number: 2 })).toMatchObject({ clue: 2, guesses: 3 });
    const two = after({ do: 'clue', number: 1 }, cover(red[0]!));
    expect(two).toMatchObject({ guessing: true, guesses: 1, turn: 'red', left: { red: 8 } });
    const three = after({ do: 'clue', number: 1 }, cover(red[0]!), cover(red[1]!));
    expect(three).toMatchObject({ turn: 'blue', turns: 1, guessing: false, clue: null, guesses: null });
  });

  test.each([0, 'unlimited' as const])('a clue for %s has no limit', (number) => {
    expect(after({ do: 'clue', number }).guesses).toBeNull();
    expect(after({ do: 'clue', number }, ...red.slice(0, 5).map(cover))).toMatchObject({ turn: 'red', guesses: null });
  });

  test('a stranger ends the turn, and the other side is glad of its agent', () => {
    expect(after(cover(places(classic, 'bystander')[0]!))).toMatchObject({ turn: 'blue', left: { red: 9, blue: 8 } });
    expect(after(cover(blue[0]!))).toMatchObject({ turn: 'blue', left: { red: 9, blue: 7 } });
    expect(after({ do: 'stop' })).toMatchObject({ turn: 'blue' });
  });

  test('who has found all has won, in whosever turn', () => {
    expect(after(...red.map(cover)).end).toEqual({ winner: 'red', reason: 'all_found' });
    const gifts = blue.flatMap((place) => [cover(place), { do: 'stop' } as Deed]);
    expect(after(...gifts).end).toEqual({ winner: 'blue', reason: 'all_found' });
  });

  test('who finds the assassin has lost, and nothing follows', () => {
    const dead = after(cover(places(classic, 'assassin')[0]!), cover(red[0]!), { do: 'stop' });
    expect(dead).toMatchObject({ end: { winner: 'blue', reason: 'assassin' }, left: { red: 9 } });
  });

  test('a card is covered once, however often it is tapped', () => {
    expect(after(cover(red[0]!), cover(red[0]!)).left.red).toBe(8);
  });

  test('an undo takes back the last that counts, also the end', () => {
    expect(after(cover(blue[0]!), { do: 'undo' })).toEqual(after());
    expect(after({ do: 'undo' }, { do: 'undo' })).toEqual(after());
    expect(after(cover(red[0]!), cover(blue[0]!), { do: 'undo' }, { do: 'undo' })).toEqual(after());
    expect(after(cover(places(classic, 'assassin')[0]!), { do: 'undo' }).end).toBeNull();
  });
});

describe('two together', () => {
  const duet = keyCard(2026, 8);
  const bystanders = places(duet, 'bystander', 1);
  const by = (side: Deed['by'], card: number, found: Deed['found']): Deed => ({ do: 'cover', card, by: side, found });
  const miss = (card: number) => by('a', card, 'bystander');
  const after = (...deeds: Deed[]) => standingOf(duet, marks(...deeds));

  test('fifteen agents on two faces, and nine tokens', () => {
    expect(after()).toMatchObject({ left: { green: 15 }, tokens: { bystander: 9, closed: 0 }, turn: null });
  });

  test('an agent is found for both, a bystander for one and costs a token', () => {
    const green = places(duet, 'green')[0]!;
    expect(after(by('b', green, 'green'))).toMatchObject({ left: { green: 14 }, tokens: { bystander: 9 }, turns: 0 });
    const mistaken = after(by('a', green, 'bystander'), by('a', green, 'bystander'));
    expect(mistaken).toMatchObject({ tokens: { bystander: 8 }, turns: 1 });
    expect(mistaken.covers[green]).toBeNull();
    expect(mistaken.tried[green]).toEqual(['a']);
    expect(after(by('a', green, 'bystander'), by('b', green, 'green')).covers[green]).toBe('green');
  });

  test('stopping takes a token; without one left it is sudden death, where a mistake is the end', () => {
    const nine = Array<Deed>(9).fill({ do: 'stop' });
    expect(after(...nine)).toMatchObject({ suddenDeath: true, end: null, tokens: { bystander: 0, closed: 0 } });
    expect(after(...nine, miss(bystanders[0]!)).end).toEqual({ winner: null, reason: 'sudden_death_miss' });
    expect(after(...nine, { do: 'stop' }).tokens).toEqual({ bystander: 0, closed: 0 });
  });

  test('a mission lays out its own tokens, by their faces', () => {
    const { turns, mistakes } = MISSIONS.berlin!;
    const laid: Deed = { do: 'lay', turns, mistakes };
    expect(after(laid).tokens).toEqual({ bystander: 2, closed: 9 });
    expect(after(laid, { do: 'stop' }).tokens).toEqual({ bystander: 2, closed: 8 });
    const misses = bystanders.slice(0, 3).map(miss);
    expect(after(laid, ...misses).tokens).toEqual({ bystander: 0, closed: 7 }); // the third costs two
    const poor: Deed[] = [{ do: 'lay', turns: 1, mistakes: 0 }, miss(bystanders[0]!)];
    expect(after(...poor).end).toEqual({ winner: null, reason: 'out_of_tokens' });
  });

  test('an assassin is the end, and all fifteen are the other', () => {
    expect(after(by('b', 3, 'assassin')).end).toEqual({ winner: null, reason: 'assassin' });
    const all = duet.layers[0]!.flatMap((of, place) =>
      of === 'green' || duet.layers[1]![place] === 'green' ? [place] : [],
    );
    expect(after(...all.map((place) => by('a', place, 'green'))).end).toEqual({ winner: null, reason: 'all_found' });
  });

  test('who has no agents left on their face is told', () => {
    const mine = places(duet, 'green').map((place) => by('b', place, 'green'));
    expect(faceDone(duet, after(...mine.slice(1)))).toBe(false);
    expect(faceDone(duet, after(...mine))).toBe(true);
    expect(faceDone({ ...duet, face: 1 }, after(...mine))).toBe(false);
  });
});

describe('several phones', () => {
  test('lay all marks in one order, wherever they come from', () => {
    const sheets = {
      one: [
        { at: 1, do: 'cover', card: 3 },
        { at: 3, do: 'undo' },
      ] as Mark[],
      two: [
        { at: 2, do: 'cover', card: 4 },
        { at: 3, do: 'stop' },
      ] as Mark[],
    };
    const same = { two: sheets.two, one: sheets.one };
    expect(inOrder(sheets).map(({ do: what }) => what)).toEqual(['cover', 'cover', 'undo', 'stop']);
    expect(inOrder(same)).toEqual(inOrder(sheets));
    expect(standingMarks(inOrder(sheets)).map(({ at }) => at)).toEqual([1, 3]);
    expect(nextNumber(sheets)).toBe(4);
    expect(nextNumber({})).toBe(1);
  });
});

describe('a card that is turned', () => {
  test('by a quarter its left column is its top row', () => {
    expect(turnedPlaces(3, 2, 0)).toEqual({ columns: 3, places: [0, 1, 2, 3, 4, 5] });
    expect(turnedPlaces(3, 2, 1)).toEqual({ columns: 2, places: [3, 0, 4, 1, 5, 2] });
    expect(turnedPlaces(3, 2, 2)).toEqual({ columns: 3, places: [5, 4, 3, 2, 1, 0] });
    expect(turnedPlaces(3, 2, 3)).toEqual({ columns: 2, places: [2, 5, 1, 4, 0, 3] });
    expect(turnedPlaces(3, 2, 4)).toEqual(turnedPlaces(3, 2, 0));
  });
});
