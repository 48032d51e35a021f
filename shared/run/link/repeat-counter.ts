import type { Account } from '../../normalizer/account.ts';

/** How many rows of a source stand in an earlier one, or earlier in itself, too. */
export interface Repeats {
  readonly source: number;
  readonly earlier: number;
  readonly rows: number;
}

const inOrder = (repeats: Repeats[]): Repeats[] =>
  repeats.sort((a, b) => a.source - b.source || a.earlier - b.earlier);

/** The repeats of two shards together. */
export function addRepeats(a: readonly Repeats[], b: readonly Repeats[]): Repeats[] {
  const pairs = Map.groupBy([...a, ...b], ({ source, earlier }) => `${source} ${earlier}`);
  return inOrder(
    [...pairs.values()].map((same) => ({
      ...(same[0] as Repeats),
      rows: same.reduce((sum, { rows }) => sum + rows, 0),
    })),
  );
}

/** Counts rows that stand in two sources, or in one of them twice, by the two. */
export class RepeatCounter {
  readonly #rows = new Map<number, Map<number, number>>();
  readonly #account: Account;

  constructor(account: Account) {
    this.#account = account;
  }

  /** A row is left out. */
  leaveOut(source: number, earlier: number): void {
    this.#account.skip('pageOverlap');
    this.add(source, earlier);
  }

  /** A row is left out, which is accounted for already. */
  add(source: number, earlier: number): void {
    const of = this.#rows.get(source) ?? new Map<number, number>();
    this.#rows.set(source, of);
    of.set(earlier, (of.get(earlier) ?? 0) + 1);
  }

  get all(): Repeats[] {
    return inOrder(
      [...this.#rows].flatMap(([source, of]) =>
        [...of].map(([earlier, rows]) => ({ source, earlier, rows })),
      ),
    );
  }
}
