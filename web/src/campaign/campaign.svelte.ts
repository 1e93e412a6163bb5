// A person's teams and the map that lies before them, as the server tells it. Which cities are open is the server's word.
import { ask } from '$lib/api.ts';
import type {
  CampaignNews,
  Invitation,
  InvitedTo,
  NewTeam,
  OwnMap,
  SharedMap,
  TableLink,
  TeamLine,
  TeamView,
} from '$lib/protocol.ts';

export const campaignApi = {
  mine: () => ask<TeamLine[]>('GET', '/api/me/teams'),
  found: (team: Partial<NewTeam>) => ask<TeamView>('POST', '/api/teams', team),
  team: (id: string, map?: number) => ask<TeamView>('GET', `/api/teams/${id}${map ? `?map=${map}` : ''}`),
  rename: (id: string, name: string) => ask<TeamLine>('PUT', `/api/teams/${id}`, { name }),
  invite: (id: string) => ask<Invitation>('POST', `/api/teams/${id}/invitation`),
  invited: (code: string) => ask<InvitedTo>('POST', '/api/teams/invited', { code }),
  join: (code: string) => ask<TeamView>('POST', '/api/teams/join', { code }),
  leave: (id: string, person: string) => ask<TeamLine[]>('DELETE', `/api/teams/${id}/people/${person}`),
  freshMap: (id: string, map: Partial<OwnMap>) => ask<TeamView>('POST', `/api/teams/${id}/maps`, map),
  mapText: (id: string, number: number, language: string) =>
    ask<OwnMap>('GET', `/api/teams/${id}/maps/${number}/text?language=${language}`),
  share: (map: OwnMap) => ask<SharedMap>('POST', '/api/maps', map),
  shared: (id: string) => ask<OwnMap>('GET', `/api/maps/${id}`),
  mission: (id: string, city: string, language: string, table?: string) =>
    ask<TableLink>('POST', `/api/teams/${id}/missions`, { city, language, ...(table ? { table } : {}) }),
  news: (table: string, game: number) => ask<CampaignNews>('GET', `/api/tables/${table}/games/${game}/campaign`),
};

export class CampaignState {
  teams = $state.raw<readonly TeamLine[] | null>(null);
  /** The team whose map lies on the table. */
  team = $state.raw<TeamView | null>(null);

  /** Whether the map that is shown is the one that the team travels now. */
  get current(): boolean {
    return this.team?.map.sheet.number === this.team?.sheets.at(-1)?.number;
  }

  /** All teams of this person, and the one with this id; without one the newest. */
  async open(id: string | null): Promise<void> {
    this.teams = await campaignApi.mine();
    const wanted = id ?? this.teams[0]?.id;
    this.team = wanted ? await campaignApi.team(wanted) : null;
  }

  show(team: TeamView): void {
    this.team = team;
  }

  async look(sheet: number): Promise<void> {
    this.team = await campaignApi.team(this.team!.id, sheet);
  }
}
