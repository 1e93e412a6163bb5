// The patterns of style/swatches.css as lines for a printer: a browser would print those as pictures of many megabytes.
import type { Size } from './sheets.ts';

const LINES = 1.9; // millimetres between two lines
const DOTS = 2.3;
const LEAF = { width: 3, height: 4.2 };

type Draw = (size: Size) => string;

const steps = (from: number, to: number, by: number) =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / by)) }, (_, step) => from + step * by);
const round = (value: number) => Math.round(value * 100) / 100;

/** Each leans as it does on a screen, where a gradient's angle is that of its way and not of its lines. */
const slanting =
  (sign: 1 | -1): Draw =>
  ({ width, height }) =>
    steps(LINES / 2 - height, width, LINES * Math.SQRT2)
      .map((x) => (sign > 0 ? `M${round(x)} ${height}l${height} ${-height}` : `M${round(x)} 0l${height} ${height}`))
      .join('');

const upright: Draw = ({ width, height }) =>
  steps(LINES / 2, width, LINES)
    .map((x) => `M${round(x)} 0v${height}`)
    .join('');

const across: Draw = ({ width, height }) =>
  steps(LINES / 2, height, LINES)
    .map((y) => `M0 ${round(y)}h${width}`)
    .join('');

/** A line of no length with round ends. */
const dots: Draw = ({ width, height }) =>
  steps(DOTS / 2, height, DOTS)
    .flatMap((y) => steps(DOTS / 2, width, DOTS).map((x) => `M${round(x)} ${round(y)}h0`))
    .join('');

/** Two arcs that meet, in rows that alternate. */
const leaves: Draw = ({ width, height }) =>
  steps(0, height, LEAF.height / 2)
    .flatMap((y, row) =>
      steps(row % 2 ? -LEAF.width / 2 : 0, width, LEAF.width).map((x) => {
        const [bend, tip] = [LEAF.width * 0.42, LEAF.height * 0.86];
        return `M${round(x + LEAF.width / 2)} ${round(y)}q${bend} ${tip / 2} 0 ${tip}q${-bend} ${-tip / 2} 0 ${-tip}`;
      }),
    )
    .join('');

const PATTERNS: Readonly<Record<string, Draw>> = {
  rising: slanting(-1),
  falling: slanting(1),
  upright,
  grid: (size) => upright(size) + across(size),
  dots,
  leaves,
  solid: () => '',
};

/** What is drawn over the ground of a place so large, as the path of a pen. */
export const patternPath = (pattern: string, size: Size) => PATTERNS[pattern]!(size);
