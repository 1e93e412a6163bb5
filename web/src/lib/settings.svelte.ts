// What a person has chosen for this device. Kept in the browser; nothing here concerns a game.
import { browserLanguage, language, LANGUAGES, type LanguageId } from './i18n.svelte.ts';

const KEY = 'deckname.settings';

export const CHOICES = {
  theme: ['system', 'light', 'dark', 'contrast'],
  palette: ['usual', 'safe'],
  text: ['usual', 'large', 'huge'],
  motion: ['system', 'full', 'none'],
  hand: ['right', 'left'],
  sound: ['on', 'off'],
  haptics: ['on', 'off'],
} as const;

export type Choice = keyof typeof CHOICES;
type Chosen = { [Name in Choice]: (typeof CHOICES)[Name][number] };

const FIRST: Chosen = {
  theme: 'system',
  palette: 'usual',
  text: 'usual',
  motion: 'system',
  hand: 'right',
  sound: 'on',
  haptics: 'on',
};

const dark = matchMedia('(prefers-color-scheme: dark)');
const contrast = matchMedia('(prefers-contrast: more)');
const still = matchMedia('(prefers-reduced-motion: reduce)');

class Settings {
  chosen = $state<Chosen>({ ...FIRST });
  language = $state<LanguageId>(browserLanguage());
  name = $state('');

  constructor() {
    this.#load();
    dark.addEventListener('change', () => this.#show());
    contrast.addEventListener('change', () => this.#show());
    window.addEventListener('storage', (event) => event.key === KEY && this.#load());
  }

  async start(): Promise<void> {
    this.#show();
    await language.use(this.language);
  }

  choose<Name extends Choice>(name: Name, value: Chosen[Name]): void {
    this.chosen[name] = value;
    this.#keep();
    this.#show();
  }

  async speak(id: LanguageId): Promise<void> {
    await language.use(id);
    this.language = id;
    this.#keep();
  }

  callMe(name: string): void {
    this.name = name;
    this.#keep();
  }

  get still(): boolean {
    const { motion } = this.chosen;
    return motion === 'none' || (motion === 'system' && still.matches);
  }

  get #theme(): string {
    const { theme } = this.chosen;
    if (theme !== 'system') return theme;
    return contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light';
  }

  #show(): void {
    const { palette, text, motion, hand } = this.chosen;
    const page = document.documentElement;
    Object.assign(page.dataset, { theme: this.#theme, palette, text, motion, hand });
    // The bar of the browser, or of the phone, goes with the table.
    document.querySelector<HTMLMetaElement>('meta[name=theme-color]')!.content =
      getComputedStyle(page).getPropertyValue('--table-deep');
  }

  #keep(): void {
    const kept = { ...this.chosen, language: this.language, name: this.name };
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing forgets the choice with the page.
    }
  }

  #load(): void {
    let kept: Record<string, unknown> = {};
    try {
      kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    } catch {
      // Unreadable settings are as good as none.
    }
    for (const name of Object.keys(CHOICES) as Choice[]) {
      const values: readonly unknown[] = CHOICES[name];
      if (values.includes(kept[name])) Object.assign(this.chosen, { [name]: kept[name] });
    }
    if ((LANGUAGES as readonly unknown[]).includes(kept.language)) this.language = kept.language as LanguageId;
    if (typeof kept.name === 'string') this.name = kept.name;
    this.#show();
  }
}

export const settings = new Settings();
