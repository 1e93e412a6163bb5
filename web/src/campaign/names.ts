// What cities are called: our word for them, or what those wrote who brought the map.
import { t } from '$lib/i18n.svelte.ts';

export const nameOf = ({ id, name }: { id: string; name: string }): string => name || t(`city.${id}`);

/** Words of a city's own where it has some, else those for any city. */
export const cityWords = {
  motto: (city: string) => [`mission_motto.${city}`, 'mission_motto.any'],
  sudden: (city: string) => [`mission_sudden.${city}`, 'mission_sudden.any'],
  spent: (city: string) => [`mission_spent.${city}`, 'mission_spent.any'],
  won: (city: string) => [`mission_won.${city}`, 'mission_won.any'],
  lost: (city: string) => [`mission_lost.${city}`, 'mission_lost.any'],
} as const;
