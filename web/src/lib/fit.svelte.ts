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
const measured = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/** How often the letters have changed under us: once, when the real ones arrive. Whoever fits words does so again then. */
let arrived = $state(0);
void document.fonts.load("800 20px 'Besley Variable'").then(() => {
  measured.clear();
  arrived++;
});

/** How wide a word is, in ems. */
function width(word: string): number {
  let ems = arrived >= 0 ? measured.get(word) : undefined;
  if (ems === undefined) {
    pen ??= document.createElement('canvas').getContext('2d');
    if (!pen) return word.length * 0.8;
    pen.font = FONT;
    ems = pen.measureText(word).width / 100;
    measured.set(word, ems);
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
