// The things of the bureau, 120 by 120: what lies on the desk, and a picture for each edition.
import { ellipse, rays, rect, type Shape } from './engrave.ts';
import { beret, fedora, headscarf } from './people.ts';

/** Moves and scales a picture, so that one can be made of others. */
function placed(shapes: readonly Shape[], x: number, y: number, scale: number): Shape[] {
  return shapes.map((shape) => {
    let horizontal = false;
    const d = shape.d.replace(/-?\d+(\.\d+)?/g, (number) => {
      horizontal = !horizontal;
      return (Number(number) * scale + (horizontal ? x : y)).toFixed(1);
    });
    const hatch = shape.hatch?.map(
      ([angle, gap, light, shade]) => [angle, gap * 0.9, light * 0.8, shade * 0.8] as const,
    );
    return { ...shape, d, ...(hatch ? { hatch } : {}), line: (shape.line ?? 1.6) * 0.9 };
  });
}

export const magnifier: Shape[] = [
  { d: 'M74 78L82 70L110 98C114 104 106 112 100 108Z', hatch: [[45, 2.2, 0.6, 1.9]] },
  { d: ellipse(50, 48, 38), hatch: [[35, 2, 0.5, 1.6]] },
  { d: ellipse(50, 48, 31), hatch: [[145, 3.4, 0.1, 0.7]] },
  { d: 'M30 44C32 34 40 27 50 26', fill: 'none', line: 2.4 },
  { d: ellipse(50, 46, 9), fill: 'ink' },
  { d: 'M45 50L55 50L60 70L40 70Z', fill: 'ink' },
];

export const envelope: Shape[] = [
  { d: rect(8, 30, 104, 70), hatch: [[0, 3.4, 0.05, 0.9]] },
  { d: 'M8 100L48 64L72 64L112 100', fill: 'none' },
  { d: 'M8 30L60 76L112 30Z', hatch: [[0, 3, 0.3, 1.3]] },
  { d: ellipse(60, 72, 15), fill: 'seal', hatch: [[40, 2.6, 0.2, 1.2]] },
  { d: ellipse(60, 72, 10), fill: 'none', line: 1.1 },
  { d: 'M60 66C64 66 65 71 62 73L64 79L56 79L58 73C55 71 56 66 60 66Z', fill: 'ink', line: 0 },
];

export const cabinet: Shape[] = [
  { d: 'M14 12L84 12L100 22L100 112L14 112Z', hatch: [[88, 3, 0.4, 1.6]] },
  { d: rect(14, 12, 70, 100), hatch: [[0, 4, 0.1, 0.5]] },
  { d: rect(20, 18, 58, 24), hatch: [[0, 2.8, 0.1, 1.1]] },
  { d: rect(20, 82, 58, 24), hatch: [[0, 2.8, 0.1, 1.3]] },
  { d: 'M12 50L12 36L28 36L31 40L52 40L52 34L66 34L69 40L86 40L86 52Z', hatch: [] },
  { d: 'M18 50L18 42L74 42L80 48L80 52Z', hatch: [[0, 2.4, 0.2, 0.8]] },
  { d: 'M8 50L88 50L84 78L12 78Z', hatch: [[4, 2.6, 0.1, 1.6]] },
  { d: rect(38, 24, 22, 9), hatch: [] },
  { d: rect(36, 56, 24, 11), hatch: [] },
  { d: rect(38, 88, 22, 9), hatch: [] },
  { d: 'M40 61L56 61M42 28L56 28M42 92L56 92', fill: 'none', line: 1.2 },
  { d: 'M44 72L52 72', fill: 'none', line: 3 },
];

