// What an identity looks like: its edition says so by names, and the style sheets and the emblems draw what is named.
import type { EditionBrief, IdentityLook } from './protocol.ts';

/** Whatever says how its identities look: an edition, or what is in its box. */
type Looks = { readonly looks: Readonly<Record<string, IdentityLook>> };
const NOBODY: IdentityLook = { colour: 'sand', pattern: 'dots', emblem: 'bowler' };

export const lookOf = (brief: Looks | undefined, identity: string | null): IdentityLook =>
  brief?.looks[identity ?? ''] ?? NOBODY;

/** The attributes by which `swatch` and `wash` are painted. */
export function painted(brief: Looks | undefined, identity: string | null) {
  const { colour, pattern } = lookOf(brief, identity);
  return { 'data-colour': colour, 'data-pattern': pattern };
}

/** Whose colours a place shows: those of its side's agents, or nobody's for an operative of both sides. */
export const placeIdentity = (brief: EditionBrief | undefined, place: string) =>
  brief?.agents[place.split('.')[0]!] ?? 'bystander';
