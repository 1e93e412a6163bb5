// The people of the bureau, as busts of 120 by 120: one hat, one character.
import { ellipse, rect, type Shape } from './engrave.ts';

const COAT = 'M14 120C15 98 27 89 46 84L60 94L74 84C93 89 105 98 106 120Z';
const FACE = 'M42 46C41 66 47 82 60 82C73 82 79 66 78 46Z';
const COLLAR = 'M44 80L60 96L50 104L37 84ZM76 80L60 96L70 104L83 84Z';
const NECK = 'M52 76L52 88L60 95L68 88L68 76Z';

const body = (coat: Shape['hatch']): Shape[] => [
  { d: NECK, hatch: [[0, 2.4, 0.4, 1.4]] },
  { d: COAT, hatch: coat },
  { d: COLLAR, fill: 'ink' },
];

const glasses: Shape[] = [
  { d: ellipse(51, 57, 6.5), fill: 'ink' },
  { d: ellipse(69, 57, 6.5), fill: 'ink' },
  { d: 'M57 56Q60 54 63 56', fill: 'none', line: 1.8 },
];

const mouth: Shape = { d: 'M55 73Q60 75 65 73', fill: 'none', line: 1.4 };

/** Red: the fedora, and the collar up. */
export const fedora: Shape[] = [
  ...body([[62, 2.7, 0.5, 2.2]]),
  { d: FACE, hatch: [[14, 2.6, 0.05, 1.2]] },
  { d: 'M48 58Q52 55 56 58M64 58Q68 55 72 58', fill: 'none', line: 1.8 },
  { d: 'M60 58L58 67L62 67', fill: 'none', line: 1.2 },
  mouth,
  { d: 'M20 48C34 39 86 39 100 48C92 55 28 55 20 48Z', hatch: [[8, 2, 0.7, 1.7]] },
  { d: 'M36 44C36 24 44 15 54 18Q60 22 66 18C76 15 84 24 84 44C70 40 50 40 36 44Z', hatch: [[74, 2.4, 0.3, 1.8]] },
  { d: 'M36 44C50 40 70 40 84 44L84 37C70 33 50 33 36 37Z', fill: 'ink' },
];

/** Blue: the headscarf and the dark glasses. */
export const headscarf: Shape[] = [
  ...body([[118, 2.7, 0.5, 2.2]]),
  {
    d: 'M60 14C33 14 28 44 33 64C36 76 44 84 60 92C76 84 84 76 87 64C92 44 87 14 60 14Z',
    hatch: [[104, 2.4, 0.3, 1.9]],
  },
  {
    d: 'M60 32C46 32 42 46 43 58C44 72 51 82 60 82C69 82 76 72 77 58C78 46 74 32 60 32Z',
    hatch: [[166, 2.6, 0.05, 1.1]],
  },
  { d: 'M43 50C46 36 56 33 60 33C66 33 74 37 77 50C70 46 66 40 60 38C55 42 50 46 43 50Z', fill: 'ink', line: 0 },
  ...glasses,
  { d: 'M54 72Q60 69 66 72Q60 78 54 72Z', fill: 'ink', line: 0.6 },
  { d: 'M50 87L60 92L70 87L74 99L60 95L46 99Z', hatch: [[90, 2, 0.5, 1.5]] },
];

/** Amber: the top hat, and a monocle on its cord. */
export const topper: Shape[] = [
  ...body([[90, 2.7, 0.5, 2.2]]),
  { d: FACE, hatch: [[14, 2.6, 0.05, 1.2]] },
  { d: 'M46 56Q51 53 56 56M64 55Q69 52 74 55', fill: 'none', line: 1.8 },
  { d: ellipse(68, 60, 6), fill: 'none', line: 1.8 },
  { d: 'M74 62C79 70 79 78 75 88', fill: 'none', line: 1 },
  { d: ellipse(51, 60, 1.6), fill: 'ink' },
  { d: ellipse(68, 60, 1.6), fill: 'ink' },
  { d: 'M60 60L58 68L62 68', fill: 'none', line: 1.2 },
  mouth,
  { d: 'M39 42L36 8C50 4 70 4 84 8L81 42C68 39 52 39 39 42Z', hatch: [[90, 2.3, 0.3, 1.9]] },
  { d: 'M26 45C40 38 80 38 94 45C84 52 36 52 26 45Z', hatch: [[0, 1.9, 0.7, 1.7]] },
  { d: 'M39 42C52 39 68 39 81 42L81.6 35C68 32 52 32 38.4 35Z', fill: 'ink' },
];

