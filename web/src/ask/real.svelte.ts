// A real table as this phone knows it: the words that lie there, what covers them, and what was said. Kept on the phone
// over a reload; no key is ever part of it.
import { api } from '$lib/api.ts';
import { language, type LanguageId } from '$lib/i18n.svelte.ts';
import type { CardFace, Catalogue, DeckCards, EditionInfo, RealClue, RefereeQuestion } from '$lib/protocol.ts';
import { BOXES } from '../gadget/boxes.ts';
import { filledIn, trouble } from './words.ts';

const KEY = 'deckname.real-table';
const NO_DECK: DeckCards = { name: '', cards: [], alt: {} };

type Mode = EditionInfo['modes'][number];

export interface Kept {
  edition: string;
  language: LanguageId;
  mode: Mode;
  starts: string | null;
  words: string[];
  covers: (string | null)[];
  marks: string[][];
  tokens: number | null;
  log: RealClue[];
  laid: boolean;
}

export class RealGame {
  kept = $state<Kept>()!;
  /** What one may type, by what stands on a card: for pictures their description. */
  #deck = $state.raw<DeckCards>(NO_DECK);

  readonly edition = $derived.by(() => this.catalogue.editions.find(({ id }) => id === this.kept.edition)!);
  readonly sides = $derived.by(() => Object.keys(this.edition.agents));
  /** Those who give clues: nobody speaks for an imaginary team. */
  readonly speakers = $derived.by(() => (this.kept.mode === 'coop' ? [this.kept.starts!] : this.sides));
  readonly trouble = $derived.by(() => trouble(this.kept.words));
  readonly #names = $derived.by(() => picturesByName(this.#deck));
  readonly suggestions = $derived.by(() => [
    ...new Set(this.#deck.cards.flat().map((face) => this.#deck.alt[face] ?? face)),
  ]);
  readonly faces = $derived.by(() => this.kept.words.map((word) => this.#names.get(word.trim()) ?? word.trim()));
  readonly cards = $derived.by((): CardFace[] =>
    this.faces.map((face, at) => ({
      face,
      alt: this.#deck.alt[face] ?? null,
      cover: this.kept.covers[at] ?? null,
      marks: this.kept.marks[at] ?? [],
      known: [],
    })),
  );

  constructor(readonly catalogue: Catalogue) {
    this.kept = restored() ?? fresh('classic', language.id, this.catalogue);
    this.#fetch();
  }

  /** What every question tells of the table. */
  get asked(): Omit<RefereeQuestion, 'word' | 'number'> {
    const { edition, language, mode, covers, marks, tokens, log } = this.kept;
    return { edition, language, mode, cards: this.faces, covers, marks, tokens, log };
  }

  choose(change: Partial<Pick<Kept, 'edition' | 'language'>>): void {
    const { edition, language } = { ...this.kept, ...change };
    this.kept = fresh(edition, language, this.catalogue);
    this.#deck = NO_DECK;
    this.#fetch();
  }

  fill(at: number, words: readonly string[]): void {
    this.kept.words = filledIn(this.kept.words, at, words).slice(0, this.kept.words.length);
  }

  /** Words are there: from now on the table lies as it is. */
  lay(laid: boolean): void {
    this.kept.laid = laid;
  }

  clear(): void {
    this.kept = { ...fresh(this.kept.edition, this.kept.language, this.catalogue), mode: this.kept.mode };
  }

  /** What lies on a card now. If it was touched for the clue on the table, the clue's line says so. */
  cover(card: number, identity: string | null): void {
    this.kept.covers[card] = identity;
    this.kept.marks[card] = [];
    for (const clue of this.kept.log) clue.touched = clue.touched!.filter((touch) => touch.card !== card);
    if (identity) this.#touch(card, identity);
  }

  /** In Duet: a token on a card, for the side that touched it in vain. */
  mark(card: number, side: string): void {
    const marks = this.kept.marks[card]!;
    this.kept.marks[card] = marks.includes(side) ? marks.filter((other) => other !== side) : [...marks, side];
    if (!marks.includes(side)) this.#touch(card, 'bystander');
  }

  say(side: string, word: string, number: RealClue['number']): void {
    const last = this.kept.log.at(-1);
    if (last && last.side === side && last.word === word) last.number = number;
    else this.kept.log.push({ side, word, number, touched: [] });
  }

  unsay(at: number): void {
    this.kept.log.splice(at, 1);
  }

  keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // A browser that keeps nothing forgets the table with the page.
    }
  }

  #touch(card: number, identity: string): void {
    this.kept.log.at(-1)?.touched!.push({ card, identity });
  }

  #fetch(): void {
    const { language, edition } = this.kept;
    const deck = this.catalogue.editions.find(({ id }) => id === edition)!.deck;
    void api.deck(language, deck).then(
      (found) => language === this.kept.language && edition === this.kept.edition && (this.#deck = found),
      () => undefined, // nothing to complete from: one types the whole word
    );
  }
}

/** Where a card has a picture on one side and its name on the other, whoever types the name means the name. */
function picturesByName({ cards, alt }: DeckCards): ReadonlyMap<string, string> {
  const words = new Set(cards.flat());
  return new Map(Object.entries(alt).flatMap(([face, name]) => (words.has(name) ? [] : [[name, face] as const])));
}

function fresh(edition: string, language: LanguageId, catalogue: Catalogue): Kept {
  const { columns, rows, deals, tokens } = BOXES[edition]!;
  const size = columns * rows;
  return {
    edition,
    language,
    mode: catalogue.editions.find(({ id }) => id === edition)!.modes[0]!,
    starts: Object.keys(deals)[0] || null,
    words: Array<string>(size).fill(''),
    covers: Array<string | null>(size).fill(null),
    marks: Array.from({ length: size }, () => []),
    tokens,
    log: [],
    laid: false,
  };
}

/** What this phone kept, if it can be read and still is a table of ours. */
function restored(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
    const box = kept && BOXES[kept.edition];
    const whole = box && [kept.words, kept.covers, kept.marks].every((part) => part.length === box.columns * box.rows);
    return whole && Array.isArray(kept.log) ? kept : null;
  } catch {
    return null;
  }
}
