// Words as they come from people: typed, pasted as a list, or dictated. Pure, and without a screen.

/** What may stand between words, the surest sign first: what a picture shows may have a comma in it. */
const BETWEEN = [/[\n\r]+/, /\t+/, /[;|]/, /,/];

/** The words of a list, whatever stands between them; a list of one word is that word. */
export function listed(text: string): string[] {
  const between = BETWEEN.find((sign) => sign.test(text.trim())) ?? BETWEEN[0]!;
  return text
    .split(between)
    .map((word) => word.trim().replace(/\s+/g, ' '))
    .filter(Boolean);
}

/** Fills a list of words in from a place on: there, and then wherever nothing stands yet. */
export function filledIn(fields: readonly string[], at: number, words: readonly string[]): string[] {
  const filled = [...fields];
  const rest = [...words];
  filled[at] = rest.shift() ?? filled[at] ?? '';
  const places = [...filled.keys()].filter((place) => place > at || !filled[place]);
  for (const place of [...places.filter((one) => one > at), ...places.filter((one) => one < at)])
    if (rest.length && !filled[place]?.trim()) filled[place] = rest.shift()!;
  return filled;
}

const same = (word: string) => word.trim().toLocaleLowerCase();

/** What is wrong with the words, if anything: some are missing, or one lies there twice. */
export function trouble(fields: readonly string[]): { missing: number } | { twice: string } | null {
  const missing = fields.filter((word) => !word.trim()).length;
  if (missing) return { missing };
  const twice = fields.find((word, at) => fields.findIndex((other) => same(other) === same(word)) < at);
  return twice ? { twice } : null;
}
