// The engraver: turns shapes into ink. A shape is an outline, a fill, and hatching whose lines swell towards the shade,
// as a burin's would. Pure functions over path strings with absolute M, L, C, Q and Z commands only, so that a shape's
// box can be read off its numbers.

/** Angle in degrees, distance between lines, their width in the light and in the shade. */
export type Hatch = readonly [angle: number, gap: number, light: number, shade: number];

export interface Shape {
  d: string;
  /** `paper` unless told; `none` lets through what lies beneath; `ink` is black. Any other is a colour token. */
  fill?: string;
  /** Width of the outline; 0 draws none. */
  line?: number;
  hatch?: readonly Hatch[];
}

const STEPS = 7;

/** A hand is never quite steady, but the same hand draws the same picture twice. */
function wobble(seed: number): number {
  const noise = Math.sin(seed * 127.1) * 43758.5453;
  return noise - Math.floor(noise) - 0.5;
}

export function box(d: string): [x: number, y: number, width: number, height: number] {
  const numbers = d.match(/-?\d+(\.\d+)?/g)!.map(Number);
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}

/** One swelling line, as a slim polygon around the points of its spine. */
function strand(spine: readonly { x: number; y: number; width: number }[], normal: [number, number]): string {
  const edge = (sign: number) =>
    spine.map(({ x, y, width }) => {
      const half = (sign * width) / 2;
      return `${(x + normal[0] * half).toFixed(1)} ${(y + normal[1] * half).toFixed(1)}`;
    });
  return `M${edge(1).join('L')}L${edge(-1).reverse().join('L')}Z`;
}

/** The hatching that covers a shape's box, to be clipped by the shape. */
export function hatching(d: string, [angle, gap, light, shade]: Hatch): string {
  const [left, top, width, height] = box(d);
  const radians = (angle * Math.PI) / 180;
  const along: [number, number] = [Math.cos(radians), Math.sin(radians)];
  const across: [number, number] = [-along[1], along[0]];
  const reach = Math.hypot(width, height) / 2 + gap;
  const centre = [left + width / 2, top + height / 2] as const;
  const strands: string[] = [];
  for (let offset = -reach, row = 0; offset <= reach; offset += gap, row++) {
    const spine = Array.from({ length: STEPS }, (_, step) => {
      const run = -reach + (2 * reach * step) / (STEPS - 1);
      const shift = offset + wobble(row * STEPS + step) * gap * 0.16;
      const x = centre[0] + along[0] * run + across[0] * shift;
      const y = centre[1] + along[1] * run + across[1] * shift;
      const depth = ((x - left) / (width || 1) + (y - top) / (height || 1)) / 2;
      return { x, y, width: Math.max(0.15, light + (shade - light) * Math.min(1, Math.max(0, depth))) };
    });
    strands.push(strand(spine, across));
  }
  return strands.join('');
}

const KAPPA = 0.5523;

export function ellipse(x: number, y: number, rx: number, ry: number = rx): string {
  const [kx, ky] = [rx * KAPPA, ry * KAPPA].map((n) => Math.round(n! * 10) / 10) as [number, number];
  return (
    `M${x - rx} ${y}C${x - rx} ${y - ky} ${x - kx} ${y - ry} ${x} ${y - ry}` +
    `C${x + kx} ${y - ry} ${x + rx} ${y - ky} ${x + rx} ${y}` +
    `C${x + rx} ${y + ky} ${x + kx} ${y + ry} ${x} ${y + ry}C${x - kx} ${y + ry} ${x - rx} ${y + ky} ${x - rx} ${y}Z`
  );
}

export function rect(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}L${x + width} ${y}L${x + width} ${y + height}L${x} ${y + height}Z`;
}

/** Rays from a centre, as in the glory around an engraved eye. */
export function rays(x: number, y: number, inner: number, outer: number, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const turn = (index * 2 * Math.PI) / count;
    const far = index % 2 ? outer : outer * 0.86;
    const at = (radius: number, spread = 0) =>
      `${(x + Math.cos(turn + spread) * radius).toFixed(1)} ${(y + Math.sin(turn + spread) * radius).toFixed(1)}`;
    return `M${at(inner, 0.012)}L${at(far)}L${at(inner, -0.012)}Z`;
  }).join('');
}
