// What is in a box, as cards to be printed: key cards, the deck, covers, and Duet's tokens.
import type { DeckCards } from '$lib/protocol.ts';
import { BOXES, MISSIONS, type Box } from '../gadget/boxes.ts';
import { newCard, otherFace, readCode, type KeyCard } from '../gadget/keys.ts';
import { apart, type Piece, type Size } from './sheets.ts';

export type PrintedFace =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'picture'; readonly face: string; readonly alt: string }
  | { readonly kind: 'key'; readonly card: KeyCard }
  | { readonly kind: 'cover'; readonly identity: string }
  | { readonly kind: 'token'; readonly spent: boolean }
  | { readonly kind: 'ornament' }
  /** Two faces of one card, to be folded along the line between them. */
  | { readonly kind: 'folded'; readonly faces: readonly [upper: PrintedFace, lower: PrintedFace] };

export type Printed = Piece<PrintedFace>;

export const PARTS = ['keys', 'cards', 'covers', 'tokens'] as const;
export type Part = (typeof PARTS)[number];

const WORD: Size = { width: 62, height: 42 };
const SQUARE: Size = { width: 62, height: 62 };
const TOKEN: Size = { width: 31, height: 31 };

export const partsOf = (edition: string) => PARTS.filter((part) => part !== 'tokens' || BOXES[edition]?.tokens);

/** How large the cards of a part are; those that are folded are twice as high before. */
export function sizeOf(part: Part, drawn: boolean, folded: boolean): Size {
  const size = part === 'keys' ? SQUARE : part === 'tokens' ? TOKEN : drawn ? SQUARE : WORD;
  return folded ? { width: size.width, height: 2 * size.height } : size;
}

/** So many different keys; of a two-sided one both faces, each with its own code. */
export function newKeys(edition: string, count: number): Printed[] {
  const drawn = new Map<string, KeyCard>();
  while (drawn.size < count) {
    const card = newCard(edition);
    drawn.set(card.code, card);
  }
  return [...drawn.values()].map((card) => {
    const other = otherFace(card);
    return {
      front: { kind: 'key', card },
      back: other ? { kind: 'key', card: readCode(other) } : { kind: 'ornament' },
    };
  });
}

export function deckPieces(deck: DeckCards): Printed[] {
  const printed = (face: string): PrintedFace =>
    face in deck.alt ? { kind: 'picture', face, alt: deck.alt[face]! } : { kind: 'word', word: face };
  return deck.cards.map(([front, back]) => ({ front: printed(front!), back: back ? printed(back) : undefined }));
}

/**
 * A cover for every card that can be covered. Who starts has one agent more: that one is a double agent, with one team
 * on each side. Where a key has two faces, bystanders are what tokens are for.
 */
export function coverPieces(box: Box): Printed[] {
  const deals = Object.values(box.deals);
  const most = Object.keys(box.looks).map((identity) => {
    const counts = deals.map((deal) => dealt(deal, identity));
    return { identity, always: Math.min(...counts), sometimes: Math.max(...counts) - Math.min(...counts) };
  });
  const both = (identity: string): Printed => ({ front: cover(identity), back: cover(identity) });
  const usual = most.flatMap(({ identity, always }) => Array.from({ length: always }, () => both(identity)));
  const [one, other] = most.filter(({ sometimes }) => sometimes).map(({ identity }) => cover(identity));
  return one && other ? [...usual, { front: one, back: other }] : usual;
}

const cover = (identity: string): PrintedFace => ({ kind: 'cover', identity });

function dealt(deal: Box['deals'][string], identity: string): number {
  const twoFaces = deal[0]![0].length > 1;
  if (twoFaces && identity === 'bystander') return 0;
  if (twoFaces && identity === 'assassin') return 1; // the first one ends the game
  return deal.reduce((sum, [identities, count]) => sum + (identities.includes(identity) ? count : 0), 0);
}

/** As many as the longest mission takes. */
export function tokenPieces(): Printed[] {
  const count = Math.max(...Object.values(MISSIONS).map(({ turns }) => turns));
  return Array.from({ length: count }, () => ({
    front: { kind: 'token', spent: false },
    back: { kind: 'token', spent: true },
  }));
}

/** What has to keep its two sides together even if the printer knows only one: a key of two faces, a token. */
export const isFolded = (part: Part, edition: string, twoSided: boolean) =>
  !twoSided && (part === 'tokens' || (part === 'keys' && BOXES[edition]!.deals[''] !== undefined));

/** For paper that is printed on one side only. */
export function oneSided(part: Part, edition: string, pieces: readonly Printed[]): Printed[] {
  if (isFolded(part, edition, false)) return pieces.map(folded);
  if (part === 'keys') return pieces.map(({ front }) => ({ front }));
  if (part === 'covers')
    return pieces.flatMap((piece) => (isDouble(piece) ? apart([piece]) : [{ front: piece.front }]));
  return apart(pieces);
}

const folded = ({ front, back }: Printed): Printed => ({ front: { kind: 'folded', faces: [back!, front] } });

const isDouble = ({ front, back }: Printed) =>
  front.kind === 'cover' && back?.kind === 'cover' && front.identity !== back.identity;
