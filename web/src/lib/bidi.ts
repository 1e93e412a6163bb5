// Which way letters run. What people write may run from right to left, and must leave the words beside it alone: in a
// sentence it is isolated here, on its own by ui/Written.svelte.
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Whatever the server says, without the characters that would turn what stands around them. */
export const withoutBidiControls = (text: string): string => text.replace(CONTROLS, '');

/** Part of a sentence that keeps its own direction to itself. */
export const isolated = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;
