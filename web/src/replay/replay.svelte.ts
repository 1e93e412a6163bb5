// A finished game, to be watched move by move. Frames are made with the same steps as a live table.
import { api } from '$lib/api.ts';
import type { Game, Moved, Replay, BotThought, Thoughts } from '$lib/protocol.ts';
import { moved } from '$lib/unfolding.ts';

const PACE = 1600;

export class ReplayState {
  at = $state(0);
  showKey = $state(true);
  playing = $state(false);
  readonly frames: readonly Game[];
  readonly moves: readonly Moved[];
  #timer: ReturnType<typeof setInterval> | undefined;

  static async load(table: string, game: number): Promise<ReplayState> {
    const [replay, thoughts] = await Promise.all([
      api.replay(table, game),
      api.thoughts(table, game).catch(() => null),
    ]);
    return new ReplayState(replay, thoughts);
  }

  constructor(
    replay: Replay,
    private readonly thoughts: Thoughts | null,
  ) {
    this.moves = replay.moves;
    const frames = [replay.game];
    for (const move of replay.moves) frames.push(moved(frames.at(-1)!, move));
    this.frames = frames;
  }

  get last(): number {
    return this.moves.length;
  }

  get game(): Game {
    const game = this.frames[this.at]!;
    if (this.showKey) return game;
    return { ...game, cards: game.cards.map((card) => ({ ...card, known: card.known.map(() => null) })) };
  }

  /** The move that led here. */
  get move(): Moved | undefined {
    return this.moves[this.at - 1];
  }

  /** What a bot thought when it made that move. */
  get thought(): BotThought | undefined {
    return this.thoughts?.thoughts.find(({ ply }) => ply === this.at - 1);
  }

  name(person: string): string {
    return this.thoughts?.people[person] ?? '';
  }

  go(to: number): void {
    this.at = Math.min(Math.max(to, 0), this.last);
  }

  toggle(): void {
    if (this.playing) return this.stop();
    if (this.at === this.last) this.at = 0;
    this.playing = true;
    this.#timer = setInterval(() => (this.at < this.last ? this.at++ : this.stop()), PACE);
  }

  stop(): void {
    this.playing = false;
    clearInterval(this.#timer);
  }
}
