// What a screen reader says of a card.
import { language, t } from '$lib/i18n.svelte.ts';
import { cardName, identityName, sideName, wasSeen } from '$lib/names.ts';
import type { Game } from '$lib/protocol.ts';

export function cardLabel(game: Game, index: number, pencils: readonly string[] = []): string {
  const { cover, covered_by, known, marks } = game.cards[index]!;
  const parts = [cardName(game, index)];
  if (cover) parts.push(t('card.covered', { identity: identityName(game.brief, cover) }));
  if (cover && covered_by && game.brief.together) parts.push(t('card.found_by', { side: sideName(covered_by) }));
  if (!cover)
    parts.push(...known.filter((identity) => identity !== null).map((identity) => identityName(game.brief, identity)));
  const seen = wasSeen(game, index);
  if (seen) parts.push(t('card.seen', { identity: identityName(game.brief, seen) }));
  if (marks.length) parts.push(t('card.marked', { sides: language.list(marks.map(sideName)) }));
  if (pencils.length) parts.push(t('card.pencilled', { who: language.list(pencils) }));
  return parts.join(', ');
}
