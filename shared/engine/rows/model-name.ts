/** `us.anthropic.claude-3`: letters and a dot before a letter, any number of times. */
const VENDORS = /^(?:\p{L}+\.)+(?=\p{L})/u;
const LATEST = /-latest$/;

/** The name without what providers put before it, and without the tag that stands for any version. */
export const stripModelName = (name: string): string => {
  const lower = name.toLowerCase();
  return lower
    .slice(lower.lastIndexOf('/') + 1)
    .replace(VENDORS, '')
    .replace(LATEST, '');
};

/**
 * What providers put behind the name of the very model that was asked for: `-20240307`, `-2024-08-06`, `-0613`,
 * `-001`, `:free`, `-v1:0`; several of them in a row, and `@20240620` with whatever follows it.
 */
const VERSION = /(?:-\d{4}-\d\d-\d\d|-\d{8}|-\d{4}|-\d{3}|-v\d+:\d+|:\p{L}+)(?=[-:@]|$)/uy;
const LINE_END = /[\n\r\u2028\u2029]/;

/**
 * Where in a bare name something ends behind which there are versions only: its own end, too. One look at each letter.
 * @param from the first place that is asked for
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

/** Whether two names mean one model; either may say more about the version. */
export function isSameModel(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [stripModelName(one), stripModelName(other)];
  return a === b || (a.length > b.length ? isVersionOf(a, b) : isVersionOf(b, a));
}
