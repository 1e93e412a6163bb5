// All that was agreed for a table, in words (G12): what every guest may read before and during a game.
import { editionName, editions } from '$lib/editions.svelte.ts';
import { language, LANGUAGE_NAMES, t, tIn } from '$lib/i18n.svelte.ts';
import type { ClockForm, EditionBrief, EditionInfo, TableInfo } from '$lib/protocol.ts';

/** One thing that was agreed on, and what about it. */
export interface Article {
  about: string;
  items: string[];
}

/** Articles about the game first, then about how it is played here. */
export function agreement({ settings, brief }: Pick<TableInfo, 'settings' | 'brief'>): Article[] {
  const edition = editions.of(brief.id);
  const teams = !brief.together && Object.keys(brief.agents).length === 2;
  const game = [editionName(brief), ...(teams ? [t(`mode.${settings.mode ?? 'teams'}`)] : [])];
  const articles = [
    { about: t('create.edition'), items: game },
    { about: t('create.variants'), items: variants(settings, brief, edition) },
    { about: t('create.decks'), items: cards(settings, edition) },
    { about: t('create.referee'), items: referee(settings) },
    { about: t('create.clock'), items: clock(settings.clock ?? null) },
    { about: t('create.bots'), items: bots(settings, brief) },
  ];
  return articles.filter(({ items }) => items.length);
}

type Settings = TableInfo['settings'];

function variants({ options = {} }: Settings, brief: EditionBrief, edition?: EditionInfo): string[] {
  const found = Object.entries(options).flatMap(([name, value]) =>
    value === true ? [tIn(brief, `option.${name}`)] : [],
  );
  const { mission, tokens = edition?.tokens, mistakes } = options;
  if (mission) found.unshift(t(`city.${mission}`));
  else if (tokens) found.unshift(t('agreed.tokens', { count: tokens }));
  if (typeof mistakes === 'number') found.push(t('agreed.mistakes', { count: mistakes }));
  return found.length ? found : [t('create.as_in_the_book')];
}

function cards({ decks = [], faces, language: spoken = 'en' }: Settings, edition?: EditionInfo): string[] {
  const ids = decks.length ? decks : edition ? [edition.deck] : [];
  const known = editions.catalogue?.decks.filter((deck) => deck.language === spoken) ?? [];
  const names = ids.map((id) => known.find((deck) => deck.id === id)?.name ?? id);
  const sides = ids.includes('family') ? [t(`create.faces_${faces ?? edition?.faces ?? 'mixed'}`)] : [];
  return [...names, ...sides, LANGUAGE_NAMES[spoken]];
}

const referee = ({ referee = 'strict', clue_options = [] }: Settings) => [
  t(`create.referee_${referee}`),
  ...(referee === 'off' ? [] : clue_options.map((id) => t(`clue_option.${id}`))),
];

function clock(form: ClockForm | null): string[] {
  if (!form) return [t('create.no_limit')];
  const times = (['clue', 'guess', 'budget'] as const).flatMap((phase) => {
    const seconds = form[phase];
    return seconds ? [t(`agreed.${phase}`, { time: minutes(seconds) })] : [];
  });
  return [...times, ...(form.ends_itself ? [t('create.ends_itself')] : [])];
}

const minutes = (seconds: number) =>
  `${language.number(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;

function bots({ mode, level = 'even', pace = 'human', practice }: Settings, brief: EditionBrief): string[] {
  const against = brief.together || mode === 'coop' ? [] : [t(`level.${level}`)];
  return [...against, t(`create.pace_${pace}`), ...(practice ? [t('practice.label')] : [])];
}
