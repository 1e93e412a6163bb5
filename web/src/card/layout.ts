// How large cards are so that the whole grid is in sight and they are as large as can be, and where an arrow key leads.

export interface Size {
  width: number;
  height: number;
}

/** As on the style sheet: `gap` of the board. */
export const gapOf = (width: number) => (width < 480 ? 4 : width < 1000 ? 8 : 12);
const WIDEST = 1.62;
const TALLEST = 1.42;

export interface Grid {
  columns: number;
  rows: number;
}

/** How large a card can be. Words may be wide or tall cards, pictures are square. The grid is laid as it was dealt on
 * every screen, so that “third row, second card” is the same card for everybody at the table. */
export function cellSize({ width, height }: Size, { columns, rows }: Grid, drawn: boolean): Size {
  const gap = gapOf(width);
  const room = {
    width: Math.max(0, Math.floor((width - gap * (columns - 1)) / columns)),
    height: Math.max(0, Math.floor((height - gap * (rows - 1)) / rows)),
  };
  if (drawn) {
    const side = Math.min(room.width, room.height);
    return { width: side, height: side };
  }
  return { width: Math.min(room.width, room.height * WIDEST), height: Math.min(room.height, room.width * TALLEST) };
}

export function step(key: string, index: number, columns: number, rows: number): number | undefined {
  const [row, column] = [Math.floor(index / columns), index % columns];
  const moves: Record<string, [number, number]> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [row, 0],
    End: [row, columns - 1],
    PageUp: [0, column],
    PageDown: [rows - 1, column],
  };
  const to = moves[key];
  if (!to) return undefined;
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  return clamp(to[0], rows - 1) * columns + clamp(to[1], columns - 1);
}
