import type { Connector } from '../../gateways/connector.ts';
import { tryReadField } from '../fields/codecs.ts';
import type { Entry } from '../intake/native.ts';

/** Rows whose ids share one bucket: how many they are, and the earliest and latest of their times. */
type IdBucket = readonly [bucket: number, rows: number, earliestMs: number, latestMs: number];

/** What decides whether the row ids of one gateway's rows identify them. */
export interface RowIds {
  /** Rows without a positive whole number as id. */
  readonly nameless: number;
  /** Ids per bucket: 1, so that every row is told from every other, up to `BUCKETS_MAX` rows; then a power of two. */
  readonly width: number;
  /** Ascending. */
  readonly buckets: readonly IdBucket[];
}

/** The number and the time of a row; a number of 0 is none. */
export type RowNumber = readonly [id: number, time: number];

/** More than one call has rows, so that the judgement of a call is exact; a larger ledger is judged by ranges of ids. */
const BUCKETS_MAX = 8192;

/** Counts rows by ranges of their numbers. */
class RowIdCounter {
  #nameless = 0;
  #width = 1;
  #rows = new Map<number, IdBucket>();

  add([id, time]: RowNumber): void {
    if (id > 0) this.#put(Math.floor(id / this.#width), 1, time, time);
    else this.#nameless++;
  }

  #put(at: number, rows: number, earliest: number, latest: number): void {
    const [, others, first, last] = this.#rows.get(at) ?? [at, 0, earliest, latest];
    this.#rows.set(at, [at, others + rows, Math.min(first, earliest), Math.max(last, latest)]);
    while (this.#rows.size > BUCKETS_MAX) this.#widen();
  }

  #widen(): void {
    const narrow = this.#rows.values();
    this.#rows = new Map();
    this.#width *= 2;
    for (const [at, ...bucket] of narrow) this.#put(Math.floor(at / 2), ...bucket);
  }

  get ids(): RowIds {
    const buckets = [...this.#rows.values()].sort(([a], [b]) => a - b);
    return { nameless: this.#nameless, width: this.#width, buckets };
  }
}

/** What rows of one gateway show of their numbers. */
export function countRowIds(...lists: readonly Iterable<RowNumber>[]): RowIds {
  const counter = new RowIdCounter();
  for (const rows of lists) for (const row of rows) counter.add(row);
  return counter.ids;
}

/**
 * The numbers of rows of one gateway, skipped ones too, overlaps removed; a row that has a number and no time becomes no
 * record, and says nothing of the others.
 */
export const readRowNumbers = (entries: readonly Entry[], { log: { fields } }: Connector): RowNumber[] =>
  entries.flatMap(({ native }): RowNumber[] => {
    const [id, time] = [tryReadField(native, fields.rowId), tryReadField(native, fields.occurredAt)];
    if (typeof id !== 'number') return [[0, 0]];
    return time === undefined ? [] : [[id, time]];
  });

/** How much older than a row with a smaller id a row may be: time is stamped before the insert, by many at once. */
const LAG_MAX_MS = 60_000;

/**
 * Whether the ids identify the rows: all positive and unique, no row much older than one with a smaller id, and
 * time does more than fall as they grow. Lists of a user's own rows carry ordinals from the newest row on instead,
 * or 0, or `id % 1024`.
 */
export function areIdsUnique({ nameless, width, buckets }: RowIds): boolean {
  let latest = Number.NEGATIVE_INFINITY;
  let [before, rises, falls] = [buckets[0]?.[2] ?? 0, false, false];
  for (const [, rows, earliest, last] of buckets) {
    if (rows > width || earliest < latest - LAG_MAX_MS) return false;
    rises ||= last > before;
    falls ||= earliest < before;
    [before, latest] = [earliest, Math.max(latest, last)];
  }
  return nameless === 0 && (rises || !falls);
}
