// A table in the making: what has been chosen, on top of what the server offers. It holds no rule: editions tell their
// modes and options, and what doesn't fit a newly chosen edition is dropped.
import type { Catalogue, ClockForm, EditionInfo, SettingsForm } from '$lib/protocol.ts';

type Chosen = Required<Omit<SettingsForm, 'clock' | 'faces' | 'level'>> & {
  clock: ClockForm | null;
  /** None, here and below: as is usual in the edition. */
  faces: EditionInfo['faces'] | null;
  level: EditionInfo['level'] | null;
};

/** The variants that are switched on or off. */
export const VARIANTS = ['zero', 'unlimited', 'assassin_last', 'several_clues', 'gentle'] as const;
export type Variant = (typeof VARIANTS)[number];

export class Draft {
  settings = $state.raw<Chosen>({
    edition: 'classic',
    mode: 'teams',
    language: 'en',
    options: {},
    decks: [],
    faces: null,
    referee: 'strict',
    clue_options: [],
    clock: null,
    listed: false,
    title: '',
    level: null,
    practice: false,
    pace: 'human',
  });

  constructor(
    readonly catalogue: Catalogue,
    start: SettingsForm,
  ) {
    const { clock = null, faces = null, level = null } = start;
    this.settings = { ...this.settings, ...start, clock, faces, level };
    this.change({ clue_options: this.#known(this.settings.clue_options) });
  }

  get edition(): EditionInfo {
    const { editions } = this.catalogue;
    return editions.find(({ id }) => id === this.settings.edition) ?? editions[0]!;
  }

  get faces(): EditionInfo['faces'] {
    return this.settings.faces ?? this.edition.faces;
  }

  get level(): EditionInfo['level'] {
    return this.settings.level ?? this.edition.level;
  }

  get decks() {
    return this.catalogue.decks.filter(({ language }) => language === this.settings.language);
  }

  chooseEdition(id: string): void {
    const info = this.catalogue.editions.find((edition) => edition.id === id);
    if (!info) return;
    const mode = info.modes.includes(this.settings.mode) ? this.settings.mode : info.modes[0]!;
    const options = Object.fromEntries(
      Object.entries(this.settings.options).filter(([name]) => info.options.includes(name) && name !== 'gentle'),
    );
    this.change({ edition: id, mode, options, decks: [], faces: null, level: null });
    this.change({ clue_options: this.#known(this.settings.clue_options) });
  }

  /** What the edition lets a table agree upon. */
  #known(options: readonly string[]): string[] {
    return options.filter((option) => this.edition.clue_options.includes(option));
  }

  change(changes: Partial<SettingsForm>): void {
    this.settings = { ...this.settings, ...changes } as typeof this.settings;
  }

  /** Whether a variant is agreed upon; how a challenge ends is as the edition proposes, until somebody chooses (T15). */
  plays(name: Variant): boolean {
    return this.settings.options[name] ?? this.proposes(name);
  }

  proposes(name: Variant): boolean {
    return name === 'gentle' && this.edition.gentle;
  }

  play(name: Variant, on: boolean): void {
    const { [name]: _old, ...others } = this.settings.options;
    this.change({ options: on !== this.proposes(name) ? { ...others, [name]: on } : others });
  }

  toggleDeck(id: string): void {
    const { decks } = this.settings;
    const chosen = decks.length ? decks : [this.edition.deck];
    this.change({ decks: chosen.includes(id) ? chosen.filter((deck) => deck !== id) : [...chosen, id] });
  }

  toggleClueOption(id: string): void {
    const { clue_options: chosen } = this.settings;
    this.change({ clue_options: chosen.includes(id) ? chosen.filter((option) => option !== id) : [...chosen, id] });
  }

  hasDeck(id: string): boolean {
    const { decks } = this.settings;
    return decks.length ? decks.includes(id) : id === this.edition.deck;
  }
}