/** Violet: the cloche, low over the eyes, and pearls. */
export const cloche: Shape[] = [
  ...body([[30, 2.7, 0.5, 2.2]]),
  { d: FACE, hatch: [[166, 2.6, 0.05, 1.1]] },
  { d: 'M46 62Q51 66 56 62M64 62Q69 66 74 62', fill: 'none', line: 1.8 },
  { d: 'M60 60L58 68L62 68', fill: 'none', line: 1.2 },
  { d: 'M54 74Q60 71 66 74Q60 79 54 74Z', fill: 'ink', line: 0.6 },
  {
    d: 'M30 58C28 26 42 12 60 12C78 12 92 26 90 58C80 50 70 48 60 50C50 48 40 50 30 58Z',
    hatch: [[60, 2.4, 0.3, 1.9]],
  },
  { d: 'M31 50C42 42 52 41 60 42C68 41 78 42 89 50L89.5 43C78 35 68 34 60 35C52 34 42 35 30.5 43Z', fill: 'ink' },
  { d: ellipse(82, 42, 6), hatch: [[45, 2, 0.4, 1.4]] },
  { d: ellipse(48, 92, 2.6), line: 1.2 },
  { d: ellipse(55, 96, 2.6), line: 1.2 },
  { d: ellipse(65, 96, 2.6), line: 1.2 },
  { d: ellipse(72, 92, 2.6), line: 1.2 },
];

/** Green: the beret of the partner, a leaf in the buttonhole. */
export const beret: Shape[] = [
  ...body([[0, 2.7, 0.5, 2]]),
  { d: FACE, hatch: [[14, 2.6, 0.05, 1.1]] },
  { d: 'M48 58Q52 55 56 58M64 58Q68 55 72 58', fill: 'none', line: 1.8 },
  { d: 'M60 58L58 66L62 66', fill: 'none', line: 1.2 },
  { d: 'M50 71C53 67 57 68 60 70C63 68 67 67 70 71C66 73 62 72 60 72C58 72 54 73 50 71Z', fill: 'ink', line: 0.6 },
  { d: 'M38 50C24 42 30 20 62 19C92 18 98 38 82 48C68 43 52 44 38 50Z', hatch: [[30, 2.3, 0.3, 1.9]] },
  { d: 'M60 19L62 12', fill: 'none', line: 3 },
  { d: 'M86 96C92 90 101 91 103 98C97 103 89 103 86 96ZM86 96L103 98', line: 1.4 },
];

/** Nobody in particular: a bowler, a moustache, an umbrella. */
export const bowler: Shape[] = [
  ...body([]),
  { d: FACE, hatch: [] },
  { d: ellipse(52, 59, 1.6), fill: 'ink' },
  { d: ellipse(68, 59, 1.6), fill: 'ink' },
  { d: 'M46 73C50 66 56 67 60 70C64 67 70 66 74 73C69 71 64 74 60 73C56 74 51 71 46 73Z', fill: 'ink', line: 0.6 },
  { d: 'M38 44C37 22 46 14 60 14C74 14 83 22 82 44Z', hatch: [[0, 2.6, 0.4, 1.2]] },
  { d: 'M30 44C42 40 78 40 90 44C88 51 32 51 30 44Z', hatch: [[0, 1.8, 0.7, 1.2]] },
  { d: 'M54 92L60 96L66 92L68 99L60 96L52 99Z', fill: 'ink' },
];

/** The one nobody wants to meet: a raven in evening dress, scratched into black, who has an eye on you. */
export const raven: Shape[] = [
  {
    d: 'M46 36C54 22 74 18 86 30C94 38 97 50 94 62L100 68L92 70L96 79L88 79C92 86 98 90 104 96C108 103 109 111 109 120L11 120C12 104 22 96 40 90L46 84L39 82L45 76L38 72L46 66C44 62 43 60 43 57Z',
    fill: 'none',
    line: 2.6,
  },
  { d: 'M47 33C32 31 12 41 3 63C16 55 30 52 46 53C49 46 49 40 47 33Z', hatch: [[14, 2.7, 1, 2.1]], line: 2.2 },
  { d: 'M16 60C22 66 34 68 44 62L45 57C34 56 24 57 16 60Z', fill: 'ink', line: 0.8 },
  { d: 'M53 43C58 38 67 38 72 43C68 50 58 51 53 43Z', fill: 'ink', line: 0 },
  { d: ellipse(62, 43.5, 3.1), line: 0 },
  { d: 'M48 41L60 34L76 35', fill: 'none', line: 3.4 },
  {
    d: 'M82 34C87 40 89 46 89 53M77 41C82 48 84 55 84 64M71 50C76 57 78 64 79 73M64 54C68 61 70 69 71 78M57 56C60 63 62 71 62 82M51 60C53 66 54 73 54 80M87 62L86 74M80 76L84 84M70 81L73 87',
    fill: 'none',
    line: 1.8,
  },
  { d: 'M42 90L60 105L80 89L91 92L61 120L31 94Z', fill: 'ink', line: 0 },
  { d: 'M60 105L49 98L49 112ZM60 105L71 98L71 112Z', line: 1.4 },
  { d: 'M26 95L46 120M97 93L76 120', fill: 'none', line: 1.8 },
];

