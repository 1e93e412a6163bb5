// The world as an old engraver knew it, 1000 by 650: largest where most of his customers lived. Coasts are a few points
// each, rounded as they are drawn; where a city stands was chosen so that no stamp covers another.
import type { CityLine } from '$lib/protocol.ts';

export type Point = readonly [x: number, y: number];
export const WIDTH = 1000;
export const HEIGHT = 650;

const points = (text: string): Point[] =>
  text.split(' ').map((pair) => pair.split(',').map(Number) as unknown as Point);

const COASTS = [
  // North America, down to Panama
  '22,92 48,58 110,52 168,38 228,46 262,84 238,112 222,132 246,150 268,136 290,164 268,190 250,196 256,214 238,236 232,262 214,282 220,318 210,338 200,312 178,304 152,314 140,336 150,366 172,372 184,356 196,366 188,392 208,420 232,438 222,446 198,432 168,408 134,388 112,356 92,330 82,344 74,318 56,276 48,232 54,192 40,150 24,122',
  // South America
  '230,442 262,430 306,448 344,478 360,500 338,542 314,556 296,578 280,600 266,616 254,610 250,570 246,530 222,494 212,462',
  // Greenland, Iceland
  '236,16 292,6 330,14 318,38 284,46 262,60 246,44',
  '276,66 296,58 322,62 330,76 312,88 286,86',
  // Ireland, Britain
  '334,138 350,132 356,148 346,162 332,158',
  '366,104 380,94 392,110 390,128 404,148 410,166 386,176 360,170 372,152 364,134',
  // Europe and Asia
  '640,58 604,44 562,40 522,60 490,94 482,122 496,136 486,152 468,164 440,190 402,208 398,222 414,242 414,276 380,284 370,304 368,338 384,362 402,364 424,352 434,334 462,330 482,338 506,356 534,384 550,390 544,372 560,366 540,346 520,322 528,312 552,330 574,342 586,372 600,384 612,364 606,342 624,318 642,312 646,328 676,336 704,338 708,360 694,384 706,410 726,446 748,452 772,424 760,404 738,390 748,382 784,396 800,436 808,442 824,412 842,398 850,420 858,452 870,462 872,440 862,420 882,408 894,380 888,352 904,326 898,298 882,280 896,272 908,292 916,276 906,254 928,228 948,190 968,158 990,128 976,96 928,76 862,62 800,50 742,56 704,42 664,56',
  // Africa
  '402,376 440,370 484,372 506,390 542,400 580,394 626,384 678,392 694,412 712,446 728,468 764,462 742,496 710,528 696,560 662,594 618,612 584,606 564,584 552,546 536,516 498,500 452,500 408,500 368,488 350,456 362,420 384,396',
  // Madagascar, Ceylon, Japan
  '738,540 754,530 750,566 736,580 728,562',
  '818,452 828,454 826,468 816,464',
  '926,286 944,266 958,238 970,244 964,270 946,292 932,298',
  // Sumatra, Borneo, New Guinea
  '842,460 858,470 874,492 864,496 848,480',
  '886,458 906,450 912,466 898,482 884,474',
  '936,462 962,464 984,480 960,482 944,474',
  // Australia, New Zealand
  '816,520 842,494 868,484 884,494 898,480 914,498 944,522 950,548 936,574 908,584 882,570 852,566 820,566 812,542',
  '974,572 986,582 972,604 958,610 966,588',
  // Cuba, Hispaniola
  '176,352 204,350 228,364 214,370 192,362',
  '240,368 260,370 256,378 242,376',
].map(points);

const LAKES = [
  // the Baltic, the Black Sea, the Caspian
  '512,118 522,98 540,80 556,84 550,104 572,102 566,114 540,120',
  '656,272 682,258 708,264 716,280 692,290 664,288',
  '742,268 754,262 762,290 752,314 742,296',
].map(points);

/** A coast through these points, rounded by a steady hand. */
function rounded(coast: readonly Point[]): string {
  const at = (index: number) => coast[(index + coast.length) % coast.length]!;
  const steps = coast.map((point, index) => {
    const [before, next, after] = [at(index - 1), at(index + 1), at(index + 2)];
    const from = [point[0] + (next[0] - before[0]) / 6, point[1] + (next[1] - before[1]) / 6];
    const to = [next[0] - (after[0] - point[0]) / 6, next[1] - (after[1] - point[1]) / 6];
    return `C${[...from, ...to, ...next].map((number) => number.toFixed(1)).join(' ')}`;
  });
  return `M${coast[0]!.join(' ')}${steps.join('')}Z`;
}

