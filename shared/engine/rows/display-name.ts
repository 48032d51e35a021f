import { isSameModel } from './model-name.ts';

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

/** Returns the date and the last word that the last two steps remove. */
function findVersionParts(steps: readonly string[]): { readonly date?: string; readonly word?: string } {
  const [, , , plain = '', undated = '', last = ''] = steps;
  return {
    ...(undated !== plain && { date: plain.slice(undated.length).replace('@', '') }),
    ...(last !== undated && { word: undated.slice(last.length) }),
  };
}

/**
 * Returns whether two names are different versions of a model: their dates differ, or the numbers at their ends, such
 * as `001` and `002`. A name without date or number does not differ from a name that has it.
 * @param one result of `normalizeInSteps` for one name
 * @param other result of `normalizeInSteps` for the other name
 */
export function areDifferentVersions(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [findVersionParts(one), findVersionParts(other)];
  const differ = (x: string | undefined, y: string | undefined) =>
    x !== undefined && y !== undefined && x !== y;
  const number = (word: string | undefined) => (word?.startsWith('0') ? word : undefined);
  return differ(a.date, b.date) || differ(number(a.word), number(b.word));
}

/** Returns whether names mean one model however they are spelled: `Claude Sonnet 4.5`, `claude-sonnet-4-5`. */
export function isSameDisplayName(one: string, other: string): boolean {
  if (isSameModel(one, other)) return true;
  const [a, b] = [normalizeInSteps(one), normalizeInSteps(other)];
  return a.at(-1) !== '' && a.at(-1) === b.at(-1) && !areDifferentVersions(a, b);
}
