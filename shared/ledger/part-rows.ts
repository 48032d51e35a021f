import { Account, type Rejects } from '../normalizer/account.ts';
import type { Reason } from '../normalizer/fields/row-problem.ts';
import type { Entry, Native } from '../normalizer/intake/native.ts';
import { withoutOverlaps } from '../normalizer/intake/overlap.ts';
import { type DealtField, keys } from './keys.ts';
import { readLines, type Store } from './store.ts';

/** A dealt row: the number of its source, its number there, and what it says. */
export type DealtRow = readonly [source: number, row: number, native: Native];

/** A row that cannot be read, and what is wrong with it. */
export interface RejectedLine {
  readonly source: number;
  readonly row: number;
  readonly reason: string;
}

const sentenceOf = ({ field, sentence }: Reason): string =>
  field === undefined ? sentence : `${field}: ${sentence}`;

/** Keeps rows that cannot be read, by their places in the files. */
export class RejectedRows implements Rejects {
  readonly lines: RejectedLine[] = [];
  readonly #places: readonly (readonly [source: number, row: number])[];

  constructor(places: readonly (readonly [source: number, row: number])[]) {
    this.#places = places;
  }

  reject({ index }: Pick<Entry, 'index'>, reasons: readonly Reason[]): void {
    const [source = 0, row = 0] = this.#places[index] ?? [];
    this.lines.push({ source, row, reason: reasons.map(sentenceOf).join('; ') });
  }
}

/** The rows of one part as the normalizer takes them, without overlaps. */
export interface PartRows {
  readonly rows: Readonly<Record<DealtField, readonly Entry[]>>;
  readonly account: Account;
  readonly rejected: RejectedRows;
}

/** Reads what was dealt to a part. Its rows are numbered anew; their places are kept for those that are rejected. */
export async function readPartRows(
  store: Store,
  part: number,
  fields: readonly DealtField[],
): Promise<PartRows> {
  const places: (readonly [number, number])[] = [];
  const rejected = new RejectedRows(places);
  const account = new Account(rejected);
  const rows: Record<DealtField, readonly Entry[]> = { logs: [], upstreamCharges: [], payments: [] };
  for (const field of fields) {
    const entries: Entry[] = [];
    for (const { key } of await store.list(`${keys.part(field, part)}/`))
      for await (const [source, row, native] of readLines<DealtRow>(store, key)) {
        entries.push({ field, index: places.length, native });
        places.push([source, row]);
      }
    rows[field] = withoutOverlaps(entries, account);
  }
  return { rows, account, rejected };
}
