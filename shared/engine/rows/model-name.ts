/** Prefix of vendors: letters and a dot before a letter, any number of times, as in `us.anthropic.claude-3`. */
const VENDORS = /^(?:\p{L}+\.)+(?=\p{L})/u;
const LATEST = /-latest$/;

/** Removes prefixes of providers (`us.anthropic.`, `openai/`) and `-latest` from a name, in lower case. */
export const stripModelName = (name: string): string => {
  const lower = name.toLowerCase();
  return lower
    .slice(lower.lastIndexOf('/') + 1)
    .replace(VENDORS, '')
    .replace(LATEST, '');
};

/**
 * Version suffixes of the same model: `-20240307`, `-2024-08-06`, `-0613`, `-001`, `:free`, `-v1:0`, several in a
 * row, and `@20240620` with anything behind it.
 */
const VERSION = /(?:-\d{4}-\d\d-\d\d|-\d{8}|-\d{4}|-\d{3}|-v\d+:\d+|:\p{L}+)(?=[-:@]|$)/uy;
const LINE_END = /[\n\r\u2028\u2029]/;

/**
 * Finds the positions where a name may end without its version suffixes: 6 and 17 in `gpt-4o-2024-08-06`, for
 * `gpt-4o` and the whole name. Takes time linear in the length of the name.
 * @param from positions before this are not searched
 */
export function findStemEnds(name: string, from: number): ReadonlySet<number> {
  const ends = new Set([name.length]);
  let isOneLine = true;
  for (let at = name.length - 1; at >= from; at--) {
    const letter = name.charAt(at);
    isOneLine &&= !LINE_END.test(letter);
    if (letter === '@' && isOneLine && at < name.length - 1) ends.add(at);
    else if (letter === '-' || letter === ':') {
      VERSION.lastIndex = at;
      if (VERSION.test(name) && ends.has(VERSION.lastIndex)) ends.add(at);
    }
  }
  return ends;
}

const isVersionOf = (longer: string, shorter: string): boolean =>
  shorter !== '' && longer.startsWith(shorter) && findStemEnds(longer, shorter.length).has(shorter.length);

/**
 * Returns whether two names mean the same model, ignoring the prefixes of providers and `-latest`. Either name may
 * have a version suffix that the other lacks. Names with different versions are different models.
 */
export function isSameModel(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [stripModelName(one), stripModelName(other)];
  return a === b || (a.length > b.length ? isVersionOf(a, b) : isVersionOf(b, a));
}
