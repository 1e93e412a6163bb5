// How sides, seats, identities and people are called: by the words of the language, and by their names where known.
import { language, t, tIn } from './i18n.svelte.ts';
import type { ClueLine, EditionBrief, Game, Person } from './protocol.ts';
import type { TableState } from './table.svelte.ts';

export const roleOf = (seat: string) => seat.split('.')[1] as 'giver' | 'guesser';
export const sideOf = (seat: string) => seat.split('.')[0]!;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
export const sideName = (side: string) => (language.has(`side.${side}`) ? t(`side.${side}`) : capital(side));

/** What a card is, in the edition's own terms where it has any; an agent of a side that no language knows is told by it. */
export function identityName(edition: Pick<EditionBrief, 'terms' | 'agents'>, identity: string): string {
  const side = Object.keys(edition.agents).find((side) => edition.agents[side] === identity) ?? identity;
  return tIn(edition, [`identity.${identity}`, 'identity.any'], { side: sideName(side) });
}
export const numberName = (number: ClueLine['number']) => (number === 'unlimited' ? '∞' : language.number(number));

/** A place as the lobby shows it: “Red spymaster”, “Player A”, “Operative for both”. */
export function placeName(place: string, edition?: Pick<EditionBrief, 'terms'>): string {
  if (place === 'guesser') return tIn(edition, 'seat.trio_guesser');
  const side = sideName(sideOf(place));
  return place.includes('.')
    ? tIn(edition, [`seat.${place.replace('.', '_')}`, `seat.any_${roleOf(place)}`], { side })
    : t('seat.duet', { side });
}

/** A name, and whether they are away. */
export const calledNow = ({ name, online }: Pick<Person, 'name' | 'online'>) =>
  online ? name : t('lobby.who_away', { who: name });

/** Those who hold a seat, by name; or the seat's own name where nobody does. */
export function holders(table: TableState, seat: string): string {
  const place = table.placeOf(seat);
  const people = place ? table.peopleAt(place.id) : [];
  return people.length
    ? language.list(people.map(calledNow))
    : place
      ? placeName(place.id, table.table?.brief)
      : sideName(sideOf(seat));
}

/** How many hold a seat, for the verb of a sentence about them: of an empty one, as many as its name speaks of. */
export function holderCount(table: TableState, seat: string): number {
  const place = table.placeOf(seat);
  return (place && table.peopleAt(place.id).length) || ((place?.single ?? true) ? 1 : 2);
}

/** What a card shows, in words. */
export const cardName = (game: Game, index: number) => {
  const card = game.cards[index];
  return card ? (card.alt ?? card.face) : '';
};

/** What touching or covering a card is called on a button. */
export function actName(game: Game, act: 'guess' | 'cover', index: number): string {
  const card = cardName(game, index);
  if (isDrawn(game.cards[index]?.face ?? ''))
    return t(act === 'guess' ? 'table.do_guess_drawn' : 'table.do_cover_drawn', { card });
  return t(act === 'guess' ? 'table.do_guess' : 'table.do_cover', { card });
}

/** What all have seen an open card to be, in a touch that was taken back. */
export const wasSeen = (game: Game, index: number): string | null =>
  game.cards[index]!.cover
    ? null
    : (game.taken_back.findLast(({ touch }) => touch?.card === index)?.touch?.identity ?? null);

export const isDrawn = (face: string) => /^(picture|treasure|pack):/.test(face);
export const initials = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => [...part][0]?.toUpperCase() ?? '')
    .join('');
