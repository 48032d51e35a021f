import { findAnnouncedTotal } from '../../normalizer/intake/envelope.ts';
import { asNumber, isObject } from '../../normalizer/intake/native.ts';
import { hasMissingRows, type IdGap } from '../id-gap.ts';

const readNumber = (row: unknown, key: 'id' | 'created_at'): number =>
  isObject(row) ? asNumber(row[key]) : Number.NaN;
/** Differences of two rows in id and time; NaN if a row lacks the field. */
const measureGap = (a: unknown, b: unknown): IdGap => ({
  ids: Math.abs(readNumber(a, 'id') - readNumber(b, 'id')),
  seconds: Math.abs(readNumber(a, 'created_at') - readNumber(b, 'created_at')),
});

/** Fields of a provider's or processor's page that are set if more pages follow. */
const MORE_PAGES_FIELDS: ReadonlySet<string> = new Set(['has_more', 'next_page', 'NextToken']);

/** Fields of a numbered page. Only on numbered pages is a total certainly a number of rows. */
const PAGE_NUMBER_FIELDS: ReadonlySet<string> = new Set([
  'page',
  'page_size',
  'size',
  'pages',
  'total_pages',
  'Limit',
  'MaxResults',
]);

/** Collects signs that pages of a list are missing from a file: announced totals, gaps in row ids, and "has more" fields. */
export class PageTracker {
  /** Number of rows of the whole list: the smallest total that a page announces, because lists grow during an export. */
  total: number | undefined;
  /** Whether the pages have page numbers or page sizes. */
  isNumbered = false;
  /** Number of row ids that are missing between pages that announce no total. Gaps smaller than a page do not count. */
  missingIds = 0;
  /** Pages that announce no total: number of `pages`, rows of the `first` and rows of the `last` of these pages. */
  withoutTotal = { pages: 0, first: 0, last: 0 };
  /** Whether more pages follow; `false` once a page is marked as the last, `undefined` if no page has such a field. */
  hasMorePages: boolean | undefined;
  #last: unknown;

  /** Adds the next page of the file: its fields other than the rows, and its rows. */
  addPage(fields: Iterable<readonly [key: string, value: unknown]>, rows: readonly unknown[] = []): void {
    const total = findAnnouncedTotal(fields);
    this.isNumbered ||= [...fields].some(([key]) => PAGE_NUMBER_FIELDS.has(key));
    if (total !== undefined) this.total = Math.min(total, this.total ?? total);
    if (total === undefined) {
      const { pages, first } = this.withoutTotal;
      this.withoutTotal = { pages: pages + 1, first: pages === 0 ? rows.length : first, last: rows.length };
    }
    const more = [...fields].flatMap(([key, value]) => (MORE_PAGES_FIELDS.has(key) ? Boolean(value) : []));
    if (more.length > 0) this.hasMorePages = (this.hasMorePages ?? true) && more.includes(true);
    const [first, last] = [rows[0], rows.at(-1)];
    const page = measureGap(first, last);
    const step = measureGap(first, this.#last);
    const gap = { ...step, ids: step.ids - 1 };
    this.#last = last;
    // Count a gap between two pages only if the ids within the page are nearly consecutive.
    const isDense = page.ids < 2 * rows.length;
    const isMissing = isDense && gap.ids >= rows.length && hasMissingRows(gap, page);
    if (total === undefined && rows.length > 1 && isMissing) this.missingIds += gap.ids;
  }
}
