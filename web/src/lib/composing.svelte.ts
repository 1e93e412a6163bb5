// A clue in the making: the word, the number, and what the referee says of it while it is being typed.
import { notices } from './notices.svelte.ts';
import { Rejected } from './api.ts';
import type { ClueLine, VerdictMessage } from './protocol.ts';
import type { TableState } from './table.svelte.ts';

type ClueNumber = ClueLine['number'];
const PAUSE = 280;

export class Composing {
  word = $state('');
  verdict = $state.raw<VerdictMessage | null>(null);
  #chosen = $state<ClueNumber | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(
    private readonly table: TableState,
    private readonly meant: () => number,
  ) {
    const { question, mySeats } = table;
    if (!question || !mySeats.includes(question.by)) return;
    this.word = question.word; // what another spymaster was asked about is still to be given
    this.#chosen = question.number;
  }

  get numbers(): readonly ClueNumber[] {
    return this.table.legal.clue;
  }

  /** As chosen; else as many as are meant; else the first that is allowed and says something. */
  get number(): ClueNumber {
    const usual = this.numbers.find((number) => number !== 0) ?? 1;
    const counted = this.numbers.includes(this.meant()) && this.meant() > 0 ? this.meant() : usual;
    return this.#chosen !== null && this.numbers.includes(this.#chosen) ? this.#chosen : counted;
  }

  choose(number: ClueNumber): void {
    this.#chosen = number;
    this.table.showWork();
  }

  type(word: string): void {
    this.word = word;
    this.table.showWork();
    this.verdict = null;
    this.#asked++; // whatever the referee still has to say is about another word
    clearTimeout(this.#timer);
    if (word.trim() && this.table.table?.settings.referee !== 'off')
      this.#timer = setTimeout(() => void this.#judge(), PAUSE);
  }

  async give(insist = false): Promise<boolean> {
    const { word, number } = this;
    const given = await notices.refusals(this.table.move({ do: 'clue', word: word.trim(), number, insist }));
    if (given) this.#clear();
    return given;
  }

  /** Whether the referee objects to a clue that may be given all the same. */
  get insists(): boolean {
    return this.verdict?.verdict === 'invalid' && this.table.may.includes('insist');
  }

  ask(): Promise<boolean> {
    return notices.refusals(this.table.move({ do: 'ask', word: this.word.trim(), number: this.number }));
  }

  async #judge(): Promise<void> {
    const asked = this.#asked;
    try {
      const answer = await this.table.send({ do: 'judge', word: this.word.trim(), number: this.number });
      if (answer.type === 'verdict' && asked === this.#asked) this.verdict = answer;
    } catch (problem) {
      if (!(problem instanceof Rejected)) throw problem; // the referee's silence is no news
    }
  }

  #clear(): void {
    this.word = '';
    this.verdict = null;
    this.#chosen = null;
  }
}
