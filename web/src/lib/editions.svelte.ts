// The editions that this house knows, for pages that only have an id of one: asked for once, when first needed.
import { api } from './api.ts';
import { language, t } from './i18n.svelte.ts';
import type { Catalogue, EditionBrief, EditionInfo } from './protocol.ts';

class Editions {
  #known = $state.raw<Catalogue | null>(null);
  #asked = false;

  /** What there is to choose from; nothing until the answer is there. */
  get catalogue(): Catalogue | null {
    if (!this.#asked) {
      this.#asked = true;
      api.catalogue().then(
        (known) => (this.#known = known),
        () => (this.#asked = false),
      );
    }
    return this.#known;
  }

  /** All of them. */
  get all(): readonly EditionInfo[] {
    return this.catalogue?.editions ?? [];
  }

  of(id: string): EditionInfo | undefined {
    return this.all.find((edition) => edition.id === id);
  }

  /** What to call one by its id alone. */
  name(id: string): string {
    return language.has(`edition.${id}`) ? t(`edition.${id}`) : (this.of(id)?.name ?? id);
  }
}

export const editions = new Editions();

/** By its word in this language, or else by the name it brings. */
export const editionName = ({ id, name }: Pick<EditionBrief, 'id' | 'name'>) =>
  language.has(`edition.${id}`) ? t(`edition.${id}`) : name;

export function about(edition: EditionInfo): string {
  const { id, columns, rows, agents } = edition;
  return language.has(`about.${id}`)
    ? t(`about.${id}`)
    : t('about.any', { sides: Object.keys(agents).length, columns, rows });
}
