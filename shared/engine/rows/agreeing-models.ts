import { DisjointSets } from './disjoint-sets.ts';
import {
  areDifferentVersions,
  findStemEnds,
  NORMALIZING_STEPS,
  normalizeInSteps,
  stripModelName,
} from './model-name.ts';
import { byCodeUnit } from './order.ts';

/** A name without providers' prefixes, the names on the bill and the models sold that are equal to it. */
interface NameStem {
  readonly text: string;
  readonly names: string[];
  readonly models: string[];
  /** This stem, its versions, and the stems of which it is a version. */
  readonly related: NameStem[];
  /** Stems of the models sold under another name, by records and settings. */
  readonly tied: NameStem[];
}

type Tie = readonly [sold: string, billed: string];
/**
 * Pairs of the name under which a model is sold and the name under which it is billed, from records and settings. In the
 * settings, people also write them in the other order.
 */
export type ModelTies = readonly Tie[];

/** Names on a bill, models sold that they may mean, and ties between both. */
export interface NamesToMatch {
  readonly names: readonly string[];
  readonly models: readonly string[];
  readonly ties: ModelTies;
}

/**
 * Relates stems of which one is a version of the other. In alphabetical order, a stem comes after its beginnings,
 * with only stems that share the beginning in between, so thousands of names are not compared with each other.
 */
function relateVersions(stems: readonly NameStem[]): void {
  const beginnings: NameStem[] = [];
  for (const stem of stems) {
    while (beginnings.length > 0 && !stem.text.startsWith(beginnings.at(-1)?.text ?? '')) beginnings.pop();
    const ends = findStemEnds(stem.text, beginnings[0]?.text.length ?? stem.text.length);
    for (const beginning of beginnings)
      if (ends.has(beginning.text.length)) {
        stem.related.push(beginning);
        beginning.related.push(stem);
      }
    // An empty stem (a name that is only a vendor prefix) is not a beginning of other names.
    if (stem.text !== '') beginnings.push(stem);
  }
}

/** Ties a billed name to the model sold. If only the name was sold, and is not on the bill, their order is reversed. */
function tie(sold: NameStem, billed: NameStem): void {
  billed.tied.push(sold);
  const isReversed = billed.names.length === 0 && billed.models.length > 0 && sold.models.length === 0;
  if (isReversed) sold.tied.push(billed);
}

/** Builds the stems of all names; none without names on a bill, because then nothing can be matched. */
function buildStems({ names, models, ties }: NamesToMatch): NameStem[] {
  if (names.length === 0) return [];
  const stems = new Map<string, NameStem>();
  const stemOf = (name: string): NameStem => {
    const text = stripModelName(name);
    const known = stems.get(text);
    if (known !== undefined) return known;
    const stem: NameStem = { text, names: [], models: [], related: [], tied: [] };
    stem.related.push(stem);
    stems.set(text, stem);
    return stem;
  };
  for (const model of models) stemOf(model).models.push(model);
  for (const name of names) stemOf(name).names.push(name);
  for (const [sold, billed] of ties) tie(stemOf(sold), stemOf(billed));
  const sorted = [...stems.values()].sort((a, b) => byCodeUnit(a.text, b.text));
  relateVersions(sorted);
  return sorted;
}

/** Names in a bill, and the models sold that agree with them or are tied to them: both share one bill. */
export type ModelGroup = Pick<NamesToMatch, 'names' | 'models'>;

/** Joins the stems of billed names with those of the models sold that are related or tied to them. */
function groupStems(stems: readonly NameStem[]): ModelGroup[] {
  const sets = new DisjointSets<NameStem>();
  const reached = new Set(stems.filter(({ names }) => names.length > 0));
  // The loop also visits the stems that it adds: a tied name under which nothing was sold may lead to further ties.
  for (const stem of reached)
    for (const related of stem.related) {
      if (related.models.length + related.tied.length === 0) continue;
      sets.join(stem, related);
      for (const sold of related.tied) {
        sets.join(stem, sold);
        if (sold.models.length === 0) reached.add(sold);
      }
    }
  return [...Map.groupBy(stems, (stem) => sets.rootOf(stem)).values()]
    .map((group) => ({
      names: group.flatMap(({ names }) => names).sort(byCodeUnit),
      models: group.flatMap(({ models }) => models).sort(byCodeUnit),
    }))
    .filter(({ names }) => names.length > 0);
}

/**
 * Groups the names on a bill with the models sold that they may mean: equal names, versions of the same model, and tied
 * names. Each name on the bill is in exactly one group, each model sold in at most one.
 */
export const groupModels = (names: NamesToMatch): ModelGroup[] => groupStems(buildStems(names));

/**
 * Finds the model sold for each name on a bill: the only one that agrees with it (`isSameModel`) or is tied to it.
 * Leaves out names with several such models.
 */
export function findAgreeingModels(toMatch: NamesToMatch): ReadonlyMap<string, string> {
  const stems = buildStems(toMatch);
  const found = new Map<string, string>();
  const add = ({ names, models }: ModelGroup): void => {
    if (models.length === 1) for (const name of names) found.set(name, models[0] as string);
  };
  for (const group of groupStems(stems)) add(group);
  // Set these last, so that a match by name overrides a match through ties.
  for (const { names, related } of stems) add({ names, models: related.flatMap(({ models }) => models) });
  return found;
}

/** Builds the search, step by step of normalizing, for the only model sold that a display name may mean. */
function buildModelFinder(models: readonly string[]): (name: string) => string | undefined {
  const normalized = models.map((model) => ({ model, steps: normalizeInSteps(model) }));
  const byStep = NORMALIZING_STEPS.map((_, step) => Map.groupBy(normalized, ({ steps }) => steps[step]));
  return (name) => {
    const steps = normalizeInSteps(name);
    for (const [step, text] of steps.entries()) {
      const equal = text === '' ? [] : (byStep[step]?.get(text) ?? []);
      const found = equal.filter((other) => !areDifferentVersions(steps, other.steps));
      if (found.length > 0) return found.length === 1 ? found[0]?.model : undefined;
    }
    return undefined;
  };
}

/**
 * Adds ties of names that differ only in spelling, such as `claude-sonnet-4-5` and `Claude Sonnet 4.5`. Adds none for a
 * name that agrees with a model sold or is already tied.
 */
export function addDisplayTies(toMatch: NamesToMatch): NamesToMatch {
  const tied = new Set(toMatch.ties.map(([, billed]) => billed));
  const unmatched = groupModels(toMatch).flatMap(({ names, models }) =>
    models.length === 0 ? names.filter((name) => !tied.has(name)) : [],
  );
  if (unmatched.length === 0) return toMatch;
  const find = buildModelFinder(toMatch.models);
  const found = unmatched.map((name) => [find(name), name] as const);
  return { ...toMatch, ties: [...toMatch.ties, ...found.filter((tie): tie is Tie => tie[0] !== undefined)] };
}
