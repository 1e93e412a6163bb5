// What a move sounds and feels like, and how it is told to those who listen instead of look.
import { headline, reason } from '../ending/summary.ts';
import { ended } from './countdown.svelte.ts';
import { t, tIn } from './i18n.svelte.ts';
import {
  cardName,
  holderCount,
  holders,
  identityName,
  isDrawn,
  numberName,
  placeName,
  roleOf,
  sideName,
  sideOf,
} from './names.ts';
import { notices } from './notices.svelte.ts';
import type { Game, Happened, Message, Moved, StateMessage } from './protocol.ts';
import { play, tremble, type Sound } from './sound.ts';
import type { TableState } from './table.svelte.ts';
import type { Part } from './unfolding.ts';

const snake = (name: string) => name.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();

/** How a side is called: by its people where they play together, by its colour where it is a team. */
type Called = (side: string) => string;
export const callsOf =
  (table: TableState): Called =>
  (side) =>
    table.game?.brief.together ? holders(table, `${side}.giver`) : sideName(side);

/** An event in a sentence; null for what needs none. */
export function told(game: Game, event: Happened, called: Called = sideName): string | null {
  const name = snake(event.event);
  const said = event.use ? `event.${name}_${event.use}` : `event.${name}`;
  if (event.event === 'TurnEnded' || event.event === 'GameEnded') return null;
  const drawn = event.event === 'CardTouched' && isDrawn(game.cards[event.card!]?.face ?? '');
  return tIn(game.brief, drawn ? 'fell.touched_drawn' : said, {
    side: event.side ? called(event.side) : '',
    card: event.card == null ? '' : cardName(game, event.card),
    identity: event.identity ? identityName(game.brief, event.identity) : '',
    word: event.word ?? '',
    number: event.number == null ? '' : numberName(event.number),
  });
}

/** A move in sentences, for whoever reads what happened; ends of turns that nothing else explains have one, too. */
export function story(game: Game, { events }: Pick<Moved, 'events'>, called: Called = sideName): string[] {
  const sentences = events.map((event) => told(game, event, called)).filter((sentence) => sentence !== null);
  if (sentences.length || !events.some(({ event }) => event === 'TurnEnded')) return sentences;
  const { side } = game.log.at(-1) ?? {};
  return [side && !game.brief.together ? t('fell.stopped', { side: sideName(side) }) : t('fell.stopped_together')];
}

/** What a touched card was, in a few words. */
function fell(game: Game, { card, identity }: Happened): string {
  const name = identityName(game.brief, identity!);
  if (isDrawn(game.cards[card!]!.face)) return t('fell.drawn', { identity: name });
  return t('fell.card', { card: cardName(game, card!), identity: name });
}

const touchIn = (events: readonly Happened[]) => events.find(({ event }) => event === 'CardTouched');

/** A move in sentences, as it happens: who ended a turn is told where the clock did. */
function happened(table: TableState, move: Moved): string[] {
  if (!move.time_up) return story(table.game!, move, callsOf(table));
  const sentences = move.events.map((event) => told(table.game!, event, callsOf(table)));
  return [ended(table, move.time_up), ...sentences.filter((sentence) => sentence !== null)];
}

/** What happened last, as short as it can be told. */
export function lately(table: TableState): string {
  const game = table.game!;
  if (!table.last) return '';
  const touch = touchIn(table.last.events);
  return touch ? fell(game, touch) : (happened(table, table.last)[0] ?? '');
}

/** What a touch that passes the turn has shown, for all to see: “TREE: bystander. Blue’s turn.” */
export function verdictOf(
  table: TableState,
  { events }: Pick<Moved, 'events'>,
): { identity: string; sentence: string } {
  const touch = touchIn(events)!;
  const what = fell(table.game!, touch);
  const next = events.find(({ event }) => event === 'TurnEnded')?.next;
  const sentence = next ? `${what} ${t('fell.next', { side: callsOf(table)(next) })}` : what;
  return { identity: touch.identity!, sentence };
}

/** Whom everybody waits for now, in a sentence. */
export function waitingFor(table: TableState): string {
  const { situation } = table.game!;
  if (table.clock?.paused) return t('turn.paused');
  const seat = situation.to_move[0];
  if (!seat) return '';
  if (table.objection) return t('turn.objection');
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

/** Whether a touch was made for us: then we are glad of what it found. Whoever has no side is glad with everybody. */
function isOurs(table: TableState, { side }: Happened): boolean {
  return table.game!.brief.together || !table.mySeats.length || table.mySeats.some((seat) => sideOf(seat) === side);
}

function soundOf(table: TableState, { events, situation: { end } }: Moved): Sound | null {
  const has = (name: string) => events.some(({ event }) => event === name);
  const touch = touchIn(events);
  const found = touch && fate(events, touch);
  if (found === 'assassin') return 'assassin';
  if (end && !table.mySeats.length) return 'gong';
  if (end) return end.winning_seats.some((seat) => table.mySeats.includes(seat)) ? 'won' : 'wrong';
  if (touch) return found === 'right' && !isOurs(table, touch) ? 'theirs' : found!;
  if (has('CardCovered') || has('ClueChallenged')) return 'wrong';
  if (has('ClueGiven')) return 'clue';
  return has('TokenSpent') ? 'token' : table.myTurn ? 'turn' : null;
}

/** How it stands, for those who listen: whose turn it is, or how it ended. */
function now(table: TableState): string {
  const game = table.game!;
  return game.situation.end ? `${headline(game, table.mySeats)} ${reason(game)}` : waitingFor(table);
}

function feel(table: TableState, move: Moved): void {
  const sound = move.time_up ? 'gong' : soundOf(table, move);
  if (!sound) return;
  play(sound);
  tremble(sound);
}

/** A touch is heard as the card comes to lie, and told once all of it has been shown. */
function onMove(table: TableState, move: Moved, part: Part): void {
  const touched = move.events.some(({ event }) => event === 'CardTouched');
  if (part === (touched ? 'verdict' : 'rest')) feel(table, move);
  if (part !== 'rest') return;
  if (move.time_up) notices.tell(ended(table, move.time_up));
  for (const event of move.events)
    if (SHOWN.has(event.event)) notices.tell(told(table.game!, event, callsOf(table)) ?? '');
  notices.announce([...happened(table, move), now(table)].join(' · '));
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
  return table.listen((message: Message, part: Part) => {
    if (paused !== (paused = table.clock?.paused ?? false)) notices.announce(now(table));
    if (message.type === 'moved') onMove(table, message, part);
    if (message.type === 'state' && message.game && !table.last) notices.announce(now(table));
    if (message.type === 'state') onState(table, message);
    if (message.type === 'settled')
      notices.tell(
        t(message.valid ? 'objection.stands' : 'objection.falls', { how: t(`objection.by_${message.how}`) }),
      );
    if (message.type === 'nudged' && table.myTurn && message.person !== table.you?.person) {
      play('nudge');
      tremble('nudge');
      notices.tell(t('table.nudged', { who: table.person(message.person)?.name ?? '' }));
    }
  });
}
