import { Account, type Rejects } from '../normalizer/account.ts';
import { type Reason, reasonOf } from '../normalizer/fields/row-problem.ts';
import type { Entry, Native } from '../normalizer/intake/native.ts';
import { withoutOverlaps } from '../normalizer/intake/overlap.ts';
import { inEach, type Sentence } from '../sentence.ts';
import { type DealtField, keys } from './keys.ts';
import { BucketWriter, readBucket } from './store/buckets.ts';
import type { Store } from './store/store.ts';

/** A dealt row: the number of its source, its number there, and the row itself. */
export type DealtRow = readonly [source: number, row: number, native: Native];

const BETWEEN_REASONS: Sentence = { en: '; ', zh: '；' };

/** A row that cannot be read, and what is wrong with it. */
export interface RejectedLine {
  readonly source: number;
  readonly row: number;
  readonly reason: Sentence;
}

/** Keeps rows that cannot be read, by their places in the files. */
export class RejectedRows implements Rejects {
  readonly lines: RejectedLine[] = [];
  readonly #places: readonly (readonly [source: number, row: number])[];

  constructor(places: readonly (readonly [source: number, row: number])[]) {
    this.#places = places;
  }

  reject({ index }: Pick<Entry, 'index'>, reasons: readonly Reason[]): void {
    const [source = 0, row = 0] = this.#places[index] ?? [];
    const reason = inEach((language) =>
      reasons.map((one) => reasonOf(one)[language]).join(BETWEEN_REASONS[language]),
    );
    this.lines.push({ source, row, reason });
  }
}

/** Buckets of rejected rows, by their sources: the list of them is written bucket by bucket. */
const REJECTED_BUCKETS_MAX = 64;

/** Into how many buckets the rejected rows of so many sources are put. */
const rejectedBuckets = (sources: number): number => Math.max(Math.min(sources, REJECTED_BUCKETS_MAX), 1);

/** Writes rows that cannot be read; sources that follow each other share a bucket. */
export class RejectedWriter {
  readonly #writer: BucketWriter;
  readonly #sources: number;

  constructor(store: Store, task: string, sources: number) {
    this.#writer = new BucketWriter(store, keys.rejected, task, rejectedBuckets(sources));
    this.#sources = sources;
  }

  add(line: RejectedLine): Promise<void> | undefined {
    const buckets = rejectedBuckets(this.#sources);
    return this.#writer.add(Math.floor((line.source * buckets) / this.#sources), line);
  }

  flush(): Promise<void> {
    return this.#writer.flush();
  }
}

/** Rows that cannot be read, by source and row. */
export async function* rejectedLines(store: Store, sources: number): AsyncGenerator<RejectedLine> {
  const buckets = rejectedBuckets(sources);
  for (let bucket = 0; bucket < buckets; bucket++) {
    const lines: RejectedLine[] = [];
    for await (const line of readBucket<RejectedLine>(store, keys.rejected, bucket, buckets))
      lines.push(line);
    yield* lines.sort((a, b) => a.source - b.source || a.row - b.row);
  }
}

/** The rows of one part as the normalizer takes them, without overlaps. */
export interface PartRows {
  readonly rows: Readonly<Record<DealtField, readonly Entry[]>>;
  readonly account: Account;
  readonly rejected: RejectedRows;
}

/** Reads the rows dealt to a part. They get new numbers; the old places are kept for rejected rows. */
export async function readPartRows(
  store: Store,
  part: number,
  parts: number,
  fields: readonly DealtField[],
): Promise<PartRows> {
  const places: (readonly [number, number])[] = [];
  const rejected = new RejectedRows(places);
  const account = new Account(rejected);
  const rows: Record<DealtField, readonly Entry[]> = { logs: [], upstreamCharges: [], payments: [] };
  for (const field of fields) {
    const entries: Entry[] = [];
    for await (const [source, row, native] of readBucket<DealtRow>(store, keys.parts(field), part, parts)) {
      entries.push({ field, index: places.length, native });
      places.push([source, row]);
    }
    rows[field] = withoutOverlaps(entries, account);
  }
  return { rows, account, rejected };
}
