// What a table with a box has done so far, and how it stands: marks in, a standing out, and nothing else. Several phones
// may mark; every one of them lays all marks in one order, so all come to the same standing.
import type { TableMark } from '../lib/protocol.ts';
import type { KeyCard } from './keys.ts';

export type Mark = TableMark;
export type ClueNumber = number | 'unlimited';
/** Everything but its place in the order. */
export type Deed = Partial<Omit<Mark, 'at' | 'do'>> & Pick<Mark, 'do'>;
/** What each phone has marked, by the phone's own name. */
export type Sheets = Readonly<Record<string, readonly Mark[]>>;

export interface Standing {
  /** What each card is covered by; null while it lies open. */
  readonly covers: readonly (string | null)[];
  /** In Duet: which sides have taken each card for an agent, and were wrong. */
  readonly tried: readonly (readonly string[])[];
  /** Whose turn it is; null in Duet, where the two take turns as they like. */
  readonly turn: string | null;
  readonly turns: number;
  /** Whether a clue was given in this turn, or a card touched: now they guess. */
  readonly guessing: boolean;
  readonly clue: ClueNumber | null;
  /** null: as many as they like, or no clue yet. */
  readonly guesses: number | null;
  /** Agents to be found, by identity. */
  readonly left: Readonly<Record<string, number>>;
  readonly tokens: { readonly bystander: number; readonly closed: number } | null;
  readonly suddenDeath: boolean;
  readonly end: { readonly winner: string | null; readonly reason: string } | null;
}

/** All marks in one order: by their number, and where two phones gave the same one, by the phone. */
export function inOrder(sheets: Sheets): Mark[] {
  const all = Object.entries(sheets).flatMap(([phone, marks]) => marks.map((mark) => ({ phone, mark })));
  all.sort((one, other) => one.mark.at - other.mark.at || (one.phone < other.phone ? -1 : 1));
  return all.map(({ mark }) => mark);
}

/** The number of a mark that comes behind all others. */
export const nextNumber = (sheets: Sheets) =>
  1 + Math.max(0, ...Object.values(sheets).flatMap((marks) => marks.map(({ at }) => at)));

/** The marks that count: an undo takes the last one back, whoever made it. */
export function standingMarks(marks: readonly Mark[]): Mark[] {
  const counting: Mark[] = [];
  for (const mark of marks) {
    if (mark.do === 'undo') counting.pop();
    else counting.push(mark);
  }
  return counting;
}

export function standingOf(card: KeyCard, marks: readonly Mark[]): Standing {
  return standingMarks(marks).reduce((standing, mark) => next(card, standing, mark), fresh(card));
}

function fresh({ box, layers, starts }: KeyCard): Standing {
  const agents = Object.keys(box.looks).filter((identity) => identity !== 'bystander' && identity !== 'assassin');
  const places = layers[0]!.map((_, place) => place);
  const count = (agent: string) => places.filter((place) => layers.some((layer) => layer[place] === agent)).length;
  return {
    covers: places.map(() => null),
    tried: places.map(() => []),
    turn: starts,
    turns: 0,
    guessing: false,
    clue: null,
    guesses: null,
    left: Object.fromEntries(agents.map((agent) => [agent, count(agent)])),
    tokens: box.tokens === null ? null : { bystander: box.tokens, closed: 0 },
    suddenDeath: false,
    end: null,
  };
}

function next(card: KeyCard, standing: Standing, mark: Mark): Standing {
  if (mark.do === 'lay')
    return { ...standing, tokens: { bystander: mark.mistakes!, closed: mark.turns! - mark.mistakes! } };
  if (standing.end) return standing;
  if (mark.do === 'clue') {
    const number = mark.number ?? null;
    const limited = typeof number === 'number' && number > 0 && !standing.tokens;
    return { ...standing, guessing: true, clue: number, guesses: limited ? number + 1 : null };
  }
  if (mark.do === 'stop') return standing.tokens ? closed(standing) : passed(card, standing);
  return standing.tokens ? touchedTogether(standing, mark) : touched(card, standing, mark.card!);
}

