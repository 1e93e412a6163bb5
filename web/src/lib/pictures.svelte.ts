// Where drawn cards are. An address names what it shows and never changes, so the list of them is asked for once, when
// the first drawn card is shown; and again only while somebody waits for one: the engraver may still be at work, or the
// house was renewed and has another picture in its place.
import { api } from './api.ts';
import { later } from './later.ts';
import { workshop } from './workshop.svelte.ts';

const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 10_000;

class Pictures {
  /** Whether a card is shown that is not drawn yet. */
  missing = $state(false);
  #addresses = $state.raw<Record<string, string>>({});
  #awaited = new Map<string, number>();
  #asking = false;
  #pause = 0;

  address(face: string): string | undefined {
    return this.#addresses[face];
  }

  /** Somebody waits for a picture, until they call what they get here. */
  wait(face: string): () => void {
    this.#awaited.set(face, (this.#awaited.get(face) ?? 0) + 1);
    if (!this.#asking) this.#askSoon();
    return () => {
      const others = this.#awaited.get(face)! - 1;
      if (others) this.#awaited.set(face, others);
      else this.#awaited.delete(face);
      this.missing &&= this.#awaited.size > 0;
    };
  }

  /** An address has led to its picture. */
  found(): void {
    this.#pause = 0;
  }

  /** An address has led nowhere. */
  lost(face: string): void {
    const { [face]: _gone, ...others } = this.#addresses;
    this.#addresses = others;
    this.#slower();
  }

  #askSoon(): void {
    this.#asking = true;
    if (this.#pause) later(this.#pause, () => void this.#ask());
    else void this.#ask();
  }

  async #ask(): Promise<void> {
    const told = this.#awaited.size ? await api.pictures().catch(() => null) : null;
    const missing = [...this.#awaited.keys()].some((face) => !told?.[face]);
    if (told) {
      this.#addresses = told;
      this.missing = missing;
      if (missing) workshop.ask();
    }
    this.#asking = false;
    if (missing) {
      this.#slower();
      this.#askSoon();
    }
  }

  #slower(): void {
    this.#pause = Math.min(Math.max(FIRST_PAUSE, this.#pause * 1.5), LONGEST_PAUSE);
  }
}

export const pictures = new Pictures();