export const LAND = COASTS.map(rounded).join('');
export const WATERS = LAKES.map(rounded).join('');

const PLACES: Record<string, Point> = {
  prague: [574, 214],
  berlin: [534, 138],
  cairo: [640, 410],
  moscow: [690, 128],
  paris: [446, 234],
  london: [392, 152],
  istanbul: [654, 300],
  nairobi: [690, 500],
  beijing: [846, 224],
  delhi: [792, 350],
  'cape-town': [590, 572],
  'new-york': [226, 236],
  tokyo: [948, 268],
  sydney: [916, 536],
  'los-angeles': [74, 290],
  havana: [204, 362],
  'buenos-aires': [290, 542],
  vatican: [524, 326],
  'monte-carlo': [436, 322],
  reykjavik: [300, 74],
};

/** Ways that lead over the edge of the map and come back on its other side. */
const ROUND_THE_WORLD = new Set(['los-angeles tokyo', 'buenos-aires sydney']);

export interface Way {
  from: string;
  to: string;
  d: string;
}

/** Where the cities of a map stand. Whoever brings cities that we have not heard of gets a chart of their own. */
export function placed(cities: readonly CityLine[]): { known: boolean; places: Record<string, Point> } {
  const known = cities.every(({ id }) => id in PLACES);
  return { known, places: known ? PLACES : charted(cities) };
}

/** Rings around the start: as far out as there are steps to go. */
function charted(cities: readonly CityLine[]): Record<string, Point> {
  const links = new Map(cities.map((city) => [city.id, city.links]));
  const rings: string[][] = [];
  const seen = new Set<string>();
  for (let ring = cities.slice(0, 1).map(({ id }) => id); ring.length;) {
    rings.push(ring);
    ring.forEach((id) => seen.add(id));
    const next = new Set(ring.flatMap((id) => links.get(id) ?? []).filter((id) => !seen.has(id)));
    ring = [...next];
  }
  const places: Record<string, Point> = {};
  rings.forEach((ring, out) => {
    const reach = rings.length > 1 ? out / (rings.length - 1) : 0;
    ring.forEach((id, index) => {
      const turn = ((index + 0.5 * (out % 2)) / ring.length) * 2 * Math.PI - Math.PI / 2;
      places[id] = [
        Math.round(WIDTH / 2 + Math.cos(turn) * reach * (WIDTH / 2 - 70)),
        Math.round(HEIGHT / 2 + Math.sin(turn) * reach * (HEIGHT / 2 - 60)),
      ];
    });
  });
  return places;
}

/** The ways between the cities, each once, as an easy curve. */
export function ways(cities: readonly CityLine[], places: Record<string, Point>): Way[] {
  const found = cities.flatMap(({ id, links }) => links.filter((link) => id < link).map((link) => [id, link] as const));
  return found.map(([from, to]) => {
    const around = ROUND_THE_WORLD.has(`${from} ${to}`);
    return { from, to, d: around ? overTheEdge(places[from]!, places[to]!) : curve(places[from]!, places[to]!) };
  });
}

function curve([x, y]: Point, [tx, ty]: Point): string {
  const [bendX, bendY] = [(x + tx) / 2 - (ty - y) * 0.1, (y + ty) / 2 + (tx - x) * 0.1];
  return `M${x} ${y}Q${bendX.toFixed(1)} ${bendY.toFixed(1)} ${tx} ${ty}`;
}

function overTheEdge(one: Point, other: Point): string {
  const [west, east] = one[0] < other[0] ? [one, other] : [other, one];
  const middle = (west[1] + east[1]) / 2;
  return `M${west[0]} ${west[1]}Q${west[0] / 2} ${middle} 0 ${middle}M${east[0]} ${east[1]}Q${(east[0] + WIDTH) / 2} ${middle} ${WIDTH} ${middle}`;
}

/** The tips of a compass rose, alternately long and short. */
export function rose(x: number, y: number, radius: number): { dark: string; light: string } {
  const at = (turn: number, reach: number) =>
    `${(x + Math.sin(turn) * reach).toFixed(1)} ${(y - Math.cos(turn) * reach).toFixed(1)}`;
  const half = (index: number, side: 1 | -1) => {
    const turn = (index * Math.PI) / 4;
    const reach = index % 2 ? radius * 0.62 : radius;
    return `M${x} ${y}L${at(turn + (side * Math.PI) / 8, radius * 0.24)}L${at(turn, reach)}Z`;
  };
  const tips = [0, 1, 2, 3, 4, 5, 6, 7];
  return { dark: tips.map((tip) => half(tip, 1)).join(''), light: tips.map((tip) => half(tip, -1)).join('') };
}
