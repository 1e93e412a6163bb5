// The server's HTTP side, typed. A request that isn't taken throws a `Rejected` with the server's stable code.
import { withoutBidiControls } from './bidi.ts';
import type {
  Catalogue,
  DeckCards,
  Device,
  JoinCode,
  LinkCode,
  ListedTable,
  MarkSheet,
  MarkSheets,
  Me,
  MyDevice,
  MyTable,
  OperativeAnswer,
  OperativeQuestion,
  PlayedGames,
  Problem,
  RefereeAnswer,
  RefereeQuestion,
  Replay,
  TableLink,
  SettingsForm,
  SpymasterAnswer,
  SpymasterQuestion,
  Thoughts,
  WorkshopReport,
} from './protocol.ts';

export class Rejected extends Error {
  constructor(
    readonly code: string,
    readonly details: Record<string, string | number> = {},
  ) {
    super(code);
  }
}

export async function ask<Answer>(method: string, path: string, body?: unknown, token?: string): Promise<Answer> {
  let response: Response;
  const headers = {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Rejected('unreachable');
  }
  const read = response.text().then((text) => JSON.parse(withoutBidiControls(text)) as unknown);
  if (response.ok) return (await read) as Answer;
  const problem = (await read.catch(() => ({ code: 'unreachable' }))) as Problem;
  throw new Rejected(problem.code, problem.details);
}

export const api = {
  me: () => ask<Me>('GET', '/api/me'),
  rename: (name: string) => ask<Me>('PUT', '/api/me', { name }),
  newDevice: (name: string) => ask<Device>('POST', '/api/devices', { name }),
  myTables: () => ask<MyTable[]>('GET', '/api/me/tables'),
  myGames: (before?: string) =>
    ask<PlayedGames>('GET', '/api/me/games' + (before ? `?before=${encodeURIComponent(before)}` : '')),
  devices: () => ask<MyDevice[]>('GET', '/api/me/devices'),
  forgetDevice: (id: string) => ask<MyDevice[]>('DELETE', `/api/me/devices/${id}`),
  forgetOtherDevices: () => ask<MyDevice[]>('DELETE', '/api/me/devices'),
  linkCode: () => ask<LinkCode>('POST', '/api/me/link'),
  link: (code: string) => ask<Me>('POST', '/api/link', { code }),
  catalogue: () => ask<Catalogue>('GET', '/api/catalogue'),
  deck: (language: string, id: string) => ask<DeckCards>('GET', `/api/decks/${language}/${id}`),
  open: (settings: SettingsForm, token?: string) => ask<TableLink>('POST', '/api/tables', settings, token),
  listed: () => ask<ListedTable[]>('GET', '/api/tables'),
  code: (table: string) => ask<JoinCode>('POST', `/api/tables/${table}/code`),
  join: (code: string) => ask<TableLink>('POST', '/api/join', { code }),
  replay: (table: string, game: number) => ask<Replay>('GET', `/api/tables/${table}/games/${game}/replay`),
  thoughts: (table: string, game: number) => ask<Thoughts>('GET', `/api/tables/${table}/games/${game}/thoughts`),
  askReferee: (question: RefereeQuestion) => ask<RefereeAnswer>('POST', '/api/ask/referee', question),
  askSpymaster: (question: SpymasterQuestion) => ask<SpymasterAnswer>('POST', '/api/ask/spymaster', question),
  askOperative: (question: OperativeQuestion) => ask<OperativeAnswer>('POST', '/api/ask/operative', question),
  pictures: () => ask<Record<string, string>>('GET', '/api/pictures'),
  marks: (sheets: string) => ask<MarkSheets>('GET', `/api/marks/${sheets}`),
  mark: (sheets: string, phone: string, sheet: MarkSheet) =>
    ask<MarkSheets>('PUT', `/api/marks/${sheets}/${phone}`, sheet),
  workshop: () => ask<WorkshopReport>('GET', '/api/workshop'),
};

export const recordPath = (table: string, game: number) => `/api/tables/${table}/games/${game}`;
