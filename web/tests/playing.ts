// Games, moves and tables for tests to begin with: four cards, two of them red's.
import { vi } from 'vitest';
import type {
  CardFace,
  ClueLine,
  EditionBrief,
  Game,
  Happened,
  Legal,
  Message,
  Moved,
  Situation,
  StateMessage,
} from '../src/lib/protocol.ts';
import { TableState } from '../src/lib/table.svelte.ts';

export const card = (face: string, changes: Partial<CardFace> = {}): CardFace => ({
  face,
  alt: null,
  cover: null,
  marks: [],
  known: [null],
  ...changes,
});

export const situation = (changes: Partial<Situation> = {}): Situation => ({
  ply: 0,
  phase: 'clue',
  turn: 'red',
  to_move: ['red.giver'],
  guesses: 0,
  guesses_left: null,
  left: { red: 2, blue: 1 },
  challenged: false,
  covering: null,
  tokens: null,
  completed: [],
  out: [],
  last_stretch: null,
  sudden_death: false,
  overruled: null,
  end: null,
  explicable: [],
  ...changes,
});

export const brief: EditionBrief = {
  id: 'classic',
  name: 'Classic',
  terms: '',
  together: false,
  agents: { red: 'red', blue: 'blue' },
  looks: {
    red: { colour: 'red', pattern: 'rising', emblem: 'cloche' },
    blue: { colour: 'blue', pattern: 'falling', emblem: 'fedora' },
    assassin: { colour: 'black', pattern: 'solid', emblem: 'assassin' },
  },
};

export const game = (changes: Partial<Game> = {}): Game => ({
  number: 1,
  edition: 'classic',
  brief,
  mode: 'teams',
  columns: 2,
  rows: 2,
  starts: 'red',
  cards: ['TREE', 'BANK', 'MOON', 'SPY'].map((face) => card(face)),
  log: [],
  last_touches: [],
  taken_back: [],
  time_ups: [],
  pairings: [],
  situation: situation(),
  legal: {},
  ...changes,
});

export const line = (word: string, touched: ClueLine['touched'] = [], changes: Partial<ClueLine> = {}): ClueLine => ({
  side: 'red',
  word,
  number: 2,
  status: 'given',
  touched,
  ...changes,
});

export const move = (changes: Partial<Moved> = {}): Moved => ({
  type: 'moved',
  seq: 1,
  by: null,
  events: [],
  cards: [],
  line: null,
  lines: 0,
  situation: situation({ ply: 1 }),
  legal: {},
  may: [],
  ...changes,
});

export const touched = (index: number, identity: string): Happened => ({
  event: 'CardTouched',
  side: 'red',
  card: index,
  identity,
});

/** A socket that nobody is at the other end of, but the test. */
export class Line {
  static all: Line[] = [];
  sent: unknown[] = [];
  closed = false;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(
    readonly address: URL,
    readonly protocols: string[],
  ) {
    Line.all.push(this);
  }

  static get last(): Line {
    return Line.all.at(-1)!;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed = true;
  }

  says(message: Message): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  breaks(code = 1006): void {
    this.onclose?.({ code });
  }
}

/** Sockets lead to the test from now on. */
export function wire(): void {
  Line.all = [];
  vi.stubGlobal('WebSocket', Line);
}

export const place = (id: string, ...seats: string[]) => ({ id, seats, locked: false, single: true });

/** A table whose reader holds red's spymaster, with a bot as the operative, as far as not told otherwise. */
export function table(changes: Partial<StateMessage> = {}, legal: Record<string, Legal> = {}): TableState {
  wire();
  const state = new TableState('abc');
  const person = { online: true, ready: true, host: false, relief: null };
  Line.last.says({
    type: 'state',
    seq: 0,
    you: { person: 'ann', joined: true, host: true, place: 'red.giver', open_places: [], askable_places: [] },
    people: [
      { id: 'ann', name: 'Ann', place: 'red.giver', bot: null, ...person },
      { id: 'bot', name: 'Otto', place: 'red.guesser', bot: 'balanced', ...person },
    ],
    places: [place('red.giver', 'red.giver'), place('red.guesser', 'red.guesser')],
    game: game({ legal }),
    ...changes,
  });
  return state;
}
