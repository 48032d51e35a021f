import type { Connector } from '../../gateways/connector.ts';
import { tryReadField } from '../fields/codecs.ts';
import type { IndexedRow } from '../intake/native.ts';

/** A bucket of row ids: the number of rows, and their earliest and latest time. */
type IdBucket = [bucket: number, rows: number, earliestMs: number, latestMs: number];

/** Row ids of a log, counted by ranges of ids. `areIdsUnique` decides by these counts. */
export interface RowIds {
  /** Number of rows without a positive whole number as id. */
  readonly nameless: number;
  /** Ids per bucket: 1 for up to `BUCKETS_MAX` rows, then a power of two. */
  readonly width: number;
  /** Sorted by id. */
  readonly buckets: readonly Readonly<IdBucket>[];
}

/** Calls `add` with the id and the time of each row; the id is 0 if it has none. */
export type RowNumbers = (add: (id: number, time: number) => void) => void;

/** Most buckets. A single call has fewer rows, so it is judged exactly; larger ledgers are judged by ranges of ids. */
const BUCKETS_MAX = 8192;

/** Counts the rows of one gateway by ranges of row ids, with earliest and latest time, for `areIdsUnique`. */
export function countRowIds(...lists: readonly RowNumbers[]): RowIds {
  let [nameless, width, buckets] = [0, 1, new Map<number, IdBucket>()];
  const add = (at: number, rows: number, earliest: number, latest: number): void => {
    const bucket = buckets.get(at);
    if (bucket !== undefined) {
      bucket[1] += rows;
      bucket[2] = Math.min(bucket[2], earliest);
      bucket[3] = Math.max(bucket[3], latest);
      return;
    }
    buckets.set(at, [at, rows, earliest, latest]);
    if (buckets.size <= BUCKETS_MAX) return;
    const narrow = buckets.values();
    buckets = new Map();
    width *= 2;
    for (const [half, ...counts] of narrow) add(Math.floor(half / 2), ...counts);
  };
  for (const list of lists)
    list((id, time) => {
      if (id > 0) add(Math.floor(id / width), 1, time, time);
      else nameless++;
    });
  return { nameless, width, buckets: [...buckets.values()].sort(([a], [b]) => a - b) };
}

/**
 * Reads row ids and times (epoch milliseconds) of the log rows of one gateway, including skipped rows. A row without an
 * id counts as id 0 and time 0. Leaves out rows with an id but without a time, because they become no record.
 */
export const readRowNumbers =
  (entries: readonly IndexedRow[], { log: { fields } }: Connector): RowNumbers =>
  (add) => {
    for (const { native } of entries) {
      const [id, time] = [tryReadField(native, fields.rowId), tryReadField(native, fields.occurredAt)];
      if (typeof id !== 'number') add(0, 0);
      else if (time !== undefined) add(id, time);
    }
  };

/** Most by which a row may be older than one with a smaller id: requests are dated before they are inserted. */
const LAG_MAX_MS = 60_000;

/**
 * Returns whether the row ids of a log are unique, by the counts of `countRowIds`. They are if all ids are positive and
 * different, and if times rise with the ids, except for delays of a minute. In the list that a gateway shows to a
 * single user, ids are not unique: they are 0, `id % 1024`, or count the rows from the newest.
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
