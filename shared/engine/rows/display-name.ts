import { groupModels, type ModelGroup, type ModelTies } from './agreeing-models.ts';
import { isSameModel } from './model-name.ts';

/** Makers whose name bills write before that of a model. None of them is the name of a model itself. */
const MAKERS =
  /^(?:openai|anthropic|amazon|meta|google|microsoft|nvidia|xai|cohere|mistral ai|mistralai|moonshot ?ai|alibaba|bytedance|tencent|baidu|zhipu)[\s.:_-]+(?=.)/u;
/** `20250929` or `@20250929`, once all but letters and digits is gone. */
const DATE = /(?<=.)(?:@[\s\S]*|20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/;
const LAST_WORD = /(?<=.)(?:preview|latest|00[1-9])$/;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}@]/gu;

const STEPS: readonly ((name: string) => string)[] = [
  (name) => name.toLowerCase(),
  (name) => name.slice(name.lastIndexOf('/') + 1),
  (name) => name.replace(MAKERS, ''),
  (name) => name.replace(NEITHER_LETTER_NOR_DIGIT, ''),
  (name) => name.replace(DATE, ''),
  (name) => name.replace(LAST_WORD, ''),
];

/** Normalizes a name step by step and returns each result. `Claude Sonnet 4.5` ends as `claudesonnet45`. */
function normalizeInSteps(name: string): readonly string[] {
  let text = name;
  return STEPS.map((step) => {
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

/** Returns whether two names are different versions: they have two dates, or `001` and `002`. */
function areDifferentVersions(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [findVersionParts(one), findVersionParts(other)];
  const differ = (x: string | undefined, y: string | undefined) =>
    x !== undefined && y !== undefined && x !== y;
  return differ(a.date, b.date) || (differ(a.word, b.word) && /^0.*0/.test(`${a.word}${b.word}`));
}

/** Returns whether two names mean one model, in any spelling of bills: `Claude Sonnet 4.5` and `claude-sonnet-4-5`. */
export function isSameDisplayName(one: string, other: string): boolean {
  if (isSameModel(one, other)) return true;
  const [a, b] = [normalizeInSteps(one), normalizeInSteps(other)];
  return a.at(-1) !== '' && a.at(-1) === b.at(-1) && !areDifferentVersions(a, b);
}

/**
 * Builds the function that finds the only model sold that agrees with a billed name, at the first step with a match;
 * `undefined` if several do.
 */
function buildModelFinder(models: readonly string[]): (name: string) => string | undefined {
  const byStep = STEPS.map(() => new Map<string, string[]>());
  for (const model of models)
    for (const [place, text] of normalizeInSteps(model).entries()) {
      const own = byStep[place] as Map<string, string[]>;
      const equal = own.get(text);
      if (equal) equal.push(model);
      else own.set(text, [model]);
    }
  return (name) => {
    const steps = normalizeInSteps(name);
    for (const [place, text] of steps.entries()) {
      const equal = text === '' ? undefined : byStep[place]?.get(text);
      const found = equal?.filter((model) => !areDifferentVersions(steps, normalizeInSteps(model))) ?? [];
      if (found.length > 0) return found.length === 1 ? found[0] : undefined;
    }
    return undefined;
  };
}

/** Adds a tie for each billed name that agrees with a model sold only by its spelling, and not by a tie or version. */
export function withDisplayTies(
  names: readonly string[],
  models: readonly string[],
  ties: ModelTies,
): ModelTies {
  const tied = new Set(ties.map(([, billed]) => billed));
  const lost = groupModels(names, models, ties).flatMap((group: ModelGroup) =>
    group.models.length === 0 ? group.names.filter((name) => !tied.has(name)) : [],
  );
  if (lost.length === 0) return ties;
  const find = buildModelFinder(models);
  const more = lost.flatMap((name): (readonly [string, string])[] => {
    const model = find(name);
    return model === undefined ? [] : [[model, name]];
  });
  return more.length === 0 ? ties : [...ties, ...more];
}
