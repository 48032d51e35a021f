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
 * Finds the positions, not before `from`, where a name may end without version suffixes: 6 and 17 in
 * `gpt-4o-2024-08-06`, for `gpt-4o` and the whole name. Takes time linear in the length of the name.
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

/** Makers whose name bills write before that of a model. None of them is the name of a model itself. */
const MAKERS =
  /^(?:openai|anthropic|amazon|meta|google|microsoft|nvidia|xai|cohere|mistral ai|mistralai|moonshot ?ai|alibaba|bytedance|tencent|baidu|zhipu)[\s.:_-]+(?=.)/u;
/** `20250929` or `@20250929`, once all but letters and digits is gone. */
const DATE = /(?<=.)(?:@[\s\S]*|20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/;
const LAST_WORD = /(?<=.)(?:preview|latest|00[1-9])$/;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}@]/gu;

/**
 * Steps that normalize a model name, each applied to the result of the one before: convert to lower case, remove the
 * path, the maker, all but letters and digits, the date, and `preview`, `latest` or `001` at the end.
 */
export const NORMALIZING_STEPS: readonly ((name: string) => string)[] = [
  (name) => name.toLowerCase(),
  (name) => name.slice(name.lastIndexOf('/') + 1),
  (name) => name.replace(MAKERS, ''),
  (name) => name.replace(NEITHER_LETTER_NOR_DIGIT, ''),
  (name) => name.replace(DATE, ''),
  (name) => name.replace(LAST_WORD, ''),
];

/** Returns the result of each of the `NORMALIZING_STEPS`; the last for `Claude Sonnet 4.5` is `claudesonnet45`. */
export function normalizeInSteps(name: string): readonly string[] {
  let text = name;
  return NORMALIZING_STEPS.map((step) => {
    text = step(text);
    return text;
  });
}

/** Returns the date and the number (`001`) that the last two steps remove; `undefined` for those not there. */
function findVersionParts([, , , plain = '', undated = '', last = '']: readonly string[]) {
  const word = undated.slice(last.length);
  return [
    undated === plain ? undefined : plain.slice(undated.length).replace('@', ''),
    word.startsWith('0') ? word : undefined,
  ];
}

/**
 * Returns whether results of `normalizeInSteps` have different dates, or different numbers at their ends (`001`,
 * `002`). A name without date or number does not differ from a name that has it.
 */
export function areDifferentVersions(one: readonly string[], other: readonly string[]): boolean {
  const parts = findVersionParts(other);
  return findVersionParts(one).some((part, at) => {
    const counterpart = parts[at];
    return part !== undefined && counterpart !== undefined && part !== counterpart;
  });
}

/** Returns whether names mean one model however they are spelled: `Claude Sonnet 4.5`, `claude-sonnet-4-5`. */
export function isSameDisplayName(one: string, other: string): boolean {
  if (isSameModel(one, other)) return true;
  const [a, b] = [normalizeInSteps(one), normalizeInSteps(other)];
  return a.at(-1) !== '' && a.at(-1) === b.at(-1) && !areDifferentVersions(a, b);
}
