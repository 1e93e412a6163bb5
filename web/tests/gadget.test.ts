import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fromFragment, Gadget, linkFor, OtherFaceError } from '../src/gadget/gadget.svelte.ts';
import { keyCard, KeyCodeError, otherFace } from '../src/gadget/keys.ts';
import { newTimer, resume } from '../src/gadget/timer.ts';

const NOON = 1_800_000_000_000;
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => vi.useRealTimers());

describe('the card in the hand', () => {
  test('is kept across reloads with its marks, and lies on its face', () => {
    const before = new Gadget();
    before.take(keyCard(7, 0));
    before.show();
    before.turn();
    before.mark({ do: 'cover', card: 3 });
    const after = new Gadget();
    expect(after.card).toEqual(before.card);
    expect(after.standing).toEqual(before.standing);
    expect([after.quarters, after.shown]).toEqual([1, false]);
  });

  test('a code that is held already changes nothing, another is a new game', () => {
    const gadget = new Gadget();
    gadget.open(keyCard(7, 0).code);
    gadget.mark({ do: 'stop' });
    gadget.open(keyCard(7, 0).code.toLowerCase());
    expect(gadget.canUndo).toBe(true);
    gadget.open(keyCard(8, 0).code);
    expect(gadget.canUndo).toBe(false);
  });

  test('the face of the other phone is not to be had', () => {
    const gadget = new Gadget();
    gadget.open(keyCard(7, 8).code);
    expect(() => gadget.open(otherFace(keyCard(7, 8))!)).toThrow(OtherFaceError);
    expect(gadget.card!.face).toBe(0);
    expect(() => gadget.open('nonsense')).toThrow(KeyCodeError);
  });

  test('a mission lays out its tokens, which no undo takes back', () => {
    const gadget = new Gadget();
    gadget.take(keyCard(7, 8), { mission: 'cairo' });
    expect(gadget.standing!.tokens).toEqual({ bystander: 5, closed: 4 });
    gadget.undo();
    expect(gadget.standing!.tokens).toEqual({ bystander: 5, closed: 4 });
  });

  test.each(['{', '{"code": "HHHHHH", "phone": "x"}', '[]', '{"timer": {"kind": "sundial"}}'])(
    'whatever lies in the browser, it opens: %s',
    (kept) => {
      localStorage.setItem('deckname.gadget', kept);
      const gadget = new Gadget();
      expect(gadget.card).toBeNull();
      expect(gadget.timer.kind).toBe('none');
    },
  );
});

test('time goes on with the game', () => {
  const gadget = new Gadget();
  gadget.take(keyCard(7, 0));
  gadget.setTimer(resume(newTimer('clue', 60), NOON));
  vi.setSystemTime(NOON + 20_000);
  gadget.mark({ do: 'clue', number: 1 });
  expect(gadget.timer).toMatchObject({ phase: 'guess', side: 0 });
  gadget.mark({ do: 'stop' });
  expect(gadget.timer).toMatchObject({ phase: 'clue', side: 1, left: [60_000, 60_000], since: NOON + 20_000 });
});

test('a link says the code, and by what name phones follow each other, behind the #', () => {
  const channel = 'a-channel-of-24-letters-';
  expect(linkFor('HKMRST', null)).toMatch(/\/key#HKMRST$/);
  expect(new URL(linkFor('HKMRST', channel)).pathname).toBe('/key');
  expect(fromFragment(new URL(linkFor('HKMRST', channel)).hash)).toEqual({ code: 'HKMRST', channel });
  expect(fromFragment('#HKMRST')).toEqual({ code: 'HKMRST', channel: null });
  expect(fromFragment('#HKMRST.../../x')).toEqual({ code: 'HKMRST', channel: null });
  expect(fromFragment('')).toBeNull();
});

describe('following', () => {
  const follow = async (answers: () => Response | Promise<Response>, gadget: Gadget) => {
    const fetched = vi.fn((_path: string, _request: RequestInit) => Promise.resolve().then(answers));
    vi.stubGlobal('fetch', fetched);
    const stop = gadget.follow('a-channel-of-24-letters-');
    await vi.advanceTimersByTimeAsync(5000);
    stop();
    return fetched;
  };
  const sheets = (all: object) => new Response(JSON.stringify({ sheets: all }));

  test('what others have marked is laid beside what is marked here', async () => {
    const gadget = new Gadget();
    gadget.take(keyCard(7, 0));
    gadget.mark({ do: 'cover', card: 0 });
    const fetched = await follow(() => sheets({ another: { marks: [{ at: 2, do: 'cover', card: 1 }] } }), gadget);
    expect(gadget.reached).toBe(true);
    expect(gadget.standing!.covers.filter(Boolean)).toHaveLength(2);
    const told = fetched.mock.calls.filter(([, { method }]) => method === 'PUT');
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0]![1].body as string)).toEqual({ marks: [{ at: 1, do: 'cover', card: 0 }] });
  });

  test('out of reach each goes on for itself, and tells when the house is back', async () => {
    const gadget = new Gadget();
    gadget.take(keyCard(7, 0));
    gadget.mark({ do: 'stop' });
    let tries = 0;
    const fetched = await follow(() => {
      if (++tries < 3) throw new TypeError('no network');
      return sheets({});
    }, gadget);
    expect(gadget.reached).toBe(true);
    expect(gadget.standing!.turns).toBe(1);
    expect(fetched.mock.calls.slice(0, 3).every(([, { method }]) => method === 'PUT')).toBe(true);
  });
});
