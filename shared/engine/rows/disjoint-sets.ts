/** Disjoint sets (union-find). After `join(a, b)`, `rootOf(a)` equals `rootOf(b)`. */
export class DisjointSets<T> {
  readonly #parents = new Map<T, T>();

  /** Returns the value that represents the set of a value: the value itself if it was never joined. */
  rootOf(value: T): T {
    let root = value;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) {
      // Halve the path on each lookup, so that paths stay short.
      const above = this.#parents.get(parent);
      if (above !== undefined) this.#parents.set(root, above);
      root = above ?? parent;
    }
    return root;
  }

  /** Joins the sets of two values. */
  join(a: T, b: T): void {
    const [rootA, rootB] = [this.rootOf(a), this.rootOf(b)];
    if (rootA !== rootB) this.#parents.set(rootA, rootB);
  }
}
