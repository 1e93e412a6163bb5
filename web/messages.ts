// A Vite plugin: `deckname:messages/fr` is one flat catalogue of what the web app says in French, `…/fr/apart` of what is
// said in rooms that few enter, and loaded with them.
// Sentences that the game says everywhere (refusals, reasons, scores, cities …) are the Python package's;
// what only the web app says stands in messages/.
import { readFileSync } from 'node:fs';
import { parse, type TomlTable } from 'smol-toml';
import type { Plugin } from 'vite';

const PREFIX = 'deckname:messages/';
const SHARED_SECTIONS = [
  ...['side', 'seat', 'identity', 'edition', 'about', 'mode', 'option', 'clue_option', 'city'],
  ...['refusal', 'reason', 'score', 'advice', 'event', 'manner', 'key_error'],
];
const MISSIONS = ['motto', 'sudden', 'spent', 'won', 'lost'].map((words) => `mission_${words}`);
const APART = ['ask', 'print', 'settings', 'devices', 'pass', 'screen', 'alone', 'campaign', ...MISSIONS];

function files(language: string): string[] {
  return [`../src/deckname/languages/${language}.toml`, `messages/${language}.toml`].map(
    (path) => new URL(path, import.meta.url).pathname,
  );
}

function flat(sections: TomlTable): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sections).flatMap(([section, messages]) =>
      Object.entries(messages as TomlTable).map(([name, text]) => [`${section}.${name}`, text]),
    ),
  );
}

function catalogue(language: string, apart: boolean): Record<string, unknown> {
  const [shared, own] = files(language).map((path) => parse(readFileSync(path, 'utf8')));
  const kept = Object.fromEntries(SHARED_SECTIONS.map((name) => [name, shared![name]!]));
  const said = Object.fromEntries(Object.entries(own!).filter(([section]) => APART.includes(section) === apart));
  return { ...(apart ? {} : flat(kept)), ...flat(said) };
}

export function messages(): Plugin {
  return {
    name: 'deckname-messages',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [language, apart] = id.slice(PREFIX.length + 1).split('/') as [string, string?];
      for (const path of files(language)) this.addWatchFile(path);
      return `export default ${JSON.stringify(catalogue(language, apart !== undefined))}`;
    },
  };
}
