import { afterEach, expect, it, vi } from 'vitest';
import { canListen, listen } from '../src/ask/dictation.ts';

class Ears {
  static last: Ears;
  lang = '';
  continuous = false;
  onresult: ((event: unknown) => void) | null = null;
  onend: (() => void) | null = null;
  start = vi.fn();
  stop = vi.fn(() => this.onend?.());

  constructor() {
    Ears.last = this;
  }
}

afterEach(() => vi.unstubAllGlobals());

it('is offered where the browser can listen, and nowhere else', () => {
  expect(canListen()).toBe(false);
  vi.stubGlobal('webkitSpeechRecognition', Ears);
  expect(canListen()).toBe(true);
});

it('tells words as soon as they are sure, and ends when it is told to', () => {
  vi.stubGlobal('SpeechRecognition', Ears);
  const [heard, ended] = [vi.fn(), vi.fn()];
  const stop = listen('fr', heard, ended);
  const said = (transcript: string, isFinal: boolean) => Object.assign([{ transcript }], { isFinal });
  Ears.last.onresult!({ resultIndex: 0, results: [said('pom', false)] });
  expect(heard).not.toHaveBeenCalled();
  Ears.last.onresult!({ resultIndex: 0, results: [said('pomme, lune piano', true)] });
  expect(heard).toHaveBeenCalledExactlyOnceWith(['pomme', 'lune', 'piano']);
  expect([Ears.last.lang, Ears.last.start.mock.calls.length]).toEqual(['fr', 1]);
  stop();
  expect(ended).toHaveBeenCalledOnce();
});
