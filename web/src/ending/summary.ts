// A finished game in a few facts, read off its clue log.
import { t, tIn } from '$lib/i18n.svelte.ts';
import { lookOf } from '$lib/looks.ts';
import { numberName, sideName } from '$lib/names.ts';
import type { ClueLine, Game } from '$lib/protocol.ts';

const SQUARES: Record<string, string> = {
  red: '🟥',
  blue: '🟦',
  amber: '🟧',
  violet: '🟪',
  green: '🟩',
  sand: '🟨',
  black: '⬛',
};

/** Whether a touch found an agent of the side that the clue came from. */
const isHit = ({ brief }: Game, side: string, identity: string) => brief.agents[side] === identity;

/** How many of a clue's touches were agents of the side it was meant for. */
const hits = (game: Game, { side, touched }: ClueLine) =>
  touched.filter(({ identity }) => isHit(game, side, identity)).length;

/** The clue that found most. */
export function finest(game: Game): { line: ClueLine; hits: number } | null {
  const best = game.log
    .map((line) => ({ line, hits: hits(game, line) }))
    .sort((one, other) => other.hits - one.hits)[0];
  return best && best.hits > 1 ? best : null;
}

/** Touches that led straight into trouble, in sudden death, too. */
export const misses = (game: Game) =>
  [...game.log.flatMap(({ touched }) => touched), ...game.last_touches].filter(
    ({ side, identity }) => !isHit(game, side, identity),
  ).length;

/** The game as lines of squares, to be shown off elsewhere without giving the words away. */
export function squares(game: Game): string {
  return game.log
    .map(
      (line) =>
        `${line.word.toUpperCase()} ${numberName(line.number)} ${line.touched.map(({ identity }) => SQUARES[lookOf(game.brief, identity).colour] ?? '⬜').join('')}`,
    )
    .join('\n');
}

const isTogether = (game: Game) => game.mode === 'coop' || game.brief.together;

export function headline(game: Game, mine: readonly string[]): string {
  const end = game.situation.end!;
  if (end.reason === 'abandoned') return t('ending.abandoned');
  if (!mine.length && isTogether(game)) return tIn(game.brief, end.winners.length ? 'stamp.won' : 'stamp.lost');
  if (!mine.length) return t('ending.side_won', { side: sideName(end.winners[0] ?? '') });
  return tIn(game.brief, end.winning_seats.some((seat) => mine.includes(seat)) ? 'ending.won' : 'ending.lost');
}

export function reason(game: Game): string {
  const end = game.situation.end!;
  if (end.reason === 'abandoned') return '';
  const name = `${end.reason}${isTogether(game) ? '_together' : ''}`;
  return tIn(game.brief, [`reason.${name}`, `reason.${end.reason}`], { winners: sideName(end.winners[0] ?? '') });
}
