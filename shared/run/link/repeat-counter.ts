import type { Account } from '../../normalizer/account.ts';
import { saidText } from '../../normalizer/intake/agreeing-rows.ts';
import type { Entry } from '../../normalizer/intake/native.ts';
import { ownName } from '../../normalizer/intake/overlap.ts';

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

/** What is known of a row that no id names. */
interface Nameless {
  /** The source that had most of them, and how many. */
  source: number;
  most: number;
  /** How many the source has that is being looked at. */
  current: number;
  count: number;
}

/**
 * Rows that no id names and that say the same in every field: from different sources they are one row read twice, within
 * one source they are as many as they are.
 * @param entries source by source
 */
export function withoutCopies(
  entries: Entry[],
  sourceOf: (entry: Entry) => number,
  account: Account,
  repeated: RepeatCounter,
): Entry[] {
  const [first] = entries;
  if (first === undefined || entries.every((entry) => sourceOf(entry) === sourceOf(first))) return entries;
  const seen = new Map<string, Nameless>();
  return entries.filter((entry) => {
    if (ownName(entry) !== undefined) return true;
    const [text, source] = [saidText(entry.native), sourceOf(entry)];
    const known = seen.get(text) ?? { source, most: 0, current: source, count: 0 };
    seen.set(text, known);
    if (known.current !== source) [known.current, known.count] = [source, 0];
    known.count++;
    if (known.count > known.most) {
      [known.most, known.source] = [known.count, source];
      return true;
    }
    account.skip('pageOverlap');
    repeated.add(source, known.source);
    return false;
  });
}
