// The phone beside a real box: which key card it holds, whether it is shown, what is marked, and the time. Kept in the
// browser across reloads, but never that the card was shown: whoever reopens the page sees its back.
import { flushSync } from 'svelte';
import { MISSIONS } from './boxes.ts';
import { otherFace, readCode, type KeyCard } from './keys.ts';
import { inOrder, nextNumber, standingMarks, standingOf, type Deed, type Mark, type Sheets } from './marks.ts';
import { follow, newName } from './relay.ts';
import { goOn, KINDS, newTimer, type Timer } from './timer.ts';

const KEPT = 'deckname.gadget';
const CHANNEL_LETTERS = 24;
const PHONE_LETTERS = 12;
const CHANNEL = /^[\w-]{16,32}$/;

/** How the end of time is told; each can be switched off. */
export interface Telling {
  sound: boolean;
  haptics: boolean;
  colour: boolean;
}

interface Kept {
  code: string | null;
  phone: string;
  channel: string | null;
  sheets: Sheets;
  quarters: number;
  timer: Timer;
  telling: Telling;
}

/** A code of the face that belongs on the other phone. */
export class OtherFaceError extends Error {}

export class Gadget {
  card = $state.raw<KeyCard | null>(null);
  shown = $state(false);
  quarters = $state(0);
  sheets = $state.raw<Sheets>({});
  channel = $state<string | null>(null);
  /** Whether the house answers; null while nobody has asked it. */
  reached = $state<boolean | null>(null);
  timer = $state.raw<Timer>(newTimer('none', 60));
  telling = $state.raw<Telling>({ sound: true, haptics: true, colour: true });
  #phone = newName(PHONE_LETTERS);

  #marks = $derived(inOrder(this.sheets));
  standing = $derived(this.card && standingOf(this.card, this.#marks));
  canUndo = $derived(standingMarks(this.#marks).some((mark) => mark.do !== 'lay'));

  constructor() {
    this.#load();
  }

  /** A code that somebody typed, or that came with a link: KeyCodeError and OtherFaceError say why not. */
  open(text: string, channel: string | null = null): void {
    const card = readCode(text);
    if (this.card && otherFace(this.card) === card.code) throw new OtherFaceError();
    if (this.card?.code === card.code) {
      this.channel = channel ?? this.channel;
      this.#keep();
    } else this.take(card, { channel });
  }

  /** A card in place of the one before: nothing is marked yet. */
  take(card: KeyCard, { channel = null, mission }: { channel?: string | null; mission?: string } = {}): void {
    Object.assign(this, { card, shown: false, quarters: 0, sheets: {}, channel, reached: null });
    this.#phone = newName(PHONE_LETTERS);
    if (mission) this.mark({ do: 'lay', ...MISSIONS[mission]! });
    this.timer = newTimer(this.timer.kind, this.timer.seconds);
    this.#keep();
  }

  mark(deed: Deed): void {
    const mine: readonly Mark[] = this.sheets[this.#phone] ?? [];
    this.#lay({ ...this.sheets, [this.#phone]: [...mine, { at: nextNumber(this.sheets), ...deed }] });
  }

  undo(): void {
    if (this.canUndo) this.mark({ do: 'undo' });
  }

  turn(): void {
    this.quarters = (this.quarters + 1) % 4;
    this.#keep();
  }

  show(): void {
    this.shown = true;
  }

  /** At once: a phone that takes a picture of its screen for the list of apps must not find the key on it. */
  hide(): void {
    flushSync(() => (this.shown = false));
  }

  /** Lets other phones of this table follow, by a name that only they learn. */
  allowFollowing(wanted: boolean): void {
    this.channel = wanted ? newName(CHANNEL_LETTERS) : null;
    this.reached = null;
    this.#keep();
  }

  setTimer(timer: Timer): void {
    this.timer = timer;
    this.#keep();
  }

  tellBy(telling: Telling): void {
    this.telling = telling;
    this.#keep();
  }

  /** Follows the other phones until the returned function is called. */
  follow(channel: string): () => void {
    const phone = this.#phone;
    return follow({
      channel,
      phone,
      own: () => this.sheets[phone] ?? NOTHING,
      heard: (sheets) => {
        this.reached = sheets !== null;
        const mine = this.sheets[phone];
        const all = { ...sheets, ...(mine ? { [phone]: mine } : {}) };
        if (sheets && JSON.stringify(all) !== JSON.stringify(this.sheets)) this.#lay(all);
      },
    });
  }

  /** New marks, from here or from elsewhere: the time goes on with the game. */
  #lay(sheets: Sheets): void {
    this.sheets = sheets;
    const { standing, timer } = this;
    if (standing && timer.since !== null) {
      const side = standing.turn === null ? standing.turns % 2 : Number(standing.turn !== this.card?.starts);
      this.timer = goOn(timer, { side: side as 0 | 1, phase: standing.guessing ? 'guess' : 'clue' }, Date.now());
    }
    this.#keep();
  }

  #keep(): void {
    const { card, channel, sheets, quarters, timer, telling } = this;
    const kept: Kept = { code: card?.code ?? null, phone: this.#phone, channel, sheets, quarters, timer, telling };
    try {
      localStorage.setItem(KEPT, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing forgets the card with the page.
    }
  }

  #load(): void {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Kept>;
      if (kept.telling) this.telling = kept.telling;
      if (kept.timer && KINDS.includes(kept.timer.kind)) this.timer = kept.timer;
      if (!kept.code || !kept.phone) return;
      const { sheets = {}, quarters = 0, channel = null } = kept;
      Object.assign(this, { card: readCode(kept.code), sheets, quarters, channel });
      this.#phone = kept.phone;
    } catch {
      // What can't be read is as good as nothing.
    }
  }
}

const NOTHING: readonly Mark[] = [];

/** What the picture for a second phone's camera says: behind the #, so that no server ever hears of it. */
export const linkFor = (code: string, channel: string | null) =>
  `${location.origin}/key#${code}${channel ? `.${channel}` : ''}`;

/** The code and the channel of such a link. */
export function fromFragment(hash: string): { code: string; channel: string | null } | null {
  const [code, channel = ''] = hash.replace(/^#/, '').split('.');
  return code ? { code: decodeURIComponent(code), channel: CHANNEL.test(channel) ? channel : null } : null;
}
