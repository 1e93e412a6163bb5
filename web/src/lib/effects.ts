// What a move sounds and feels like, and how it is told to those who listen instead of look.
import { headline, reason } from '../ending/summary.ts';
import { ended } from './countdown.svelte.ts';
import { t, tIn } from './i18n.svelte.ts';
import { cardName, holderCount, holders, identityName, numberName, placeName, roleOf, sideName } from './names.ts';
import { notices } from './notices.svelte.ts';
import type { Game, Happened, Message, Moved, StateMessage } from './protocol.ts';
import { play, tremble, type Sound } from './sound.ts';
import type { TableState } from './table.svelte.ts';

const snake = (name: string) => name.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();

/** An event in a sentence; null for what needs none. */
export function told(game: Game, event: Happened): string | null {
  const name = snake(event.event);
  const said = event.use ? `event.${name}_${event.use}` : `event.${name}`;
  if (event.event === 'TurnEnded' || event.event === 'GameEnded') return null;
  return tIn(game.brief, said, {
    side: event.side ? sideName(event.side) : '',
    card: event.card == null ? '' : cardName(game, event.card),
    identity: event.identity ? identityName(game.brief, event.identity) : '',
    word: event.word ?? '',
    number: event.number == null ? '' : numberName(event.number),
  });
}

/** Whom everybody waits for now, in a sentence. */
export function waitingFor(table: TableState): string {
  const { situation } = table.game!;
  if (table.clock?.paused) return t('turn.paused');
  const seat = situation.to_move[0];
  if (!seat) return '';
  if (table.myTurn && table.rivals.length)
    return t(`turn.you_or_${situation.phase}`, { who: table.rivals.map(({ name }) => name).join(', ') });
  if (table.myTurn) return t(`turn.you_${situation.phase}`);
  const who = holders(table, seat);
  if (situation.phase === 'sudden_death' || situation.turn === null) return t(`turn.any_${situation.phase}`);
  return t(`turn.they_${situation.phase === 'cover' ? 'cover' : roleOf(seat)}`, {
    who,
    count: holderCount(table, seat),
  });
}

/** Rare and weighty enough to be shown to everybody, not only done. */
const SHOWN = new Set(['SideCompleted', 'SideOut', 'LastStretchBegan', 'ClueChallenged', 'ChallengeWaived']);

export type Fate = 'right' | 'wrong' | 'assassin';

/** How a card that was touched turned out: for whoever turns it over, and for whoever makes a noise about it. */
function fate(events: readonly Happened[], touch: Happened): Fate {
  if (touch.identity === 'assassin') return 'assassin';
  return touch.identity === 'bystander' || events.some(({ event }) => event === 'TurnEnded') ? 'wrong' : 'right';
}

/** What a move did to a card. */
export function fateOf(move: Pick<Moved, 'events'> | null | undefined, card: number): Fate | null {
  const touch = move?.events.find(({ event, card: touched }) => event === 'CardTouched' && touched === card);
  return move && touch ? fate(move.events, touch) : null;
}

function soundOf(events: readonly Happened[], winners: boolean): Sound | null {
  const has = (name: string) => events.some(({ event }) => event === name);
  const touch = events.find(({ event }) => event === 'CardTouched');
  if (touch && fate(events, touch) === 'assassin') return 'assassin';
  if (has('GameEnded')) return winners ? 'won' : 'wrong';
  if (touch) return fate(events, touch);
  if (has('CardCovered') || has('ClueChallenged')) return 'wrong';
  if (has('ClueGiven')) return 'clue';
  return has('TokenSpent') ? 'token' : null;
}

/** How it stands, for those who listen: whose turn it is, or how it ended. */
function now(table: TableState): string {
  const game = table.game!;
  return game.situation.end ? `${headline(game, table.mySeats)} ${reason(game)}` : waitingFor(table);
}

function onMove(table: TableState, move: Moved): void {
  const won = move.situation.end?.winning_seats.some((seat) => table.mySeats.includes(seat)) ?? false;
  const sound = move.time_up ? 'gong' : (soundOf(move.events, won) ?? (table.myTurn ? 'turn' : null));
  if (sound) {
    play(sound);
    tremble(sound);
  }
  if (move.time_up) notices.tell(ended(table, move.time_up));
  for (const event of move.events) if (SHOWN.has(event.event)) notices.tell(told(table.game!, event) ?? '');
  const sentences = move.events.map((event) => told(table.game!, event)).filter((sentence) => sentence !== null);
  if (move.time_up) sentences.unshift(ended(table, move.time_up));
  notices.announce([...sentences, now(table)].join(' · '));
}

function onState(table: TableState, { people, you }: StateMessage): void {
  if (table.turnedDown) notices.tell(t('admit.declined'));
  const { left, away, back, lostPlace } = table.changes;
  if (people) {
    for (const { name } of left) notices.tell(t('table.has_left', { who: name }));
    for (const { name, place } of away) if (place) notices.tell(t('table.is_away', { who: name }));
    for (const { name, place } of back) if (place) notices.tell(t('table.is_back', { who: name }));
  }
  if (you && lostPlace) notices.tell(t('table.lost_place', { place: placeName(lostPlace.place, lostPlace.brief) }));
}

/** Lets a table be heard and felt; returns how to stop that. */
export function perform(table: TableState): () => void {
  let paused = false; // not read of the table yet: whoever calls us must not be called again when that changes
  return table.listen((message: Message) => {
    if (paused !== (paused = table.clock?.paused ?? false)) notices.announce(now(table));
    if (message.type === 'moved') onMove(table, message);
    if (message.type === 'state' && message.game && !table.last) notices.announce(now(table));
    if (message.type === 'state') onState(table, message);
    if (message.type === 'nudged' && table.myTurn && message.person !== table.you?.person) {
      play('nudge');
      tremble('nudge');
      notices.tell(t('table.nudged', { who: table.person(message.person)?.name ?? '' }));
    }
  });
}
