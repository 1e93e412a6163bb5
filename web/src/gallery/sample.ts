// A board for looking at cards while developing; never part of a build.
import type { CardFace, EditionBrief, Game } from '$lib/protocol.ts';

const WORDS =
  'POMME,HÉLICOPTÈRE,BANK,CRANE,GEFÄNGNIS,BIBLIOTHÈQUE,ŒUF,MITTERNACHT,PIANO,SCHLOSS,TIMBRE,GLACE,KIEFER,PITCH,CATERPILLAR,BARK,BUREAU,AUGE,CLÉ,MOON,DRACHE,VERRE,SPION,TEA,RIVER'.split(
    ',',
  );
const KEY = 'red,blue,bystander,assassin,green'.split(',');
const BRIEF: EditionBrief = {
  id: 'classic',
  name: 'Classic',
  terms: '',
  together: false,
  agents: { red: 'red', blue: 'blue' },
  looks: {
    red: { colour: 'red', pattern: 'rising', emblem: 'fedora' },
    blue: { colour: 'blue', pattern: 'falling', emblem: 'headscarf' },
    green: { colour: 'green', pattern: 'leaves', emblem: 'beret' },
    bystander: { colour: 'sand', pattern: 'dots', emblem: 'bowler' },
    assassin: { colour: 'black', pattern: 'solid', emblem: 'raven' },
  },
};

export function sampleGame(seesKey: boolean, duet = false): Game {
  const cards = WORDS.map((face, index): CardFace => {
    const identity = KEY[(index * 7 + Math.floor(index / 5)) % 5]!;
    return {
      face,
      alt: null,
      cover: index % 6 === 1 ? identity : null,
      marks: duet && index % 7 === 3 ? ['a', 'b'].slice(index % 2) : [],
      known: duet
        ? [seesKey ? identity : null, seesKey && index > 19 ? KEY[index % 5]! : null]
        : [seesKey ? identity : null],
    };
  });
  return {
    number: 1,
    edition: 'classic',
    brief: BRIEF,
    mode: 'teams',
    columns: 5,
    rows: 5,
    starts: 'red',
    cards,
    log: [],
    last_touches: [],
    taken_back: [],
    time_ups: [],
    pairings: [],
    legal: {},
    situation: {
      ply: 3,
      phase: 'guess',
      turn: 'red',
      to_move: ['red.guesser'],
      guesses: 0,
      guesses_left: 3,
      left: { red: 6, blue: 5 },
      challenged: false,
      covering: null,
      tokens: null,
      completed: [],
      out: [],
      last_stretch: null,
      sudden_death: false,
      end: null,
      overruled: null,
      explicable: [],
    },
  };
}
