import { bare, stemEnds } from './model-name.ts';
import { byCodeUnit } from './order.ts';

/** Names that are one without what providers add, and the models that agree with them: two are as good as many. */
class Stem {
  readonly bare: string;
  readonly names: string[] = [];
  readonly models: string[] = [];
  readonly agreeing: string[] = [];

  constructor(bare: string) {
    this.bare = bare;
  }

  addModel(model: string): void {
    if (this.models.length < 2) this.models.push(model);
  }

  agreesWith({ models }: Stem): void {
    for (const model of models) if (this.agreeing.length < 2) this.agreeing.push(model);
  }
}

function stemsOf(names: readonly string[], models: readonly string[]): Stem[] {
  const stems = new Map<string, Stem>();
  const stemOf = (name: string): Stem => {
    const text = bare(name);
    const stem = stems.get(text) ?? new Stem(text);
    stems.set(text, stem);
    return stem;
  };
  for (const model of models) stemOf(model).addModel(model);
  for (const name of names) stemOf(name).names.push(name);
  return [...stems.values()].sort((a, b) => byCodeUnit(a.bare, b.bare));
}

/**
 * By name, the one of many models that agrees with it (`isSameModel`); none where several do.
 *
 * In the order of their letters, what one begins with stands before it, and between them only what begins alike: so
 * thousands of names are not compared with thousands, nor are their stems written down.
 */
export function agreeingModels(
  names: readonly string[],
  models: readonly string[],
): ReadonlyMap<string, string> {
  const stems = stemsOf(names, models);
  const beginnings: Stem[] = [];
  for (const stem of stems) {
    while (beginnings.length > 0 && !stem.bare.startsWith(beginnings.at(-1)?.bare ?? '')) beginnings.pop();
    const ends = stemEnds(stem.bare);
    for (const beginning of beginnings)
      if (beginning.bare !== '' && ends.has(beginning.bare.length)) {
        stem.agreesWith(beginning);
        beginning.agreesWith(stem);
      }
    stem.agreesWith(stem);
    beginnings.push(stem);
  }
  const found = new Map<string, string>();
  for (const { names, agreeing } of stems)
    if (agreeing.length === 1) for (const name of names) found.set(name, agreeing[0] as string);
  return found;
}
