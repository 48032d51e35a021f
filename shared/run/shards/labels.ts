import { labelOf } from '../columns/id-key.ts';

const HALF = 0.5;

/** By key, the label of the first row that has it: an open table of numbers, 12 bytes a place. */
export class Labels {
  #keys: Float64Array;
  #labels: Uint32Array;
  size = 0;

  /** @param expected so many keys find room before it grows */
  constructor(expected: number) {
    const places = 2 ** Math.ceil(Math.log2(Math.max(expected, 1) / HALF + 2));
    this.#keys = new Float64Array(places).fill(-1);
    this.#labels = new Uint32Array(places);
  }

  #placeOf(key: number): number {
    const mask = this.#keys.length - 1;
    let place = (Math.imul((key % 0x1_0000_0000) | 0, 0x9e3779b1) >>> 0) & mask;
    while (this.#keys[place] !== key && this.#keys[place] !== -1) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const [keys, labels] = [this.#keys, this.#labels];
    this.#keys = new Float64Array(keys.length * 2).fill(-1);
    this.#labels = new Uint32Array(labels.length * 2);
    for (const [at, key] of keys.entries()) {
      if (key === -1) continue;
      const place = this.#placeOf(key);
      this.#keys[place] = key;
      this.#labels[place] = labels[at] as number;
    }
  }

  /** @returns the label that the key has had before, else this one */
  say(key: number, label: number): number {
    const place = this.#placeOf(key);
    if (this.#keys[place] === key) return this.#labels[place] as number;
    this.#keys[place] = key;
    this.#labels[place] = label;
    if (++this.size > this.#keys.length * HALF) this.#grow();
    return label;
  }
}

/** Labels of rows that belong together though their keys differ: each leads to a smaller one, and in the end to one. */
export class Unions {
  readonly #parents = new Map<number, number>();

  /** @param pairs as `pairs` has told them */
  constructor(pairs: Iterable<readonly [label: number, parent: number]> = []) {
    for (const [label, parent] of pairs) this.#parents.set(label, parent);
  }

  find(label: number): number {
    let root = label;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root))
      root = parent;
    for (let at = label; at !== root; ) {
      const parent = this.#parents.get(at) as number;
      this.#parents.set(at, root);
      at = parent;
    }
    return root;
  }

  unite(a: number, b: number): void {
    const [one, other] = [this.find(a), this.find(b)];
    if (one !== other) this.#parents.set(Math.max(one, other), Math.min(one, other));
  }

  get pairs(): (readonly [label: number, parent: number])[] {
    return [...this.#parents];
  }

  /** The shard of rows whose first key is this one. */
  shardOf(key: number, shards: number): number {
    const root = this.#parents.size === 0 ? labelOf(key) : this.find(labelOf(key));
    return (Math.imul(root ^ (root >>> 15), 0x2c1b3c6d) >>> 0) % shards;
  }
}
