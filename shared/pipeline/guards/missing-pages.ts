import type { Sentence } from '../../sentence.ts';
import type { Repeats } from '../link/repeats.ts';
import { type HeadedSource, isGatewayLog, SOURCE_FIELDS, type SourceField } from '../read/source.ts';
import type { LinkedFacts, ReadFacts } from './file-facts.ts';

/** A file, and the number of rows of its list according to its pages. A row that was fetched twice counts once. */
interface Paged {
  readonly location: string;
  readonly rows: number;
  readonly total: number | undefined;
}

const sumOf = (files: readonly { readonly rows: number }[]): number =>
  files.reduce((sum, { rows }) => sum + rows, 0);

const describeMissingRows = ({ location, rows, total }: Paged): Sentence => ({
  en: `${location} has only ${rows} of the ${total} rows that its pages announce. Export the missing pages.`,
  zh: `${location} 中只有 ${rows} 行，而其分页写明共 ${total} 行。请导出缺少的分页。`,
});

const describeUnfinishedList = (location: string): Sentence => ({
  en: `${location}: its last page says that more pages follow. Export them as well.`,
  zh: `${location}：最后一页标明后面还有分页。请导出其余的分页。`,
});

/**
 * Describes files whose last page announces another page (`has_more`), if no file of the same list has the last page.
 */
export function findUnfinishedLists({ sources }: ReadFacts): Sentence[] {
  const lists = Map.groupBy(sources, ({ field, head }) => `${field} ${head.profile.columns}`);
  return [...lists.values()].flatMap((files) => {
    if (files.some(({ head }) => head.profile.pages.hasMorePages === false)) return [];
    return files
      .filter(({ head }) => head.profile.pages.hasMorePages)
      .map(({ location }) => describeUnfinishedList(location));
  });
}

const describeSkippedIds = (location: string, ids: number): Sentence => ({
  en: `${location}: ${ids} row ids are missing between two of its pages. Export the missing pages.`,
  zh: `${location}：两个分页之间缺少 ${ids} 个行号。请导出缺少的分页。`,
});

/** Missing pages of one ledger. */
function findMissingPagesOfLedger(
  field: SourceField,
  sources: readonly HeadedSource[],
  repeats: readonly Repeats[],
) {
  const ofLedger = sources.filter((source) => source.field === field);
  /** Number of rows that a file contains a second time because its pages overlap, by number of the file. */
  const repeated = new Map(
    repeats.flatMap(({ source, earlier, rows }) => (source === earlier ? [[source, rows]] : [])),
  );
  // A file without rows next to files with rows is the empty last page of a list, so it is not checked.
  const isEmpty = ofLedger.every(({ head }) => head.rows === 0);
  const files = ofLedger
    .filter(
      ({ mapping, head: { rows, profile } }) =>
        (rows > 0 && profile.pages.isNumbered && profile.pages.total !== undefined) ||
        (!mapping && (isEmpty || profile.recognized?.kind === field)),
    )
    .map(({ source, location, head: { rows, profile } }) => ({
      location,
      rows: rows - (repeated.get(source) ?? 0),
      ...profile.pages,
    }));
  const short = files.filter(({ rows, total = 0 }) => rows < total);
  const together = [...short, ...files.filter(({ total }) => total === undefined)];
  const least = short.reduce((min, { total = 0 }) => Math.min(min, total), Number.POSITIVE_INFINITY);
  return [
    ...(sumOf(together) < least ? short.map(describeMissingRows) : []),
    ...files.flatMap(({ location, missingIds: ids }) => (ids > 0 ? [describeSkippedIds(location, ids)] : [])),
  ];
}

/**
 * Describes files with fewer rows than their pages announce, or with a gap in the row ids between two pages. Pages in
 * separate files are counted together.
 */
export const findMissingPages = ({ sources, repeats }: LinkedFacts): Sentence[] =>
  SOURCE_FIELDS.flatMap((field) => findMissingPagesOfLedger(field, sources, repeats));

/** Default page size of a gateway that reports no totals. */
const DEFAULT_PAGE_SIZE = 10;

/**
 * Describes logs whose last page is as full as the first, so that another page may follow. Lists that state their total
 * number of rows are not examined.
 */
export const findFullLastPages = ({ sources }: ReadFacts): Sentence[] =>
  sources
    .filter(isGatewayLog)
    .filter(({ head }) => {
      const { pages, first, last } = head.profile.pages.withoutTotal;
      return last >= DEFAULT_PAGE_SIZE && (pages > 1 ? last >= first : last === DEFAULT_PAGE_SIZE);
    })
    .map(({ location }) => ({
      en: `${location}: its last page is full, so more pages may follow. Export until a page is empty, and include the empty page.`,
      zh: `${location}：最后一页是满的，后面可能还有。请一直导出到空页为止，并保留该空页。`,
    }));
