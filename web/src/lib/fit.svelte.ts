// Setting words on cards: as large as the card allows, never larger than its neighbours need, and condensed like an old
// poster where a word is long and the card narrow.

export interface Fit {
  size: number;
  squeeze: number;
}

const LEGIBLE = 11.5;
/** Long words are condensed this far before they are set smaller, and further only to stay legible. */
const CONDENSED = 0.84;
const NARROWEST = 0.58;
const FONT = "800 100px 'Besley Variable'";
const SMALL_FONT = "600 100px 'Source Sans 3 Variable'";
const LINE = 1.16; // as on the style sheet of pictures
const SPACE = 0.21;
const FRAMED = 110; // as there, too: smaller cards have no frame within
const SMALLEST = 5.5; // at 320 px five cards in a row are 57 wide, and the longest sentence of all stays within its card
const UNDIVIDED = 9;
const measured = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/** How often the letters have changed under us: once, when the real ones arrive. Whoever fits words does so again then. */
let arrived = $state(0);
void Promise.all([FONT, SMALL_FONT].map((font) => document.fonts.load(font))).then(() => {
  measured.clear();
  arrived++;
});

/** How wide a word is, in ems. */
function width(word: string, font = FONT): number {
  const key = font + word;
  let ems = arrived >= 0 ? measured.get(key) : undefined;
  if (ems === undefined) {
    pen ??= document.createElement('canvas').getContext('2d');
    if (!pen) return word.length * 0.8;
    pen.font = font;
    ems = pen.measureText(word).width / 100;
    measured.set(key, ems);
  }
  return ems;
}

export function fit(word: string, room: number, height: number, scale: number): Fit {
  const natural = room / width(word);
  const wanted = Math.min(height * 0.2, Math.max(room * 0.165, 13.5)) * scale;
  const narrow = Math.max(natural / CONDENSED, Math.min(LEGIBLE * scale, natural / NARROWEST));
  const size = Math.min(wanted, narrow);
  return { size, squeeze: Math.min(1, natural / size) };
}

/** A sentence in lines on a square card. Words are divided rather than set smaller than one can read. */
export function fitLines(sentence: string, card: number, scale: number): Fit {
  const side = card * (card < FRAMED ? 0.92 : 0.8);
  const words = sentence.split(' ').map((word) => width(word, SMALL_FONT));
  const fits = (size: number) =>
    linesOf(words, side / size) * LINE * size <= side && (size <= UNDIVIDED || Math.max(...words) * size <= side);
  let size = Math.max(SMALLEST, side * 0.15 * scale);
  while (size > SMALLEST && !fits(size)) size = Math.max(SMALLEST, size - 0.25);
  return { size, squeeze: 1 };
}

/** How many lines words of these widths take, in a room that is so wide. */
function linesOf(words: readonly number[], room: number): number {
  let [lines, at] = [0, room];
  for (const word of words) {
    if (at + SPACE + word <= room) at += SPACE + word;
    else {
      const parts = Math.ceil(word / room);
      lines += parts;
      at = word - (parts - 1) * room;
    }
  }
  return lines;
}
