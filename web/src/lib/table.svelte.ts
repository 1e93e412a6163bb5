// What one reader knows of one table, as the server tells it, and what they may do. It computes no rule: parts are
// replaced as they come, and everything offered is in `legal` and `may`.
import { Connection, type Wish } from './connection.svelte.ts';
import { Rejected } from './api.ts';
import { settings } from './settings.svelte.ts';
import { holds, Unfolding, unfold, type Part, type Step } from './unfolding.ts';
import type {
  Clock,
  EditionBrief,
  Emoted,
  Game,
  Legal,
  Message,
  Moved,
  NextGame,
  Opening,
  ObjectionLine,
  PencilMark,
  Person,
  Place,
  PlaceRequestLine,
  QuestionLine,
  RemovalLine,
  Said,
  StateMessage,
  TableInfo,
  TakeBackLine,
  You,
} from './protocol.ts';

export interface Seen {
  person: string;
  emote: Emoted['emote'];
  key: number;
}

interface Changes {
  left: Person[];
  away: Person[];
  back: Person[];
  /** A place of ours that we did not give up ourselves. */
  lostPlace: { place: string; brief: EditionBrief } | null;
}

const NOTHING: Changes = { left: [], away: [], back: [], lostPlace: null };

/** Hears what has been told, and of a move how far it has been shown: from its first part to the rest. */
export type Listener = (message: Message, part: Part) => void;

const EMOTE_SHOWN = 3200;
/** How often at most others' bots are told that somebody is at work. */
const AT_WORK_EVERY = 4000;

export class TableState {
  you = $state.raw<You | null>(null);
  table = $state.raw<TableInfo | null>(null);
  people = $state.raw<Person[]>([]);
  places = $state.raw<Place[]>([]);
  game = $state.raw<Game | null>(null);
  may = $state.raw<StateMessage['may'] & {}>([]);
  next = $state.raw<NextGame | null>(null);
  opening = $state.raw<Opening | null>(null);
  clock = $state.raw<Clock | null>(null);
  objection = $state.raw<ObjectionLine | null>(null);
  take_back = $state.raw<TakeBackLine | null>(null);
  question = $state.raw<QuestionLine | null>(null);
  requests = $state.raw<PlaceRequestLine[]>([]);
  removals = $state.raw<RemovalLine[]>([]);
  pencil = $state.raw<PencilMark[]>([]);
  talk = $state.raw<Said[]>([]);
  emotes = $state.raw<Seen[]>([]);
  /** The last move, for whoever wants to show how it happened. */
  last = $state.raw<Moved | null>(null);
  /** What of that move has been shown so far; null once all of it has been. */
  showing = $state<Part | null>(null);
  /** How far the server's clock is ahead of ours. */
  ahead = $state(0);
  #underWay = $state.raw<number | null>(null);
  /** Whether the newest state says that the others won't have us at the place that we asked for. */
  turnedDown = false;
  /** Somebody at the door who only wants to look. */
  watching = $state(false);
  /** Whether there are places to go back to: not at one device that goes round. */
  readonly hasLobby: boolean = true;
  /** Whether we look at the places, with the last game still on the table. */
  atPlaces = $state(false);
  /** What the newest state says about people, beside who is there now. */
  changes: Changes = NOTHING;
  #gaveUp = false;

  /** All that any of my seats may do now. */
  readonly legal: Required<Legal> = $derived.by(() => {
    const all = Object.values(this.game?.legal ?? {});
    return {
      clue: all.flatMap(({ clue = [] }) => clue),
      guess: [...new Set(all.flatMap(({ guess = [] }) => guess))],
      stop: all.some(({ stop }) => stop),
      challenge: all.some(({ challenge }) => challenge),
      waive: all.some(({ waive }) => waive),
      cover: [...new Set(all.flatMap(({ cover = [] }) => cover))],
    };
  });

  readonly connection: Connection;
  #listeners = new Set<Listener>();
  #unfolding = new Unfolding();
  #emoteKey = 0;
  #shownWork = 0;

  constructor(id: string, token?: string) {
    this.connection = new Connection(id, (message) => this.hear(message), token);
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#unfolding.stop();
    this.connection.close();
    this.#listeners.clear();
  }

  /** Sends a wish. What the server refuses is thrown as `Rejected`. */
  send(wish: Wish) {
    this.#gaveUp = wish.do === 'stand' || wish.do === 'leave';
    return this.connection.send(wish);
  }

