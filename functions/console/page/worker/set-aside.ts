import { DETAILS_MAX } from '#shared/limits.ts';
import type { Rejects } from '#shared/normalizer/account.ts';
import type { Reason } from '#shared/normalizer/fields/row-problem.ts';
import type { RowField } from '#shared/normalizer/intake/native.ts';
import type { AsideRows } from '../answered.ts';

/** Where a row stands in the reader's files. */
export interface Place {
  readonly file: string;
  readonly row: number;
}

/** Share of rows beyond which the books say nothing: a tenth. */
const SHARE_MAX = 0.1;

/** So many rows cannot be read that the rest is not the books. */
export class TooManyAside extends Error {
  readonly count: number;
  readonly received: number;
  readonly reasons: readonly string[];

  constructor(count: number, received: number, reasons: readonly string[]) {
    super('Too many rows cannot be read.');
    this.count = count;
    this.received = received;
    this.reasons = reasons;
  }
}

/** The page's way with rows that cannot be read: they are set aside, and the reader is told where they stand. */
export class SetAside implements Rejects {
  readonly #places: ReadonlyMap<RowField, readonly Place[]>;
  readonly #rows = new Set<string>();
  readonly #sentences: string[] = [];

  constructor(places: ReadonlyMap<RowField, readonly Place[]>) {
    this.#places = places;
  }

  reject({ field, index }: { field: RowField; index: number }, reasons: readonly Reason[]): void {
    const place = this.#places.get(field)?.[index] ?? { file: field, row: index + 1 };
    this.add(
      place,
      reasons.map(({ field: name, sentence }) => (name === undefined ? sentence : `${name}: ${sentence}`)),
    );
  }

  /** @param reasons what is wrong with the row, each as `field: sentence` */
  add({ file, row }: Place, reasons: readonly string[]): void {
    this.#rows.add(`${file}\n${row}`);
    for (const reason of reasons)
      if (this.#sentences.length < DETAILS_MAX) this.#sentences.push(`${file}, ${row}: ${reason}`);
  }

  /** @throws TooManyAside where more than a tenth of the rows cannot be read */
  refuseIfTooMany(received: number): void {
    if (this.#rows.size > received * SHARE_MAX)
      throw new TooManyAside(this.#rows.size, received, this.#sentences);
  }

  told(): { aside?: AsideRows } {
    return this.#rows.size === 0 ? {} : { aside: { count: this.#rows.size, reasons: this.#sentences } };
  }
}
