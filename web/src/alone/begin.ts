// A table for one person, as anybody would lay it: they come in, sit down, and bots take all other places.
import { api } from '$lib/api.ts';
import type { SettingsForm } from '$lib/protocol.ts';
import { TableState } from '$lib/table.svelte.ts';

export type Role = 'giver' | 'guesser';

export async function beginAlone(settings: SettingsForm, role: Role, name: string): Promise<string> {
  const { id, path } = await api.open(settings);
  const table = new TableState(id);
  try {
    await new Promise<void>((told) => table.listen((message) => message.type === 'state' && told()));
    await table.send({ do: 'join', name });
    const place = table.places.find(({ single }) => single === (role === 'giver')) ?? table.places[0]!;
    await table.send({ do: 'sit', place: place.id });
    await table.send({ do: 'start', bots: true });
  } finally {
    table.close();
  }
  return path;
}
