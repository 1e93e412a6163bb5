// What cities are called: our word for them, or what those wrote who brought the map.
import { t } from '$lib/i18n.svelte.ts';

export const nameOf = ({ id, name }: { id: string; name: string }): string => name || t(`city.${id}`);

/** Words of a city's own where it has some, else those for any city. */
export const cityWords = (city: string, what: string): readonly string[] => [`${what}.${city}`, `${what}.any`];
