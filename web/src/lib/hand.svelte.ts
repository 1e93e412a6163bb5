// What this person's hand is doing on the board: a card picked but not yet touched, and words a spymaster has in mind.
// Nothing here leaves the device before it is confirmed.
import { notices } from './notices.svelte.ts';
import type { TableState } from './table.svelte.ts';

export type Purpose = 'guess' | 'cover' | 'mean' | 'pencil';

/** A second tap that comes sooner is a slip of the finger, not a decision. */
const SLIP = 280;

export class Hand {
  #picked = $state<number | null>(null);
  #meant = $state.raw<ReadonlySet<number>>(new Set());
  #pickedAt = 0;

  constructor(private readonly table: TableState) {}

  /** The card that waits for a second tap; none once the table no longer allows it. */
  get picked(): number | null {
    return this.#picked !== null && this.#move(this.#picked) ? this.#picked : null;
  }

  /** Open cards a spymaster thinks of while looking for a clue. */
  get meant(): readonly number[] {
    return [...this.#meant].filter((index) => this.table.game?.cards[index]?.cover === null);
  }

  purpose(index: number): Purpose | null {
    const card = this.table.game?.cards[index];
    if (!card || card.cover !== null) return null;
    if (this.#move(index)) return this.#move(index);
    if (this.table.legal.clue.length && card.known.some(Boolean)) return 'mean';
    return this.table.may.includes('pencil') ? 'pencil' : null;
  }

  pick(index: number): void {
    this.table.showWork();
    if (this.purpose(index) === 'mean') return this.#toggle(index);
    if (this.purpose(index) === 'pencil') return this.pencil(index);
    if (!this.#move(index)) return;
    if (this.#picked === index) {
      if (performance.now() - this.#pickedAt > SLIP) void this.confirm(index);
    } else {
      this.#picked = index;
      this.#pickedAt = performance.now();
    }
  }

  async confirm(index: number): Promise<void> {
    const move = this.#move(index);
    if (!move || this.table.busy) return; // a move is under way: what was picked stays picked
    // The button under the thumb goes with the pick: whoever pressed it by keyboard goes on from the card.
    document.querySelector<HTMLElement>(`[data-card="${index}"]`)?.focus({ preventScroll: true });
    this.#picked = null;
    await notices.refusals(this.table.move({ do: move, card: index }));
  }

  hasPencilled(index: number): boolean {
    return this.table.pencil.some(({ card, person }) => card === index && person === this.table.you?.person);
  }

  pencil(index: number): void {
    this.#picked = null;
    void notices.refusals(this.table.send({ do: 'pencil', card: index, on: !this.hasPencilled(index) }));
  }

  drop(): void {
    this.#picked = null;
  }

  forget(): void {
    this.#meant = new Set();
  }

  #move(index: number): 'guess' | 'cover' | null {
    const { guess, cover } = this.table.legal;
    return guess.includes(index) ? 'guess' : cover.includes(index) ? 'cover' : null;
  }

  #toggle(index: number): void {
    const meant = new Set(this.#meant);
    if (!meant.delete(index)) meant.add(index);
    this.#meant = meant;
  }
}
