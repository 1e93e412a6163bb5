// What is to be printed: chosen by the person, made of the deck and of new keys, and laid out on sheets.
import { api } from '$lib/api.ts';
import type { LanguageId } from '$lib/i18n.svelte.ts';
import { pictures } from '$lib/pictures.svelte.ts';
import type { Catalogue, DeckCards } from '$lib/protocol.ts';
import { BOXES } from '../gadget/boxes.ts';
import {
  coverPieces,
  deckPieces,
  isFolded,
  newKeys,
  oneSided,
  partsOf,
  sizeOf,
  tokenPieces,
  type Part,
  type Printed,
  type PrintedFace,
} from './contents.ts';
import { grid, layOut, PAPERS, type PaperId, type SheetSide, type Size } from './sheets.ts';

export const KEY_COUNTS = [12, 24, 48] as const;

export interface PrintedPart {
  part: Part;
  size: Size;
  sides: SheetSide<PrintedFace>[];
}

const NOT_YET: DeckCards = { name: '', cards: [], alt: {} };

export class PrintJob {
  edition = $state('');
  language = $state<LanguageId>('en');
  deckId = $state('');
  paper = $state<PaperId>('a4');
  twoSided = $state(true);
  keyCount = $state<number>(KEY_COUNTS[1]);
  chosen = $state<Record<Part, boolean>>({ keys: true, cards: true, covers: true, tokens: true });
  #deck = $state.raw<DeckCards>(NOT_YET);
  #keys = $state.raw<Printed[]>([]);
  #loaded = $state.raw<ReadonlySet<string>>(new Set());

  readonly decks = $derived.by(() => this.#decksOf(this.edition, this.language));
  readonly drawn = $derived.by(() => this.catalogue.editions.find(({ id }) => id === this.edition)?.drawn ?? false);
  readonly parts = $derived.by(() => partsOf(this.edition).filter((part) => this.chosen[part]));
  readonly printed = $derived.by(() => this.parts.map((part) => this.#printed(part)));
  readonly pages = $derived.by(() => this.printed.reduce((sum, { sides }) => sum + sides.length, 0));
  readonly #wanted = $derived.by(() => (this.chosen.cards ? Object.keys(this.#deck.alt) : []));
  /** How many of the deck's pictures are not there yet: a printer would leave their cards empty. */
  readonly missing = $derived.by(() => this.#wanted.filter((face) => !this.#loaded.has(face)).length);
  readonly ready = $derived.by(() => this.pages > 0 && !this.missing && (this.#deck !== NOT_YET || !this.chosen.cards));

  constructor(
    readonly catalogue: Catalogue,
    edition: string | null,
    language: LanguageId,
  ) {
    this.language = language;
    this.chooseEdition(edition && edition in BOXES ? edition : 'classic');
  }

  chooseEdition(id: string): void {
    this.edition = id;
    this.drawKeys();
    this.chooseDeck(this.catalogue.editions.find((edition) => edition.id === id)!.deck);
  }

  chooseLanguage(language: LanguageId): void {
    this.language = language;
    this.chooseDeck(this.decks.some(({ id }) => id === this.deckId) ? this.deckId : this.decks[0]!.id);
  }

  chooseDeck(id: string): void {
    this.deckId = id;
    this.#deck = NOT_YET;
    void this.#fetch(this.language, id);
  }

  chooseKeys(count: number): void {
    this.keyCount = count;
    this.drawKeys();
  }

  drawKeys(): void {
    this.#keys = newKeys(this.edition, this.keyCount);
  }

  loaded(face: string): void {
    this.#loaded = new Set([...this.#loaded, face]);
  }

  async #fetch(language: LanguageId, id: string): Promise<void> {
    const deck = await api.deck(language, id).catch(() => NOT_YET);
    if (this.language === language && this.deckId === id) this.#deck = deck;
  }

  /** Waits for the pictures of the deck; what this gives back ends the wait. */
  awaitPictures(): () => void {
    const ends = this.#wanted.filter((face) => !pictures.address(face)).map((face) => pictures.wait(face));
    return () => ends.forEach((end) => end());
  }

  #decksOf(edition: string, language: LanguageId) {
    const { drawn, deck } = this.catalogue.editions.find(({ id }) => id === edition)!;
    return this.catalogue.decks.filter(
      (each) => each.language === language && (drawn ? each.id === deck : !each.drawn),
    );
  }

  #printed(part: Part): PrintedPart {
    const size = sizeOf(part, this.drawn, isFolded(part, this.edition, this.twoSided));
    const pieces = this.#pieces(part);
    const laid = this.twoSided ? pieces : oneSided(part, this.edition, pieces);
    return { part, size, sides: layOut(laid, grid(PAPERS[this.paper], size)) };
  }

  #pieces(part: Part): Printed[] {
    switch (part) {
      case 'keys':
        return this.#keys;
      case 'cards':
        return deckPieces(this.#deck);
      case 'covers':
        return coverPieces(BOXES[this.edition]!);
      case 'tokens':
        return tokenPieces();
    }
  }
}
