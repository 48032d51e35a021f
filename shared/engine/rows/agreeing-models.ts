import { findStemEnds, stripModelName } from './model-name.ts';
import { byCodeUnit } from './order.ts';

/** Names that are one without what providers add, and the models that agree with them: two are as good as many. */
class NameStem {
  readonly bare: string;
  readonly names: string[] = [];
  readonly models: string[] = [];
  /** What is sold in place of it, as records and settings say. */
  readonly tied: NameStem[] = [];
  readonly agreeing: string[] = [];

  constructor(bare: string) {
    this.bare = bare;
  }

  agreesWith({ models }: NameStem): void {
    for (const model of models) {
      if (this.agreeing.length === 2) return;
      this.agreeing.push(model);
    }
  }
}

/** What a record or a setting says of a model: the name under which it was sold, and that under which it is billed. */
export type ModelTies = readonly (readonly [sold: string, billed: string])[];

function buildStems(names: readonly string[], models: readonly string[], ties: ModelTies): NameStem[] {
  const stems = new Map<string, NameStem>();
  const stemOf = (name: string): NameStem => {
    const text = stripModelName(name);
    const stem = stems.get(text) ?? new NameStem(text);
    stems.set(text, stem);
    return stem;
  };
  for (const model of models) stemOf(model).models.push(model);
  for (const name of names) stemOf(name).names.push(name);
  for (const [sold, billed] of ties) stemOf(billed).tied.push(stemOf(sold));
  return [...stems.values()].sort((a, b) => byCodeUnit(a.bare, b.bare));
}

/**
 * Pairs of stems of which the first is a version of the second.
 *
 * In the order of their letters, what one begins with stands before it, and between them only what begins alike: so
 * thousands of names are not compared with thousands, nor are their stems written down.
 */
function* findVersions(stems: readonly NameStem[]): Generator<[version: NameStem, of: NameStem]> {
  const beginnings: NameStem[] = [];
  for (const stem of stems) {
    while (beginnings.length > 0 && !stem.bare.startsWith(beginnings.at(-1)?.bare ?? '')) beginnings.pop();
    const [shortest] = beginnings;
    if (shortest) {
      const ends = findStemEnds(stem.bare, shortest.bare.length);
      for (const beginning of beginnings) if (ends.has(beginning.bare.length)) yield [stem, beginning];
    }
    // Nothing but a vendor is the beginning of no name.
    if (stem.bare !== '') beginnings.push(stem);
  }
}

/** Names of a bill, and the models sold that they agree with or are tied to: they have one bill. */
export interface ModelGroup {
  readonly names: readonly string[];
  readonly models: readonly string[];
}

/**
 * Names of a bill with all sold models that they agree with, as groups that share neither.
 * @param ties models sold, each with the name that a record or a setting gives it
 */
export function groupModels(
  names: readonly string[],
  models: readonly string[],
  ties: ModelTies,
): ModelGroup[] {
  const stems = buildStems(names, models, ties);
  const parents = new Map<NameStem, NameStem>();
  const rootOf = (stem: NameStem): NameStem => {
    let root = stem;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    if (root !== stem) parents.set(stem, root);
    return root;
  };
  const join = (a: NameStem, b: NameStem): void => {
    const [rootA, rootB] = [rootOf(a), rootOf(b)];
    if (rootA !== rootB) parents.set(rootA, rootB);
  };
  const leading = new Set(stems.filter(({ models, tied }) => models.length + tied.length > 0));
  /** Names of the bill, then those that settings tie them to, where nothing was sold by just these. */
  let looking = new Set(stems.filter((stem) => stem.names.length > 0));
  while (looking.size > 0) {
    const next = new Set<NameStem>();
    const look = (stem: NameStem, at: NameStem): void => {
      if (!looking.has(stem) || !leading.has(at)) return;
      join(stem, at);
      for (const sold of at.tied.splice(0)) {
        join(stem, sold);
        if (sold.models.length === 0) next.add(sold);
      }
    };
    for (const stem of looking) look(stem, stem);
    for (const [stem, beginning] of findVersions(stems)) {
      look(stem, beginning);
      look(beginning, stem);
    }
    looking = next;
  }
  return [...Map.groupBy(stems, rootOf).values()]
    .map((own) => ({
      names: own.flatMap((stem) => stem.names).sort(byCodeUnit),
      models: own.flatMap((stem) => stem.models).sort(byCodeUnit),
    }))
    .filter((group) => group.names.length > 0);
}

/** By name, the one of many models that agrees with it (`isSameModel`) or that all ties lead to; none where several do. */
export function findAgreeingModels(
  names: readonly string[],
  models: readonly string[],
  ties: ModelTies,
): ReadonlyMap<string, string> {
  const stems = buildStems(names, models, []);
  for (const [stem, beginning] of findVersions(stems)) {
    stem.agreesWith(beginning);
    beginning.agreesWith(stem);
  }
  for (const stem of stems) stem.agreesWith(stem);
  const found = new Map<string, string>();
  for (const { names: own, models: sold } of groupModels(names, models, ties))
    if (sold.length === 1) for (const name of own) found.set(name, sold[0] as string);
  for (const { names, agreeing } of stems)
    if (agreeing.length === 1) for (const name of names) found.set(name, agreeing[0] as string);
  return found;
}