/** The curse of the family edition: a sulking moon. */
export const curse: Shape[] = [
  { d: 'M74 18C40 22 26 54 40 80C52 102 84 104 100 86C80 88 62 76 60 56C58 40 64 26 74 18Z', line: 2.4, fill: 'none' },
  { d: ellipse(50, 56, 2.6), fill: 'ink', line: 0 },
  { d: 'M44 78Q50 70 58 76', fill: 'none', line: 2.6 },
  {
    d: 'M86 34L89 42L97 45L89 48L86 56L83 48L75 45L83 42ZM100 62L102 66L106 68L102 70L100 74L98 70L94 68L98 66Z',
    fill: 'ink',
    line: 0,
  },
];

const machine: Shape[] = [
  { d: 'M22 120C24 102 34 96 48 94L72 94C86 96 96 102 98 120Z', hatch: [[0, 2.8, 0.4, 1.8]] },
  { d: rect(52, 84, 16, 12), hatch: [[0, 3, 1, 1.4]] },
  { d: 'M36 46L84 46L84 80L78 86L42 86L36 80Z', hatch: [[14, 2.6, 0.1, 1.5]] },
  { d: ellipse(50, 60, 7) },
  { d: ellipse(70, 60, 7) },
  { d: ellipse(51, 61, 2.6), fill: 'ink' },
  { d: ellipse(71, 61, 2.6), fill: 'ink' },
  { d: 'M46 74L74 74L74 80L46 80ZM53 74L53 80M60 74L60 80M67 74L67 80', line: 1.3 },
  {
    d: 'M84 60L92 60M92 60C92 54 98 50 102 54C106 58 104 62 100 62C104 62 106 66 102 70C98 72 92 68 92 60Z',
    hatch: [[60, 2, 0.4, 1.4]],
  },
];

/** The clockwork colleagues, by manner: one body, three characters. */
export const clockwork: Record<'cautious' | 'balanced' | 'bold', Shape[]> = {
  cautious: [
    ...machine,
    {
      d: 'M34 50C30 26 46 20 60 20C74 20 90 26 86 50C80 40 72 36 60 36C48 36 40 40 34 50Z',
      hatch: [[20, 2.4, 0.3, 1.8]],
    },
    { d: ellipse(60, 14, 10), hatch: [[60, 2.2, 0.3, 1.6]] },
    { d: 'M43 60L57 60M63 60L77 60M57 58Q60 56 63 58', fill: 'none', line: 1.2 },
    { d: 'M48 98L60 104L72 98L74 110L60 104L46 110Z', fill: 'ink' },
  ],
  balanced: [
    ...machine,
    { d: 'M22 46C36 39 84 39 98 46C90 52 30 52 22 46Z', hatch: [[6, 2, 0.7, 1.7]] },
    { d: 'M38 43C38 24 46 18 60 18C74 18 82 24 82 43C70 39 50 39 38 43Z', hatch: [[74, 2.4, 0.3, 1.8]] },
  ],
  bold: [
    ...machine,
    {
      d: 'M14 46C18 26 40 12 60 12C80 12 102 26 106 46C90 38 76 36 60 36C44 36 30 38 14 46Z',
      hatch: [[0, 2.4, 0.5, 2.1]],
    },
    { d: 'M60 16L63 23L70 24L65 29L66 35L60 32L54 35L55 29L50 24L57 23Z' },
    { d: 'M62 52L80 52L78 68L64 68Z', fill: 'ink' },
    { d: 'M36 48L64 54', fill: 'none', line: 2 },
  ],
};
