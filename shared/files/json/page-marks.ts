import { statedTotal } from '../../normalizer/intake/envelope.ts';
import { isNative } from '../../normalizer/intake/native.ts';

const idOf = (row: unknown): number => (isNative(row) ? Number(row.id) : Number.NaN);

/** What the pages of a file show about pages that it lacks. */
export class PageMarks {
  /** How many rows their list has: the least that one of them states, because lists grow. */
  total: number | undefined;
  /** How many row ids are left out between two of them that state no total: as many as a page has, or more. */
  skipped = 0;
  /** How many pages state no total, and how many rows the first and the last of them have. */
  untold = { pages: 0, first: 0, last: 0 };
  #last = Number.NaN;

  /** @param beside what stands beside the rows of a page */
  page(beside: Iterable<readonly [key: string, value: unknown]>, rows: readonly unknown[] = []): void {
    const total = statedTotal(beside);
    if (total !== undefined) this.total = Math.min(total, this.total ?? total);
    if (total === undefined) {
      const { pages, first } = this.untold;
      this.untold = { pages: pages + 1, first: pages === 0 ? rows.length : first, last: rows.length };
    }
    const between = Math.abs(idOf(rows[0]) - this.#last) - 1;
    this.#last = idOf(rows.at(-1));
    // Ids follow one another on a page of a gateway's whole list, so they do from page to page.
    const isDense = Math.abs(idOf(rows[0]) - this.#last) < 2 * rows.length;
    if (total === undefined && rows.length > 1 && isDense && between >= rows.length) this.skipped += between;
  }
}
