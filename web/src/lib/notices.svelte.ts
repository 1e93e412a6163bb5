// Short notices to the person at this device, and what a screen reader is told as it happens.
import { untrack } from 'svelte';
import { Rejected } from './api.ts';
import { t, tFirst } from './i18n.svelte.ts';

export interface Notice {
  key: number;
  text: string;
  tone: 'info' | 'bad';
  since: number;
}

const SHOWN_FOR = 5000;
const ON_THE_WAY = 500;

class Notices {
  shown = $state.raw<Notice[]>([]);
  /** The newest announcement; a live region reads it out. */
  spoken = $state('');
  /** How many screens have a place for them: one of them shows them, and the page need not. */
  housed = $state(0);
  #key = 0;

  tell(text: string, tone: Notice['tone'] = 'info'): void {
    const notice = { key: ++this.#key, text, tone, since: performance.now() };
    this.shown = [...this.shown.filter((other) => other.text !== text), notice].slice(-3);
    setTimeout(() => this.dismiss(notice.key), SHOWN_FOR);
  }

  /** Gives them a place; returns how to take it away again. */
  house(): () => void {
    untrack(() => this.housed++);
    return () => untrack(() => this.housed--);
  }

  /** Another screen: what was told about the last one goes with it, but not what was told on the way. */
  clear(): void {
    const now = performance.now();
    this.shown = this.shown.filter(({ since }) => now - since < ON_THE_WAY);
  }

  dismiss(key: number): void {
    this.shown = this.shown.filter((notice) => notice.key !== key);
  }

  /** Read out, not shown: for what sighted people see anyway. */
  announce(text: string): void {
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }

  /** Waits for something the server may refuse, and tells why it did. */
  async refusals(work: Promise<unknown>): Promise<boolean> {
    try {
      await work;
      return true;
    } catch (problem) {
      if (!(problem instanceof Rejected)) throw problem;
      this.tell(explained(problem), 'bad');
      return false;
    }
  }
}

export const notices = new Notices();

/** A refusal in words; a code that is new to us still says that nothing has changed. */
export function explained({ code, details }: Rejected): string {
  const sentence = tFirst([`refusal.${code}`, `problem.${code}`, 'problem.unknown'], { ...details, code });
  return (sentence || t('problem.unknown')).replaceAll('*', ''); // the referee's way to set a word apart
}
