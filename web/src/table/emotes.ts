import type { Emote } from '$lib/protocol.ts';

export type EmoteId = Emote['emote'];

export const EMOTES: Record<EmoteId, string> = {
  bravo: '👏',
  oops: '🙈',
  hmm: '🤔',
  laugh: '😄',
  wow: '😮',
  sweat: '😅',
  heart: '❤️',
  coffee: '☕',
};
