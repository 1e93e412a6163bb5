// One thing after the other: how a touch is shown, so that everybody sees what happened. The card turns, it is said what
// it was, the score and the log follow, and at last comes what it leads to: somebody else's turn, or the end and the key.
import type { Game, Moved } from './protocol.ts';

export const PARTS = ['card', 'verdict', 'score', 'log', 'rest'] as const;
export type Part = (typeof PARTS)[number];

export interface Step {
  part: Part;
  /** The game as far as it may be seen by then. */
  game: Game;
  /** Milliseconds until the next step. */
  lasts: number;
}

/** As on the style sheet: how long a card turns; an assassin looms before it falls. */
const TURN = 540;
const LOOM = 1150;
/** How long a verdict stands before anything else happens; altogether a touch is told in two seconds and a half. */
const READ = { verdict: 350, score: 200, log: 700 };
const GLANCE = { verdict: 120, score: 80, log: 0 };
/** So many moves may wait for one that is being shown: then all of them are caught up with. */
const MOST_WAITING = 6;

const LEADS_ON = new Set(['TurnEnded', 'GameEnded', 'SuddenDeathBegan', 'SideOut']);

/** Whether nobody may do anything before this move has been seen: it passes the turn, or ends the game. */
export const holds = ({ events }: Pick<Moved, 'events'>): boolean =>
  events.some(({ event }) => event === 'CardTouched') && events.some(({ event }) => LEADS_ON.has(event));

const turnsACard = ({ events }: Pick<Moved, 'events'>) =>
  events.some(({ event }) => event === 'CardTouched' || event === 'CardCovered');

/** A game with a move's changes in place, exactly as the protocol describes them. */
export function moved(game: Game, move: Omit<Moved, 'type' | 'seq' | 'by' | 'events' | 'may'>): Game {
  const cards = [...game.cards];
  for (const { card, ...now } of move.cards) cards[card] = { ...cards[card]!, ...now };
  const log = move.line ? [...game.log.slice(0, move.lines - 1), move.line] : game.log.slice(0, move.lines);
  const { last_touches = game.last_touches, taken_back = game.taken_back, situation, legal } = move;
  const time_ups = move.time_ups ?? (move.time_up ? [...game.time_ups, move.time_up] : game.time_ups);
  return { ...game, cards, log, last_touches, taken_back, time_ups, situation, legal };
}

/** A move in the steps in which it is shown. What turns no card is one step. */
export function unfold(before: Game, move: Moved): Step[] {
  const after = moved(before, move);
  const rest: Step = { part: 'rest', game: after, lasts: 0 };
  if (!turnsACard(move)) return [rest];
  const held = holds(move);
  const pace = held ? READ : GLANCE;
  const { left, tokens, completed, out } = before.situation;
  const unwritten = { log: before.log, last_touches: before.last_touches };
  const counted = held ? countedIn(before, after) : after;
  // Whoever goes on may pick the next card while this one turns.
  const turned: Game = held
    ? { ...before, cards: after.cards, legal: {} }
    : { ...after, ...unwritten, situation: { ...after.situation, left, tokens, completed, out } };
  const assassin = move.events.some(({ identity }) => identity === 'assassin');
  return [
    { part: 'card', game: turned, lasts: assassin ? LOOM : TURN },
    { part: 'verdict', game: turned, lasts: pace.verdict },
    { part: 'score', game: { ...counted, ...unwritten }, lasts: pace.score },
    { part: 'log', game: counted, lasts: pace.log },
    rest,
  ];
}

/** The table before, but with the score and the log that the move has led to. */
function countedIn(before: Game, { cards, log, last_touches, situation }: Game): Game {
  const { left, tokens, completed, out } = situation;
  return {
    ...before,
    cards,
    log,
    last_touches,
    legal: {},
    situation: { ...before.situation, left, tokens, completed, out },
  };
}

/** Shows steps in their time, one row of them after the other. */
export class Unfolding {
  #toShow: (() => void)[] = [];
  #waiting: (() => void)[] = [];
  #holds = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Does something once what must be seen first has been seen: at once, as a rule. */
  then(act: () => void): void {
    if (!this.#holds) return act();
    this.#waiting.push(act);
    while (this.#waiting.length > MOST_WAITING) {
      this.settle();
      this.#next();
    }
  }

  /** Shows steps, all of them at once where nobody wants to watch. */
  show(steps: readonly Step[], held: boolean, atOnce: boolean, each: (step: Step) => void): void {
    this.settle();
    this.#toShow = steps.map((step) => () => each(step));
    this.#holds = held;
    if (atOnce) return this.settle();
    const run = (index: number) => {
      this.#toShow.shift()!();
      if (this.#toShow.length) this.#timer = setTimeout(() => run(index + 1), steps[index]!.lasts);
      else this.#next();
    };
    run(0);
  }

  /** Shows what is left of the steps under way, so that something else can be shown. */
  settle(): void {
    clearTimeout(this.#timer);
    this.#holds = false;
    while (this.#toShow.length) this.#toShow.shift()!();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#toShow = [];
    this.#waiting = [];
  }

  #next(): void {
    this.#holds = false;
    while (this.#waiting.length && !this.#holds) this.#waiting.shift()!();
  }
}
