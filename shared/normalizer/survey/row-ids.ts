import type { Connector } from '../../connectors/connector.ts';
import { glimpse } from '../fields/codecs.ts';
import type { Entry } from '../intake/native.ts';

/** Rows whose ids share one bucket: how many they are, and the earliest and latest of their times. */
type Bucket = readonly [bucket: number, rows: number, earliestMs: number, latestMs: number];

/** What decides whether the row ids of one gateway's rows identify them. Plain JSON, small, and it adds up. */
export interface RowIds {
  /** Rows without a positive whole number as id. */
  readonly nameless: number;
  /** Ids per bucket: 1, so that every row is told from every other, up to `BUCKETS_MAX` rows; then a power of two. */
  readonly width: number;
  /** Ascending. */
  readonly buckets: readonly Bucket[];
}

/** Of no rows at all. */
export const NO_ROW_IDS: RowIds = { nameless: 0, width: 1, buckets: [] };

/** More than one call has rows, so that the judgement of a call is exact; a larger ledger is judged by ranges of ids. */
const BUCKETS_MAX = 8192;

/** Counts rows one by one, or those of whole parts. */
class RowIdCounter {
  #nameless = 0;
  #width = 1;
  #rows = new Map<number, Bucket>();

  /** @param id a number of 0 is none */
  add(id: number, time: number): void {
    if (id > 0) this.#put([id, 1, time, time], 1);
    else this.#nameless++;
  }

  addAll({ nameless, width, buckets }: RowIds): void {
    this.#nameless += nameless;
    for (const bucket of buckets) this.#put(bucket, width);
  }

  /** @param bucket in units of `width` */
  #put([bucket, rows, earliest, latest]: Bucket, width: number): void {
    while (this.#width < width) this.#widen();
    const at = Math.floor((bucket * width) / this.#width);
    const [, others, first, last] = this.#rows.get(at) ?? [at, 0, earliest, latest];
    this.#rows.set(at, [at, others + rows, Math.min(first, earliest), Math.max(last, latest)]);
    while (this.#rows.size > BUCKETS_MAX) this.#widen();
  }

  #widen(): void {
    const narrow = this.#rows.values();
    this.#rows = new Map();
    this.#width *= 2;
    for (const bucket of narrow) this.#put(bucket, this.#width / 2);
  }

  get ids(): RowIds {
    const buckets = [...this.#rows.values()].sort(([a], [b]) => a - b);
    return { nameless: this.#nameless, width: this.#width, buckets };
  }
}

/** @param rows the number and the time of each row; a number of 0 is none */
export function rowIdsFrom(rows: Iterable<readonly [id: number, time: number]>): RowIds {
  const counter = new RowIdCounter();
  for (const [id, time] of rows) counter.add(id, time);
  return counter.ids;
}

/**
 * @param entries rows of one gateway, skipped ones too, overlaps removed; one that has a number and no time becomes no
 * record, and says nothing of the others
 */
export const rowIdsOf = (entries: readonly Entry[], { log: { fields } }: Connector): RowIds =>
  rowIdsFrom(
    entries.flatMap(({ native }): [id: number, time: number][] => {
      const [id, time] = [glimpse(native, fields.rowId), glimpse(native, fields.occurredAt)];
      if (typeof id !== 'number') return [[0, 0]];
      return time === undefined ? [] : [[id, time]];
    }),
  );

/** The same facts for the rows of both. */
export function addRowIds(a: RowIds, b: RowIds): RowIds {
  const counter = new RowIdCounter();
  counter.addAll(a);
  counter.addAll(b);
  return counter.ids;
}

/** How much older than a row with a smaller id a row may be: time is stamped before the insert, by many at once. */
const LAG_MAX_MS = 60_000;

/**
 * Whether the ids identify the rows: all positive and unique, no row much older than one with a smaller id, and
 * time does more than fall as they grow. Lists of a user's own rows carry ordinals from the newest row on instead,
 * or 0, or `id % 1024`.
 */
export function identify({ nameless, width, buckets }: RowIds): boolean {
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