export const eye: Shape[] = [
  { d: rect(6, 8, 108, 104), hatch: [[45, 2.4, 0.4, 1.7]] },
  { d: rect(16, 18, 88, 84), hatch: [] },
  { d: rays(60, 58, 26, 52, 56), fill: 'ink', line: 0 },
  { d: 'M20 60C34 38 86 38 100 60C86 82 34 82 20 60Z', hatch: [[160, 3.4, 0.05, 0.8]] },
  { d: ellipse(60, 60, 16), hatch: [[70, 2.2, 0.5, 1.7]] },
  { d: ellipse(60, 60, 8), fill: 'ink' },
  { d: ellipse(64, 55, 3), line: 0 },
  { d: 'M22 52C36 34 84 34 98 52', fill: 'none', line: 2.4 },
];

export const chest: Shape[] = [
  { d: rays(60, 46, 20, 46, 30), fill: 'gold', line: 0 },
  { d: 'M12 54L12 108L108 108L108 54Z', fill: 'wood', hatch: [[0, 3, 0.2, 1.5]] },
  { d: 'M18 56L24 44L40 50L52 38L66 50L80 42L98 52L104 56Z', fill: 'gold', hatch: [[60, 3, 0.2, 1]] },
  { d: ellipse(44, 48, 6), fill: 'red', hatch: [[40, 2.4, 0.2, 1]] },
  { d: 'M68 38L76 30L84 38L76 50Z', fill: 'blue', hatch: [[90, 2.6, 0.2, 1]] },
  { d: 'M60 12L63 21L72 22L65 28L67 37L60 32L53 37L55 28L48 22L57 21Z', fill: 'gold' },
  { d: 'M10 56L110 56L110 66L10 66Z', fill: 'gold', hatch: [[90, 3, 0.3, 1.1]] },
  { d: 'M24 56L34 56L34 108L24 108ZM86 56L96 56L96 108L86 108Z', fill: 'gold', hatch: [[0, 3, 0.3, 1.1]] },
  { d: 'M50 60L70 60L70 80C66 88 54 88 50 80Z', fill: 'gold', hatch: [[30, 2.6, 0.2, 1.2]] },
  { d: 'M60 68C64 68 64 73 62 74L63 81L57 81L58 74C56 73 56 68 60 68Z', fill: 'ink', line: 0 },
];

/** A treasure that had better been left where it was. */
export const idol: Shape[] = [
  { d: rays(60, 60, 40, 58, 40), fill: 'ink', line: 0 },
  { d: 'M40 24L28 4L50 18Z', fill: 'blue', hatch: [[70, 2.4, 0.2, 1]] },
  { d: 'M80 24L92 4L70 18Z', fill: 'blue', hatch: [[110, 2.4, 0.2, 1]] },
  { d: 'M50 18L60 2L70 18Z', fill: 'red', hatch: [[90, 2.4, 0.2, 1]] },
  { d: 'M28 26C40 14 80 14 92 26C98 60 88 98 60 114C32 98 22 60 28 26Z', fill: 'gold', hatch: [[60, 3, 0.1, 1.4]] },
  { d: ellipse(60, 33, 8), fill: 'red', hatch: [[40, 2.4, 0.2, 1]] },
  { d: 'M33 45L56 54L56 61L37 55ZM87 45L64 54L64 61L83 55Z', fill: 'ink' },
  { d: 'M38 60L55 65L50 73L41 70ZM82 60L65 65L70 73L79 70Z', fill: 'blue', hatch: [[0, 2.4, 0.2, 0.8]] },
  { d: 'M57 62L63 62L68 84L52 84Z', fill: 'gold', hatch: [[0, 2.4, 0.3, 1.1]] },
  { d: 'M41 90C50 86 70 86 79 90C72 103 48 103 41 90Z', fill: 'ink' },
  { d: 'M47 90L52 96L57 90ZM58 90L62 96L67 90ZM68 90L71 95L75 90Z' },
];

