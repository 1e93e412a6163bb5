// What the lobby says of places, read off what the server tells of them.
import type { Person, Place } from '$lib/protocol.ts';
import type { TableState } from '$lib/table.svelte.ts';

/** What whoever sits there does, as `lobby.role_…` tells it. */
export const roleOf = (place: Place): 'both' | 'duet' | 'giver' | 'guesser' =>
  place.seats.length > 1 ? (place.id === 'guesser' ? 'both' : 'duet') : place.single ? 'giver' : 'guesser';

/** Where people play together across the table: those who crowd one side while no person sits at the other. */
export function onOneSide(table: TableState): { people: Person[]; empty: Place } | null {
  if (!table.table?.brief.together) return null;
  const people = (place: Place) => table.peopleAt(place.id).filter(({ bot }) => !bot);
  const empty = table.places.find((place) => !people(place).length);
  const crowded = table.places.map(people).find((there) => there.length > 1);
  return empty && crowded ? { people: crowded, empty } : null;
}
