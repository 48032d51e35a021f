import { findStemEnds, stripModelName } from './model-name.ts';
import { byCodeUnit } from './order.ts';

/**
 * Names that are equal without providers' prefixes, and the models that agree with them. At most two models are kept:
 * two are as ambiguous as many.
 */
class NameStem {
  readonly bare: string;
  readonly names: string[] = [];
  readonly models: string[] = [];
  /** Stems of the models sold under another name, by records and settings. */
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

/** Pairs of the name under which a model is sold and the name under which it is billed, from records and settings. */
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
 * Yields pairs of stems of which the first is a version of the second. In alphabetical order, a stem comes after its
 * beginnings, with only stems that share the beginning in between, so thousands of names are not compared with each
 * other.
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
    // An empty stem (only a vendor) is not a beginning.
    if (stem.bare !== '') beginnings.push(stem);
  }
}

/** Names in a bill, and the models sold that agree with them or are tied to them: both share one bill. */
export interface ModelGroup {
  readonly names: readonly string[];
  readonly models: readonly string[];
}

/**
 * Groups the names of a bill with the models sold that agree with them. No name or model is in two groups.
 * @param ties pairs of the name sold and the name billed
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
  // Start with the names on the bill. Each round continues with tied names under which nothing was sold.
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

/**
 * Finds, for each name, the only model that agrees with it (`isSameModel`) or that ties lead to. Names with several
 * such models are left out.
 */
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
