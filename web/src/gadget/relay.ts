// Phones at one table that follow each other, by the house. It is told which cards are covered and nothing of the key:
// not the code, not what a card is. Out of reach, each phone goes on for itself and catches up later.
import { api } from '../lib/api.ts';
import type { Mark, Sheets } from './marks.ts';

const EVERY = 2000;
/** A day's marks of a busy table, and what the house takes. */
const MOST = 300;

export interface Followed {
  readonly channel: string;
  readonly phone: string;
  /** This phone's own marks, as they are now. */
  own: () => readonly Mark[];
  /** What all phones have marked; null while the house is out of reach. */
  heard: (sheets: Sheets | null) => void;
}

/** Tells and asks until the returned function is called. */
export function follow({ channel, phone, own, heard }: Followed): () => void {
  let told: readonly Mark[] | null = null;
  let over = false;

  async function look(): Promise<void> {
    const mine = own();
    const news = mine !== told;
    if (document.hidden && !news) return;
    try {
      const answer = await (news ? api.mark(channel, phone, { marks: mine.slice(-MOST) }) : api.marks(channel));
      told = mine;
      const sheets = Object.entries(answer.sheets).map(([name, { marks }]) => [name, marks] as const);
      if (!over) heard(Object.fromEntries(sheets));
    } catch {
      if (!over) heard(null);
    }
  }

  async function go(): Promise<void> {
    while (!over) {
      await look();
      await new Promise((done) => setTimeout(done, own() === told ? EVERY : EVERY / 4));
    }
  }

  void go();
  return () => (over = true);
}

/** A name that nobody guesses. It travels in the picture for the second phone's camera, and is made from no key. */
export function newName(letters: number): string {
  const all = 'abcdefghijkmnopqrstuvwxyz23456789';
  return [...crypto.getRandomValues(new Uint8Array(letters))].map((byte) => all[byte % all.length]).join('');
}
