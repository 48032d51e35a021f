import { DETAILS_MAX } from '#shared/limits.ts';
import type { Rejects } from '#shared/normalizer/account.ts';
import { type Reason, reasonOf } from '#shared/normalizer/fields/row-problem.ts';
import type { RowField } from '#shared/normalizer/intake/native.ts';
import type { Sentence } from '#shared/sentence.ts';
import type { AsideRow, AsideRows } from '../answered.ts';

/** Where a row stands in the reader's files. */
export interface Place {
  readonly file: string;
  readonly row: number;
}

/** Share of rows beyond which the books say nothing: a tenth. */
const SHARE_MAX = 0.1;

/** So many rows cannot be read that the rest is not the books. */
export class TooManyAside extends Error {
  readonly rows: AsideRows & { readonly received: number };

  constructor(rows: TooManyAside['rows']) {
    super('Too many rows cannot be read.');
    this.rows = rows;
  }
}

/** How the page treats rows that cannot be read: it sets them aside and says where they are. */
export class SetAside implements Rejects {
  readonly #places: ReadonlyMap<RowField, readonly Place[]>;
  readonly #rows = new Set<string>();
  readonly #first: AsideRow[] = [];

  constructor(places: ReadonlyMap<RowField, readonly Place[]>) {
    this.#places = places;
  }

  reject({ field, index }: { field: RowField; index: number }, reasons: readonly Reason[]): void {
    const place = this.#places.get(field)?.[index] ?? { file: field, row: index + 1 };
    this.add(place, reasons.map(reasonOf));
  }

  /** @param reasons what is wrong with the row, each as `field: sentence` */
  add({ file, row }: Place, reasons: readonly Sentence[]): void {
    this.#rows.add(`${file}\n${row}`);
    for (const reason of reasons)
      if (this.#first.length < DETAILS_MAX) this.#first.push({ file, row, reason });
  }

  /** @throws TooManyAside where more than a tenth of the rows cannot be read */
  refuseIfTooMany(received: number): void {
    if (this.#rows.size > received * SHARE_MAX) throw new TooManyAside({ ...this.#told(), received });
  }

  told(): { aside?: AsideRows } {
    return this.#rows.size === 0 ? {} : { aside: this.#told() };
  }

  #told(): AsideRows {
    return { count: this.#rows.size, first: this.#first };
  }
}
