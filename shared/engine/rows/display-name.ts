import { isSameModel } from './model-name.ts';

/** Makers whose name bills write before that of a model. None of them is the name of a model itself. */
const MAKERS =
  /^(?:openai|anthropic|amazon|meta|google|microsoft|nvidia|xai|cohere|mistral ai|mistralai|moonshot ?ai|alibaba|bytedance|tencent|baidu|zhipu)[\s.:_-]+(?=.)/u;
/** `20250929` or `@20250929`, once all but letters and digits is gone. */
const DATE = /(?<=.)(?:@[\s\S]*|20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/;
const LAST_WORD = /(?<=.)(?:preview|latest|00[1-9])$/;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}@]/gu;

/**
 * Steps that normalize a model name, in order: lower case, without path, without maker, only letters and digits,
 * without date, without `preview`, `latest` or `001` at the end.
 */
export const NORMALIZING_STEPS: readonly ((name: string) => string)[] = [
  (name) => name.toLowerCase(),
  (name) => name.slice(name.lastIndexOf('/') + 1),
  (name) => name.replace(MAKERS, ''),
  (name) => name.replace(NEITHER_LETTER_NOR_DIGIT, ''),
  (name) => name.replace(DATE, ''),
  (name) => name.replace(LAST_WORD, ''),
];

/**
 * Normalizes a model name and returns the result of each step (`NORMALIZING_STEPS`). The last result for `Claude
 * Sonnet 4.5` is `claudesonnet45`.
 */
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
 * Returns whether two names are different versions of a model: their dates differ, or the numbers at their ends do,
 * such as `001` and `002`. A name without such a part does not differ from one that has it.
 * @param one results of `normalizeInSteps` for one name
 * @param other results of `normalizeInSteps` for the other name
 */
export function areDifferentVersions(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [findVersionParts(one), findVersionParts(other)];
  const differ = (x: string | undefined, y: string | undefined) =>
    x !== undefined && y !== undefined && x !== y;
  const number = (word: string | undefined) => (word?.startsWith('0') ? word : undefined);
  return differ(a.date, b.date) || differ(number(a.word), number(b.word));
}

/** Returns whether two names mean one model, in any spelling of bills: `Claude Sonnet 4.5` and `claude-sonnet-4-5`. */
export function isSameDisplayName(one: string, other: string): boolean {
  if (isSameModel(one, other)) return true;
  const [a, b] = [normalizeInSteps(one), normalizeInSteps(other)];
  return a.at(-1) !== '' && a.at(-1) === b.at(-1) && !areDifferentVersions(a, b);
}
