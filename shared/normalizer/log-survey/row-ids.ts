import type { Connector } from '../../gateways/connector.ts';
import { tryReadField } from '../fields/codecs.ts';
import type { Entry } from '../intake/native.ts';

/** A bucket of row ids: the number of rows, and their earliest and latest time. */
type IdBucket = readonly [bucket: number, rows: number, earliestMs: number, latestMs: number];

/** Counts by which `areIdsUnique` decides. */
export interface RowIds {
  /** Number of rows without a positive whole number as id. */
  readonly nameless: number;
  /** Ids per bucket: 1 for up to `BUCKETS_MAX` rows, then a power of two. */
  readonly width: number;
  /** Sorted by id. */
  readonly buckets: readonly IdBucket[];
}

/** Id and time of a row; the id is 0 if it has none. */
export type RowNumber = readonly [id: number, time: number];

/** Most buckets. A single call has fewer rows, so it is judged exactly; larger ledgers are judged by ranges of ids. */
const BUCKETS_MAX = 8192;

/** Counts rows by ranges of their ids. */
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

/** Counts the row ids of one gateway. */
export function countRowIds(...lists: readonly Iterable<RowNumber>[]): RowIds {
  const counter = new RowIdCounter();
  for (const rows of lists) for (const row of rows) counter.add(row);
  return counter.ids;
}

/**
 * Reads ids and times of the rows of one gateway, including skipped rows. Leaves out rows with an id but without a
 * time, which become no record.
 */
export const readRowNumbers = (entries: readonly Entry[], { log: { fields } }: Connector): RowNumber[] =>
  entries.flatMap(({ native }): RowNumber[] => {
    const [id, time] = [tryReadField(native, fields.rowId), tryReadField(native, fields.occurredAt)];
    if (typeof id !== 'number') return [[0, 0]];
    return time === undefined ? [] : [[id, time]];
  });

/**
 * Largest time by which a row may be older than one with a smaller id, because concurrent requests are dated before
 * they are inserted.
 */
const LAG_MAX_MS = 60_000;

/**
 * Returns whether row ids are unique: all positive and different, no row much older than one with a smaller id, and
 * not only falling in time. In a user's own list, ids number the rows from the newest, or are 0 or `id % 1024`.
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
