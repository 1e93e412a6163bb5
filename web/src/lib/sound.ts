// The bureau's noises, made of oscillators and noise when they are needed: no files, nothing to load.
import { settings } from './settings.svelte.ts';

let context: AudioContext | undefined;

/** Browsers keep still until somebody has touched the page, and complain of every try. */
const untouched = () => navigator.userActivation?.hasBeenActive === false;

function air(): AudioContext | null {
  if (settings.chosen.sound === 'off' || !('AudioContext' in globalThis) || untouched()) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

interface Tone {
  from: number;
  to?: number;
  lasts: number;
  loud?: number;
  after?: number;
  wave?: OscillatorType;
}

function tone(on: AudioContext, { from, to = from, lasts, loud = 0.2, after = 0, wave = 'sine' }: Tone): void {
  const start = on.currentTime + after;
  const [voice, gain] = [on.createOscillator(), on.createGain()];
  voice.type = wave;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + lasts);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  voice.connect(gain).connect(on.destination);
  voice.start(start);
  voice.stop(start + lasts);
}

/** A dull knock: filtered noise, as of a stamp on a desk or a card on felt. */
function knock(on: AudioContext, pitch: number, lasts: number, loud: number): void {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * lasts), on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 3;
  const [source, filter, gain] = [on.createBufferSource(), on.createBiquadFilter(), on.createGain()];
  source.buffer = buffer;
  filter.type = 'lowpass';
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(on.destination);
  source.start();
}

const SOUNDS = {
  clue: (on: AudioContext) => {
    knock(on, 2600, 0.05, 0.3);
    tone(on, { from: 1250, lasts: 0.5, loud: 0.06, after: 0.06 });
  },
  right: (on: AudioContext) => {
    knock(on, 900, 0.16, 0.9);
    tone(on, { from: 523, lasts: 0.22, loud: 0.09, after: 0.12, wave: 'triangle' });
    tone(on, { from: 784, lasts: 0.34, loud: 0.09, after: 0.24, wave: 'triangle' });
  },
  /** The others have found one of theirs: that is heard, and no reason to rejoice. */
  theirs: (on: AudioContext) => knock(on, 900, 0.16, 0.7),
  wrong: (on: AudioContext) => {
    knock(on, 420, 0.2, 1);
    tone(on, { from: 196, to: 147, lasts: 0.34, loud: 0.12, after: 0.08, wave: 'triangle' });
  },
  assassin: (on: AudioContext) => {
    knock(on, 220, 0.7, 1.3);
    tone(on, { from: 82, to: 38, lasts: 1.6, loud: 0.35, wave: 'sawtooth' });
    tone(on, { from: 87, to: 41, lasts: 1.6, loud: 0.25, wave: 'sawtooth' });
  },
  won: (on: AudioContext) =>
    [523, 659, 784, 1047].forEach((from, n) =>
      tone(on, { from, lasts: 0.5, loud: 0.1, after: n * 0.13, wave: 'triangle' }),
    ),
  token: (on: AudioContext) => {
    knock(on, 3200, 0.06, 0.4);
    tone(on, { from: 2100, to: 1700, lasts: 0.09, loud: 0.05 });
  },
  turn: (on: AudioContext) => tone(on, { from: 880, lasts: 0.35, loud: 0.05 }),
  tick: (on: AudioContext) => knock(on, 1800, 0.04, 0.25),
  gong: (on: AudioContext) =>
    [330, 494].forEach((from, n) => tone(on, { from, lasts: 1.4, loud: 0.14, after: n * 0.09, wave: 'triangle' })),
  nudge: (on: AudioContext) =>
    [0, 0.16].forEach((after) => tone(on, { from: 1480, lasts: 0.12, loud: 0.08, after, wave: 'square' })),
};

export type Sound = keyof typeof SOUNDS;

export function play(sound: Sound): void {
  const on = air();
  if (on) SOUNDS[sound](on);
}

const TREMBLES: Partial<Record<Sound, number[]>> = {
  right: [25],
  wrong: [60, 40, 60],
  assassin: [400],
  nudge: [80, 60, 80],
  turn: [30],
  tick: [15],
  gong: [200, 80, 200],
};

/** The same events, felt instead of heard. */
export function tremble(sound: Sound): void {
  const pattern = TREMBLES[sound];
  if (pattern && settings.chosen.haptics === 'on' && !untouched()) navigator.vibrate?.(pattern);
}
