// What the app says: one catalogue at a time, loaded when its language is chosen. Plurals, numbers and dates follow the
// language's own rules. Sentences are in web/messages and in the Python package's catalogues.
import { isolated } from './bidi.ts';

export const LANGUAGES = ['en', 'fr', 'de'] as const;
export type LanguageId = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<LanguageId, string> = { en: 'English', fr: 'Français', de: 'Deutsch' };

type Message = string | Record<string, string>;
type Details = Record<string, string | number | undefined>;

type Catalogues = Record<LanguageId, () => Promise<{ default: Record<string, Message> }>>;

const catalogues: Catalogues = {
  en: () => import('deckname:messages/en'),
  fr: () => import('deckname:messages/fr'),
  de: () => import('deckname:messages/de'),
};

/** What is said in rooms that few enter. */
const apart: Catalogues = {
  en: () => import('deckname:messages/en/apart'),
  fr: () => import('deckname:messages/fr/apart'),
  de: () => import('deckname:messages/de/apart'),
};

/** The first of the browser's languages that we speak. */
export function browserLanguage(): LanguageId {
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return (spoken.find((tag) => (LANGUAGES as readonly string[]).includes(tag)) as LanguageId | undefined) ?? 'en';
}

class Language {
  id = $state<LanguageId>('en');
  #messages = $state.raw<Record<string, Message>>({});
  #apart = false;
  // Made once per language: they are asked for with every card that turns, and slow to make.
  #numbers = $derived(new Intl.NumberFormat(this.id));
  #plurals = $derived(new Intl.PluralRules(this.id));
  #dates = $derived(new Intl.DateTimeFormat(this.id, { dateStyle: 'medium', timeStyle: 'short' }));
  #times = $derived(new Intl.DateTimeFormat(this.id, { timeStyle: 'short' }));
  #days = $derived(new Intl.DateTimeFormat(this.id, { dateStyle: 'medium', timeZone: 'UTC' }));
  #lists = $derived(new Intl.ListFormat(this.id, { type: 'conjunction' }));

  async use(id: LanguageId): Promise<void> {
    const wanted = this.#apart ? [catalogues[id](), apart[id]()] : [catalogues[id]()];
    this.#messages = Object.assign({}, ...(await Promise.all(wanted)).map((each) => each.default));
    this.id = id;
    document.documentElement.lang = id;
  }

  /** From now on also what is said apart: for the rooms that say it, before they open. */
  async withApart(): Promise<void> {
    this.#apart = true;
    await this.use(this.id);
  }

  has(name: string): boolean {
    return name in this.#messages;
  }

  say(name: string, details: Details): string {
    const message = this.#messages[name];
    if (message === undefined) return name;
    const form = typeof message === 'string' ? message : this.#plural(message, Number(details.count));
    return form.replace(/\{(\w+)\}/g, (_, detail: string) => this.#shown(details[detail]));
  }

  number(value: number): string {
    return this.#numbers.format(value);
  }

  date(milliseconds: number): string {
    return this.#dates.format(milliseconds);
  }

  /** A moment that is near: the time of day, where that is today. */
  moment(milliseconds: number): string {
    const today = new Date(milliseconds).toDateString() === new Date().toDateString();
    return (today ? this.#times : this.#dates).format(milliseconds);
  }

  /** A day, as the server writes it: 2026-11-18. */
  day(date: string): string {
    return this.#days.format(new Date(date));
  }

  list(items: readonly string[]): string {
    return this.#lists.format(items.map(isolated));
  }

  #plural(forms: Record<string, string>, count: number): string {
    return forms[this.#plurals.select(count)] ?? forms.other ?? '';
  }

  #shown(value: string | number | undefined): string {
    return typeof value === 'number' ? this.number(value) : isolated(value ?? '');
  }
}

export const language = new Language();

/** The sentence of this name, in the language of the app. */
export function t(name: string, details: Details = {}): string {
  return language.say(name, details);
}

/** The first of these names that has a sentence: what is particular goes before what is general. */
export function tFirst(names: readonly string[], details: Details = {}): string {
  return t(names.find((name) => language.has(name)) ?? names.at(-1)!, details);
}

/** A sentence in the terms of an edition, where it has its own: `table.treasure_left` goes before `table.left`. */
export function tIn(edition: { terms: string } | undefined, names: string | readonly string[], details: Details = {}) {
  const usual = [names].flat();
  const own = edition?.terms ? usual.map((name) => name.replace('.', `.${edition.terms}_`)) : [];
  return tFirst([...own, ...usual], details);
}
