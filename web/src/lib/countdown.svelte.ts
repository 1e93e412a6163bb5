// The time that is left for whoever is to move: by the server's clock, so that everybody's is up at the same moment.
import { createSubscriber } from 'svelte/reactivity';
import { t } from './i18n.svelte.ts';
import type { TimeUpLine } from './protocol.ts';
import type { TableState } from './table.svelte.ts';

const LOOK_EVERY = 200;

const look = createSubscriber((update) => {
  const timer = setInterval(update, LOOK_EVERY);
  return () => clearInterval(timer);
});

/** Milliseconds left; null where no clock runs. Whoever reads it is told as it goes on. */
export function timeLeft(table: TableState): number | null {
  const { clock, ahead } = table;
  if (clock?.deadline == null) return null;
  look();
  return Math.max(0, clock.deadline - Math.max(opens(table), Date.now() + ahead));
}

/** When it starts at the latest: it stands still until everybody has seen where they sit. */
const opens = ({ opening, game }: TableState) => (opening && !game?.situation.ply ? opening.until : 0);

export function waitsForEyes(table: TableState): boolean {
  look();
  return opens(table) > Date.now() + table.ahead;
}

/** The time for a clue is up, and whether its turn ends is for the others to say. */
export const mayBeCalled = (table: TableState) => timeLeft(table) === 0 && !table.clock!.ends_itself;

/** Minutes and seconds, as on any clock. The second that has begun is shown. */
export function face(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What happens when the time is up, said before. */
export function whatThen(table: TableState): string {
  if (table.clock?.deadline == null) return '';
  if (waitsForEyes(table)) return t('opening.clock');
  const { last_stretch, tokens } = table.game!.situation;
  const what = table.clock.ends_itself ? 'ends' : table.may.includes('call_time') ? 'you' : 'others';
  const price = last_stretch ? t('time.loses') : tokens ? t('time.costs') : '';
  return [t(`time.then_${what}`), price].filter(Boolean).join(' ');
}

/** That the clock has ended a turn, in a sentence. */
export function ended(table: TableState, { by }: TimeUpLine): string {
  return by ? t('time.called', { who: table.person(by)?.name ?? '?' }) : t('time.ended');
}

/** The last seconds are told one by one; before them, once, that they come. */
export const LAST = 10;
const TICKING = 5;

/** What is due to be told when the second changes: that few are left, a tick, or the end. */
export function dueAt(before: number, seconds: number): 'last' | 'tick' | 'end' | null {
  if (seconds >= before) return null;
  if (seconds === 0) return 'end';
  if (seconds <= TICKING) return 'tick';
  return seconds <= LAST && before > LAST ? 'last' : null;
}
