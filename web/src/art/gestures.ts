// Small gestures, 120 by 120: faces of the house and two things everybody understands.
import { ellipse, type Shape } from './engrave.ts';

const head: Shape = { d: ellipse(60, 60, 46), line: 4, hatch: [[35, 5, 0.05, 2.2]] };
const eyes: Shape[] = [
  { d: ellipse(44, 52, 5), fill: 'ink', line: 0 },
  { d: ellipse(76, 52, 5), fill: 'ink', line: 0 },
];
const stroke = (d: string, line = 4): Shape => ({ d, fill: 'none', line });

export const gestures: Record<string, Shape[]> = {
  bravo: [
    {
      d: 'M30 104L22 66C20 58 30 54 34 62L38 72L40 30C40 22 52 22 52 30L54 58L60 24C62 16 73 18 72 26L68 62L78 36C82 28 92 33 89 41L76 86C73 98 64 106 54 108Z',
      line: 4,
      hatch: [[70, 5, 0.1, 2]],
    },
    stroke('M96 20L106 10M100 36L114 34M84 12L86 0'),
  ],
  oops: [
    head,
    stroke('M48 84Q60 76 72 84'),
    {
      d: 'M18 46C34 34 50 40 58 46C60 52 56 58 50 58L20 62ZM102 46C86 34 70 40 62 46C60 52 64 58 70 58L100 62Z',
      line: 4,
    },
    stroke('M30 50L46 50M90 50L74 50', 3),
  ],
  hmm: [
    head,
    ...eyes,
    stroke('M36 38L52 42M68 36L84 34'),
    stroke('M48 80L74 76'),
    { d: 'M52 116C48 104 56 92 66 90L84 86C90 86 90 94 84 96L76 98C84 100 82 110 74 110Z', line: 4 },
  ],
  laugh: [
    head,
    stroke('M36 52Q44 42 52 52M68 52Q76 42 84 52'),
    { d: 'M34 68L86 68C84 88 74 94 60 94C46 94 36 88 34 68Z', fill: 'ink', line: 3 },
    { d: 'M44 70L76 70L74 76L46 76Z', line: 0 },
  ],
  wow: [
    head,
    { d: ellipse(44, 48, 7), line: 4 },
    { d: ellipse(76, 48, 7), line: 4 },
    { d: ellipse(60, 80, 11, 14), fill: 'ink' },
    stroke('M34 30Q42 24 50 30M70 30Q78 24 86 30', 3),
  ],
  sweat: [
    head,
    ...eyes,
    stroke('M40 78Q60 94 80 78'),
    { d: 'M92 18C100 32 104 38 98 44C92 50 82 44 84 36C86 30 90 26 92 18Z', fill: 'blue', line: 3.5 },
  ],
  heart: [
    {
      d: 'M60 104C26 78 12 60 16 40C20 22 46 18 60 40C74 18 100 22 104 40C108 60 94 78 60 104Z',
      fill: 'seal',
      line: 4,
      hatch: [[50, 5, 0.1, 2.4]],
    },
  ],
  coffee: [
    { d: 'M22 48L86 48C86 80 78 100 54 100C30 100 22 80 22 48Z', line: 4, hatch: [[80, 5, 0.1, 2.4]] },
    stroke('M86 56C106 52 108 82 82 80M12 108L98 108'),
    stroke('M40 38C32 28 48 22 40 10M62 38C54 28 70 22 62 10', 3),
  ],
};
