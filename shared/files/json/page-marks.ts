import { statedTotal } from '../../normalizer/intake/envelope.ts';
import { asNumber, isNative } from '../../normalizer/intake/native.ts';
import { type IdGap, tookTime } from '../id-gap.ts';

const numberOf = (row: unknown, key: 'id' | 'created_at'): number =>
  isNative(row) ? asNumber(row[key]) : Number.NaN;
/** How far apart two rows are by their ids, and by their times. */
const apart = (a: unknown, b: unknown): IdGap => ({
  ids: Math.abs(numberOf(a, 'id') - numberOf(b, 'id')),
  seconds: Math.abs(numberOf(a, 'created_at') - numberOf(b, 'created_at')),
});

/** What providers and processors write beside the rows of a page where more pages follow; nothing, or false, on the last. */
const MORE: ReadonlySet<string> = new Set(['has_more', 'next_page', 'NextToken']);

/** What stands beside the rows of a numbered page: only there is a total surely one of rows, whoever wrote it. */
const NUMBERS: ReadonlySet<string> = new Set([
  'page',
  'page_size',
  'size',
  'pages',
  'total_pages',
  'Limit',
  'MaxResults',
]);

/** What the pages of a file show about pages that it lacks. */
export class PageMarks {
  /** How many rows their list has: the least that one of them states, because lists grow. */
  total: number | undefined;
  /** Whether pages are numbered. */
  isNumbered = false;
  /** How many row ids are left out between two of them that state no total: as many as a page has, or more. */
  skipped = 0;
  /** How many pages state no total, and how many rows the first and the last of them have. */
  untold = { pages: 0, first: 0, last: 0 };
  /** Whether more pages follow, as they say; not, where one of them says that it is the last. */
  follows: boolean | undefined;
  #last: unknown;

  /** @param beside what stands beside the rows of a page */
  page(beside: Iterable<readonly [key: string, value: unknown]>, rows: readonly unknown[] = []): void {
    const total = statedTotal(beside);
    this.isNumbered ||= [...beside].some(([key]) => NUMBERS.has(key));
    if (total !== undefined) this.total = Math.min(total, this.total ?? total);
    if (total === undefined) {
      const { pages, first } = this.untold;
      this.untold = { pages: pages + 1, first: pages === 0 ? rows.length : first, last: rows.length };
    }
    const more = [...beside].flatMap(([key, value]) => (MORE.has(key) ? Boolean(value) : []));
    if (more.length > 0) this.follows = (this.follows ?? true) && more.includes(true);
    const [first, last] = [rows[0], rows.at(-1)];
    const [page, step] = [apart(first, last), apart(first, this.#last)];
    const between = { ...step, ids: step.ids - 1 };
    this.#last = last;
    // Ids follow one another on a page of a gateway's whole list, so they do from page to page.
    const isDense = page.ids < 2 * rows.length;
    const isMissing = isDense && between.ids >= rows.length && tookTime(between, page);
    if (total === undefined && rows.length > 1 && isMissing) this.skipped += between.ids;
  }
}