export const telephone: Shape[] = [
  { d: 'M24 104C26 76 38 60 46 54L74 54C82 60 94 76 96 104L96 110L24 110Z', hatch: [[0, 2.6, 0.3, 2]] },
  { d: ellipse(60, 80, 19), hatch: [] },
  { d: ellipse(60, 80, 7), fill: 'ink' },
  {
    d: [0, 1, 2, 3, 4, 5, 6]
      .map((n) =>
        ellipse(Math.round(60 + 13 * Math.cos(n * 0.8 + 2.2)), Math.round(80 + 13 * Math.sin(n * 0.8 + 2.2)), 2),
      )
      .join(''),
    line: 1.1,
  },
  { d: 'M42 54L42 42L78 42L78 54Z', hatch: [[90, 2.4, 0.3, 1.4]] },
  {
    d: 'M10 40C10 22 28 18 60 18C92 18 110 22 110 40L110 48L90 48L88 36C72 32 48 32 32 36L30 48L10 48Z',
    hatch: [[10, 2.4, 0.2, 2]],
  },
];

/** Passing one device around: a hand-over in a closed envelope's stead. */
export const device: Shape[] = [
  { d: 'M38 8L82 8L86 12L86 108L82 112L38 112L34 108L34 12Z', hatch: [[90, 2.6, 0.4, 1.6]] },
  { d: rect(40, 20, 40, 74), hatch: [] },
  { d: ellipse(60, 102, 4) },
  ...placed(fedora, 42, 34, 0.3),
  { d: 'M10 44L26 44M18 36L26 44L18 52M110 76L94 76M102 68L94 76L102 84', fill: 'none', line: 2.2 },
];

export const teams: Shape[] = [...placed(headscarf, 46, 22, 0.78), ...placed(fedora, -14, 26, 0.78)];
export const duet: Shape[] = [...placed(beret, 40, 22, 0.8), ...placed(headscarf, -14, 24, 0.8)];

const FIELDS = [0, 1, 2, 3, 4].flatMap((row) => [0, 1, 2, 3, 4].map((column) => ({ row, column })));
const fields = (these: (at: number) => boolean) =>
  FIELDS.filter((_, at) => these(at))
    .map(({ row, column }) => rect(28 + column * 13, 28 + row * 13, 11, 11))
    .join('');

/** A key card on a table where the real cards lie. */
export const keyCard: Shape[] = [
  { d: rect(12, 12, 96, 96), hatch: [[45, 2.6, 0.3, 1.5]] },
  { d: rect(22, 22, 76, 76), hatch: [] },
  {
    d: 'M46 14L74 14L74 20L46 20ZM46 100L74 100L74 106L46 106ZM14 46L20 46L20 74L14 74ZM100 46L106 46L106 74L100 74Z',
    fill: 'red',
  },
  { d: fields((at) => at % 3 === 0 && at !== 12), fill: 'red', hatch: [[45, 2.4, 0.3, 1]], line: 1 },
  { d: fields((at) => at % 3 === 1), fill: 'blue', hatch: [[135, 2.4, 0.3, 1]], line: 1 },
  { d: fields((at) => at % 3 === 2), line: 1 },
  { d: fields((at) => at === 12), fill: 'ink', line: 1 },
];

/** The needle that knows the way: a team's map of missions. */
export const compass: Shape[] = [
  { d: 'M6 22L40 12L80 24L114 12L114 96L80 108L40 96L6 106Z', hatch: [[0, 4, 0.05, 0.6]] },
  { d: 'M40 12L40 96M80 24L80 108', fill: 'none', line: 1.2 },
  { d: ellipse(60, 60, 34), hatch: [[45, 3, 0.1, 0.9]] },
  { d: ellipse(60, 60, 28) },
  { d: rays(60, 60, 6, 26, 16), fill: 'ink', line: 0 },
  { d: 'M60 30L67 60L60 54L53 60Z', fill: 'red', hatch: [[90, 2.4, 0.2, 1]] },
  { d: 'M60 90L67 60L60 66L53 60Z', hatch: [[90, 2.4, 0.2, 0.8]] },
  { d: ellipse(60, 60, 4), fill: 'gold' },
];
