// Pass-and-play: one browser, one person per place. Each sits at the table with a socket of their own, and only one of
// them is shown at a time; who that is follows from whom the game waits for.
import { api } from '$lib/api.ts';
import { placeName } from '$lib/names.ts';
import type { Message, SettingsForm } from '$lib/protocol.ts';
import { TableState } from '$lib/table.svelte.ts';
import { otherSelf } from '$lib/tokens.ts';

const keyOf = (table: string, place: string) => `deckname.pass.${table}.${place}`;
const HOST = 'host';

/** Lays a table for one device; the one who lays it is its host. */
export async function layTable(settings: SettingsForm): Promise<string> {
  const { token } = await api.newDevice('');
  const { id } = await api.open(settings, token);
  localStorage.setItem(keyOf(id, HOST), token);
  return id;
}

/** On one device people are called by where they sit now, and not by where they sat when they came. */
class SharedTable extends TableState {
  override readonly hasLobby = false;

  override hear(message: Message): void {
    if (message.type !== 'state' || !message.people) return super.hear(message);
    const brief = (message.table ?? this.table)?.brief;
    const people = message.people.map((one) => (one.place ? { ...one, name: placeName(one.place, brief) } : one));
    super.hear({ ...message, people });
  }
}

export class Session {
  host = $state.raw<TableState>();
  people = $state.raw<readonly TableState[]>([]);
  problem = $state(false);
  #gone = false;

  constructor(readonly id: string) {
    void this.#begin().catch(() => (this.problem = true));
  }

  /** Those whom the game waits for: usually one; in Duet sometimes either. Who is asked about a clue comes first (T17). */
  get due(): readonly string[] {
    const asked = this.people.find(({ may }) => may.includes('answer'))?.you?.place;
    if (asked) return [asked];
    const { to_move: seats = [] } = this.host?.game?.situation ?? {};
    return (
      this.host?.places.filter((place) => place.seats.some((seat) => seats.includes(seat))).map(({ id }) => id) ?? []
    );
  }

  /** Whoever sits there now: people change places between games. */
  at(place: string): TableState | undefined {
    return this.people.find(({ you }) => you?.place === place);
  }

  close(): void {
    this.#gone = true;
    for (const person of this.people) person.close();
  }

  async #begin(): Promise<void> {
    const token = localStorage.getItem(keyOf(this.id, HOST));
    if (!token) throw new Error('not laid on this device');
    const host = new SharedTable(this.id, token);
    await until(host, () => host.table !== null);
    const [first, ...others] = host.places.map(({ id }) => id);
    const seated = new Map([[first!, host]]);
    for (const place of others) {
      seated.set(
        place,
        new SharedTable(
          this.id,
          await otherSelf(placeName(place, host.table?.brief), keyOf(this.id, place), localStorage),
        ),
      );
    }
    if (host.table?.stage === 'lobby') {
      for (const [place, person] of seated) await sit(person, place);
      await host.send({ do: 'start' });
    }
    const people = [...seated.values()];
    await Promise.all(people.map((person) => until(person, () => person.game !== null)));
    if (this.#gone) return people.forEach((person) => person.close());
    people.forEach(look);
    this.people = people;
    this.host = host;
  }
}

function until(table: TableState, happened: () => boolean): Promise<void> {
  if (happened()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = table.listen(() => {
      if (!happened()) return;
      done();
      resolve();
    });
  });
}

/** Whose turn it is at one device, the curtain says: nobody waits until all have seen their places. */
function look(person: TableState): void {
  const seen = () => person.newHere && void person.send({ do: 'seen' }).catch(() => {});
  seen();
  person.listen(seen);
}

async function sit(person: TableState, place: string): Promise<void> {
  await until(person, () => person.you !== null);
  if (!person.you?.joined) await person.send({ do: 'join', name: placeName(place, person.table?.brief) });
  if (person.you?.place !== place) await person.send({ do: 'sit', place });
}
