// How sides, seats, identities and people are called: by the words of the language, and by their names where known.
import { language, t, tFirst } from './i18n.svelte.ts';
import type { ClueLine, Game } from './protocol.ts';
import type { TableState } from './table.svelte.ts';

export const roleOf = (seat: string) => seat.split('.')[1] as 'giver' | 'guesser';
export const sideOf = (seat: string) => seat.split('.')[0]!;

export const sideName = (side: string) => t(`side.${side}`);
export const identityName = (edition: string, identity: string) =>
  tFirst([`identity.${edition}_${identity}`, `identity.${identity}`]);
export const numberName = (number: ClueLine['number']) => (number === 'unlimited' ? '∞' : language.number(number));

/** A place as the lobby shows it: “Red spymaster”, “Player A”, “Operative for both”. */
export function placeName(place: string): string {
  if (place === 'guesser') return t('seat.trio_guesser');
  return place.includes('.') ? t(`seat.${place.replace('.', '_')}`) : t('seat.duet', { side: sideName(place) });
}

/** Whose colours a place shows: its side's, Duet's green, or nobody's for an operative of both. */
export const placeIdentity = (place: string) => ({ red: 'red', blue: 'blue', guesser: 'bystander' })[sideOf(place)] ?? 'green';

/** Those who hold a seat, by name; or the seat's own name where nobody does. */
export function holders(table: TableState, seat: string): string {
  const place = table.placeOf(seat);
  const people = place ? table.peopleAt(place.id) : [];
  return people.length ? language.list(people.map(({ name }) => name)) : place ? placeName(place.id) : sideName(sideOf(seat));
}

/** What a card shows, in words. */
export const cardName = (game: Game, index: number) => {
  const card = game.cards[index];
  return card ? (card.alt ?? card.face) : '';
};

export const isDrawn = (face: string) => /^(picture|treasure|pack):/.test(face);
export const initials = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => [...part][0]?.toUpperCase() ?? '')
    .join('');

/** What covers a card: the family's assassin is drawn as a curse. */
export const emblemOf = (edition: string, identity: string) =>
  identity === 'assassin' && edition.startsWith('family') ? 'curse' : identity;