/** T8 to T14: one key for all. Whose agent it is counts it; only one's own lets the turn go on. */
function touched(card: KeyCard, standing: Standing, place: number): Standing {
  const identity = card.layers[0]![place];
  if (identity === undefined || standing.covers[place] !== null) return standing;
  const after = covered(standing, place, identity);
  if (identity === 'assassin') return { ...after, end: { winner: otherSide(card, standing.turn), reason: 'assassin' } };
  if (after.left[identity] === 0) return { ...after, end: { winner: identity, reason: 'all_found' } };
  if (identity !== standing.turn || standing.guesses === 1) return passed(card, after);
  return { ...after, guessing: true, guesses: standing.guesses === null ? null : standing.guesses - 1 };
}

/** D5 to D15: two keys, and tokens. What was found is what whoever holds the other face has said. */
function touchedTogether(standing: Standing, { card: place, by, found }: Mark): Standing {
  const tried = standing.tried[place ?? -1];
  if (!tried || !by || !found || standing.covers[place!] !== null || tried.includes(by)) return standing;
  if (found === 'assassin') return lost(covered(standing, place!, found), 'assassin');
  if (found !== 'bystander') {
    const after = { ...covered(standing, place!, found), guessing: true };
    return after.left[found] === 0 ? { ...after, end: { winner: null, reason: 'all_found' } } : after;
  }
  const after = { ...standing, tried: standing.tried.with(place!, [...tried, by]) };
  return standing.suddenDeath ? lost(after, 'sudden_death_miss') : paid(after);
}

/** A mistake: a bystander token, or two of the others (M4); who can't pay has lost (M5). */
function paid(standing: Standing): Standing {
  const { bystander, closed: other } = standing.tokens!;
  if (bystander) return turnOver(standing, { bystander: bystander - 1, closed: other });
  return other < 2 ? lost(standing, 'out_of_tokens') : turnOver(standing, { bystander, closed: other - 2 });
}

/** A turn that ends well takes a token, too (D10, M3). */
function closed(standing: Standing): Standing {
  const { bystander, closed: other } = standing.tokens!;
  if (standing.suddenDeath) return standing;
  return turnOver(standing, other ? { bystander, closed: other - 1 } : { bystander: bystander - 1, closed: other });
}

function turnOver(standing: Standing, tokens: NonNullable<Standing['tokens']>): Standing {
  const suddenDeath = tokens.bystander + tokens.closed === 0;
  return { ...standing, tokens, suddenDeath, guessing: false, clue: null, guesses: null, turns: standing.turns + 1 };
}

const lost = (standing: Standing, reason: string): Standing => ({ ...standing, end: { winner: null, reason } });

function covered(standing: Standing, place: number, identity: string): Standing {
  const left =
    identity in standing.left ? { ...standing.left, [identity]: standing.left[identity]! - 1 } : standing.left;
  return { ...standing, covers: standing.covers.with(place, identity), left };
}

function passed(card: KeyCard, standing: Standing): Standing {
  const turn = otherSide(card, standing.turn);
  return { ...standing, turn, guessing: false, clue: null, guesses: null, turns: standing.turns + 1 };
}

const otherSide = ({ box }: KeyCard, side: string | null) =>
  Object.keys(box.deals).find((other) => other !== side) ?? null;

/** Whether all agents of one face are found: its holder gives no more clues (D13). */
export const faceDone = ({ layers, face }: KeyCard, { covers, left }: Standing) =>
  layers[face]!.every((identity, place) => !(identity in left) || covers[place] !== null);

/** Sides of a two-sided key, by the layer that each of them holds. */
export const SIDES = ['a', 'b'] as const;

/** The places of a grid as they lie after so many quarter turns clockwise, row by row. */
export function turnedPlaces(columns: number, rows: number, quarters: number): { columns: number; places: number[] } {
  let places = Array.from({ length: columns * rows }, (_, place) => place);
  for (let turn = 0; turn < quarters % 4; turn++) {
    const [wide, high] = [columns, rows];
    places = Array.from(
      { length: wide * high },
      (_, at) => places[(high - 1 - (at % high)) * wide + Math.floor(at / high)]!,
    );
    [columns, rows] = [high, wide];
  }
  return { columns, places };
}
