// Time at a real table, as values: what is left is computed from when it began, so a phone that slept is right when it
// wakes. No clock of its own: whoever asks says what time it is, in milliseconds.

export const KINDS = ['none', 'clue', 'guess', 'turn', 'budget'] as const;
export type Kind = (typeof KINDS)[number];
/** How long a span may be, in seconds. */
export const SPANS = [15, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600] as const;
export const LAST_SECONDS = 10;
const MINUTE = 60_000;

export interface Timer {
  readonly kind: Kind;
  readonly seconds: number;
  /** Whose time it is: the first side or the second. */
  readonly side: 0 | 1;
  /** Whether a clue is awaited, or guesses. */
  readonly phase: 'clue' | 'guess';
  /** Milliseconds that each side had left at `since`. */
  readonly left: readonly [number, number];
  /** When that was; null while it is paused. */
  readonly since: number | null;
}

/** Laid out, but not yet running: it begins when somebody presses. */
export function newTimer(kind: Kind, seconds: number, side: 0 | 1 = 0): Timer {
  const full = seconds * 1000;
  return { kind, seconds, side, phase: 'clue', left: [full, full], since: null };
}

/** Whether time counts now at all: while a clue is awaited, nobody's guess is late. */
export const counts = ({ kind, phase }: Timer) => kind === 'turn' || kind === 'budget' || kind === phase;

export function rest({ side, left, since, ...timer }: Timer, now: number): number {
  const gone = since !== null && counts({ side, left, since, ...timer }) ? Math.max(0, now - since) : 0;
  return Math.max(0, left[side] - gone);
}

export const isPaused = ({ since }: Timer) => since === null;

export function pause(timer: Timer, now: number): Timer {
  return { ...settled(timer, now), since: null };
}

export function resume(timer: Timer, now: number): Timer {
  return timer.since === null ? { ...timer, since: now } : timer;
}

export function giveMinute(timer: Timer, now: number): Timer {
  const at = settled(timer, now);
  return { ...at, left: withSide(at, at.left[at.side] + MINUTE) };
}

/** The game goes on: a clue was given, a card touched, the turn passed. A new span begins where one of this kind does. */
export function goOn(timer: Timer, to: { side: 0 | 1; phase: 'clue' | 'guess' }, now: number): Timer {
  const at = { ...settled(timer, now), ...to };
  const anew = timer.kind === 'turn' ? to.side !== timer.side : timer.kind !== 'budget';
  return anew ? { ...at, left: withSide(at, timer.seconds * 1000) } : at;
}

/** One press on a phone that only keeps time: from the clue to the guesses, from there to the other side. */
export function press(timer: Timer, now: number): Timer {
  if (timer.since === null) return resume(timer, now);
  const over = timer.phase === 'guess' || timer.kind === 'turn' || timer.kind === 'budget';
  return goOn(timer, { side: over ? ((1 - timer.side) as 0 | 1) : timer.side, phase: over ? 'clue' : 'guess' }, now);
}

/** What is due to be told between two looks at the clock: a tick for each of the last seconds, the end once. */
export function toldBetween(timer: Timer, before: number, now: number): 'tick' | 'end' | null {
  if (timer.since === null || !counts(timer)) return null;
  const [earlier, later] = [rest(timer, before), rest(timer, now)];
  if (earlier > 0 && later === 0) return 'end';
  const second = Math.ceil(later / 1000);
  return later > 0 && second <= LAST_SECONDS && second < Math.ceil(earlier / 1000) ? 'tick' : null;
}

/** Minutes and seconds, as on any clock. The second that has begun is shown. */
export function face(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function settled(timer: Timer, now: number): Timer {
  return { ...timer, left: withSide(timer, rest(timer, now)), since: timer.since === null ? null : now };
}

const withSide = ({ side, left }: Timer, value: number): [number, number] =>
  side === 0 ? [value, left[1]] : [left[0], value];
