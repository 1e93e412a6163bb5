// Sheets of paper: how many cards go on one, and where what is printed on the back of each has to lie. In millimetres, and
// without a word about what the cards show.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const PAPERS = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
} as const satisfies Record<string, Size>;
export type PaperId = keyof typeof PAPERS;

/** What no printer reaches, and where cut marks stand. */
const MARGIN = 10;

/** A card: what is on its front, and on its back if it has any. */
export interface Piece<Face> {
  readonly front: Face;
  readonly back?: Face | undefined;
}

export interface SheetSide<Face> {
  /** Row by row; a place may stay empty. */
  readonly faces: readonly (Face | undefined)[];
  readonly back: boolean;
  /** Which sheet of paper this is a side of, from 0. */
  readonly sheet: number;
}

export function grid(paper: Size, card: Size): { columns: number; rows: number } {
  return {
    columns: Math.floor((paper.width - 2 * MARGIN) / card.width),
    rows: Math.floor((paper.height - 2 * MARGIN) / card.height),
  };
}

/**
 * The sides in the order in which a printer takes them. Paper is turned over its long edge, as a page of a book: what
 * lay left lies right then, so every row of a back is mirrored. The cards lie in the middle of the paper, and both fit.
 */
export function layOut<Face>(
  pieces: readonly Piece<Face>[],
  { columns, rows }: { columns: number; rows: number },
): SheetSide<Face>[] {
  const room = columns * rows;
  const sheets = Math.ceil(pieces.length / room);
  return Array.from({ length: sheets }, (_, sheet) => pieces.slice(sheet * room, (sheet + 1) * room)).flatMap(
    (on, sheet) => {
      const front = { faces: on.map((piece) => piece.front), back: false, sheet };
      return on.some((piece) => piece.back) ? [front, { faces: mirrored(on, columns), back: true, sheet }] : [front];
    },
  );
}

function mirrored<Face>(pieces: readonly Piece<Face>[], columns: number): (Face | undefined)[] {
  const rows = Math.ceil(pieces.length / columns);
  return Array.from({ length: rows * columns }, (_, place) => {
    const [row, column] = [Math.floor(place / columns), place % columns];
    return pieces[row * columns + (columns - 1 - column)]?.back;
  });
}

/** For paper that is printed on one side only: every face becomes a card of its own. */
export const apart = <Face>(pieces: readonly Piece<Face>[]): Piece<Face>[] =>
  pieces.flatMap(({ front, back }) => (back ? [{ front }, { front: back }] : [{ front }]));