  /** Makes a move on the table as it is seen now; one at a time. */
  async move(wish: MoveWish): Promise<void> {
    if (!this.game || this.busy) return;
    const { ply } = this.game.situation;
    this.#underWay = ply;
    try {
      await this.send({ ...wish, ply } as Wish);
    } finally {
      if (this.#underWay === ply) this.#underWay = null;
    }
  }

  /** Asks no longer for a place. */
  async withdraw(): Promise<void> {
    this.requests = this.requests.filter((request) => request !== this.asked);
    await this.send({ do: 'withdraw_request' });
  }

  /** Whether a move of ours is under way and has not been seen on the table yet. */
  get busy(): boolean {
    return this.#underWay !== null && this.#underWay === this.game?.situation.ply;
  }

  hear(message: Message): void {
    if ('clock' in message && message.clock) this.ahead = message.clock.now - Date.now();
    if (message.type === 'state' || message.type === 'moved') this.#unfolding.then(() => this.#take(message));
    else {
      if (message.type === 'said') this.talk = [...this.talk, message.said];
      else if (message.type === 'emoted') this.#emoted(message);
      this.#tell(message, 'rest');
    }
  }

  /** What a touch that passes the turn has shown, while that is told: nothing else happens meanwhile. */
  get verdict(): Moved | null {
    return this.last && holds(this.last) && this.showing !== null && this.showing !== 'card' ? this.last : null;
  }

  person(id: string | null | undefined): Person | undefined {
    return this.people.find((person) => person.id === id);
  }

  peopleAt(place: string): Person[] {
    return this.people.filter((person) => person.place === place);
  }

  placeOf(seat: string): Place | undefined {
    return this.places.find(({ seats }) => seats.includes(seat));
  }

  get mySeats(): readonly string[] {
    return this.places.find(({ id }) => id === this.you?.place)?.seats ?? [];
  }

  get myTurn(): boolean {
    return this.game?.situation.to_move.some((seat) => this.mySeats.includes(seat)) ?? false;
  }

  /** Those who may move as well as we: whoever is first. */
  readonly rivals: Person[] = $derived.by(() => {
    if (!this.myTurn) return [];
    const seats = this.game!.situation.to_move.filter((seat) => !this.mySeats.includes(seat));
    const places = new Set(seats.map((seat) => this.placeOf(seat)?.id));
    return this.people.filter(({ place }) => place && places.has(place));
  });

  /** Shows bots that could move as well that we are at it. */
  showWork(): void {
    const now = Date.now();
    if (now - this.#shownWork < AT_WORK_EVERY || !this.rivals.some(({ bot }) => bot)) return;
    this.#shownWork = now;
    this.send({ do: 'at_work' }).catch(() => {}); // nothing depends on it
  }

  /** Whether it is us who touch cards now: then any key of our own is not the one that counts. */
  get guesses(): boolean {
    return this.legal.guess.length > 0;
  }

  /** Those who sit somewhere and are there. */
  presentAt(place: string): Person[] {
    return this.peopleAt(place).filter(({ online }) => online);
  }

  get host(): Person | undefined {
    return this.people.find(({ host }) => host);
  }

  /** Places for which the game waits, and nobody is there. */
  get gaps(): Place[] {
    const due = this.game?.situation.to_move ?? [];
    return this.places.filter(
      ({ id, seats }) => seats.some((seat) => due.includes(seat)) && !this.presentAt(id).length,
    );
  }

  /** Whether we have not yet seen where we sit in this game. */
  get newHere(): boolean {
    return this.opening?.unseen.includes(this.you?.person ?? '') ?? false;
  }

  /** The place that we ask for, if we do. */
  get asked(): PlaceRequestLine | undefined {
    return this.requests.find(({ person }) => person === this.you?.person);
  }

  /** Whether there is anybody to talk to, or anything that was said. */
  get talks(): boolean {
    return this.may.includes('talk') || this.talk.length > 0;
  }

  /** Whether a touch has ended the game and can still be taken back: the key is not shown yet. */
  get held(): boolean {
    return this.table?.stage === 'game' && this.game?.situation.phase === 'over';
  }

  get seesKey(): boolean {
    return this.game?.cards.some(({ known }) => known.some((identity) => identity !== null)) ?? false;
  }

  #take(message: StateMessage | Moved): void {
    if (message.type === 'moved') return this.#moved(message);
    if (message.game !== undefined) this.#unfolding.settle();
    this.#replace(message);
    this.#tell(message, 'rest');
  }

  #tell(message: Message, part: Part): void {
    for (const listener of this.#listeners) listener(message, part);
  }

  #replace(state: StateMessage): void {
    const { type: _type, seq: _seq, ...parts } = state;
    const before = this.game;
    const { asked, people, you, table } = this;
    Object.assign(this, parts);
    this.changes = this.#changed(people);
    const place = you?.place;
    if (place && table && !this.you?.place && !this.#gaveUp) this.changes.lostPlace = { place, brief: table.brief };
    if (this.table?.stage === 'game') this.atPlaces = false;
    this.turnedDown = Boolean(asked && !this.asked && this.you?.askable_places.includes(asked.place));
    // At the end of a game all is told anew, with the key: how the last card fell is still to be seen.
    const same = before?.number === this.game?.number && before?.situation.ply === this.game?.situation.ply;
    if (state.game !== undefined && !same) this.last = null;
  }

  #changed(before: readonly Person[]): Changes {
    const now = new Map(this.people.map((person) => [person.id, person]));
    const others = before.filter((person) => !person.bot && person.id !== this.you?.person);
    const turned = (online: boolean) =>
      others.filter(({ id, online: was }) => was !== online && now.get(id)?.online === online);
    return {
      left: others.filter(({ id }) => !now.has(id)),
      away: turned(false),
      back: turned(true),
      lostPlace: null,
    };
  }

  #moved(move: Moved): void {
    if (!this.game) return;
    this.#unfolding.settle();
    this.last = move;
    if (move.clock !== undefined) this.clock = move.clock;
    if (move.pencil !== undefined) this.pencil = move.pencil;
    if (move.question !== undefined) this.question = move.question;
    const held = holds(move);
    this.take_back = null; // the game has gone on
    if (!held) this.may = move.may;
    const show = ({ part, game }: Step) => {
      this.game = game;
      this.showing = part === 'rest' ? null : part;
      if (part === 'rest') this.may = move.may;
      this.#tell(move, part);
    };
    this.#unfolding.show(unfold(this.game, move), held, settings.still || document.hidden, show);
  }

  #emoted({ person, emote }: Emoted): void {
    const seen = { person, emote, key: ++this.#emoteKey };
    this.emotes = [...this.emotes, seen];
    setTimeout(() => (this.emotes = this.emotes.filter((other) => other !== seen)), EMOTE_SHOWN);
  }
}

type MoveOf<C> = C extends { ply: number } ? Omit<C, 'ply'> : never;
export type MoveWish = MoveOf<Exclude<Wish, { do: 'explain' }>>;

export { Rejected };
