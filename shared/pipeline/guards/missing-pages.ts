import { joinFirst } from '../../sentence.ts';
import type { Repeats } from '../link/repeats.ts';
import { type HeadedSource, isGatewayLog, SOURCE_FIELDS, type SourceField } from '../read/source.ts';
import type { LinkedFacts, MissingEvidence, ReadFacts } from './file-facts.ts';

const sumOf = (files: readonly { readonly rows: number }[]): number =>
  files.reduce((sum, { rows }) => sum + rows, 0);

/** Most files that a sentence names. */
const FILES_SHOWN = 3;

/** Describes files of one list that together have fewer rows than their pages announce. */
function describeMissingRows(files: readonly string[], rows: number, total: number): MissingEvidence {
  const [en, zh] = [joinFirst(files, FILES_SHOWN), joinFirst(files, FILES_SHOWN, '、')];
  return {
    files,
    sentence: {
      en: `${en} ${files.length === 1 ? 'has' : 'have'} only ${rows} of the ${total} rows of the list. Export the missing pages.`,
      zh: `${zh} 中只有 ${rows} 行，而列表共有 ${total} 行。请导出缺少的分页。`,
    },
  };
}

const describeUnfinishedList = (location: string): MissingEvidence => ({
  files: [location],
  sentence: {
    en: `${location}: its last page says that more pages follow. Export them as well.`,
    zh: `${location}：最后一页标明后面还有分页。请导出其余的分页。`,
  },
});

/** Describes files whose last page announces another (`has_more`), if no file of the same list has the last page. */
export function findUnfinishedLists({ sources }: ReadFacts): MissingEvidence[] {
  const lists = Map.groupBy(sources, ({ field, head }) => `${field} ${head.profile.columns}`);
  return [...lists.values()].flatMap((files) => {
    if (files.some(({ head }) => head.profile.pages.hasMorePages === false)) return [];
    return files
      .filter(({ head }) => head.profile.pages.hasMorePages)
      .map(({ location }) => describeUnfinishedList(location));
  });
}

const describeSkippedIds = (location: string, ids: number): MissingEvidence => ({
  files: [location],
  sentence: {
    en: `${location}: ${ids} row ids are missing between two of its pages. Export the missing pages.`,
    zh: `${location}：两个分页之间缺少 ${ids} 个行号。请导出缺少的分页。`,
  },
});

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
  const locations = short.map(({ location }) => location);
  return [
    ...(short.length > 0 && sumOf(together) < least
      ? [describeMissingRows(locations, sumOf(short), least)]
      : []),
    ...files.flatMap(({ location, missingIds: ids }) => (ids > 0 ? [describeSkippedIds(location, ids)] : [])),
  ];
}

/**
 * Describes files with fewer rows than their pages announce, which are counted together, or with gaps between pages.
 */
export const findMissingPages = ({ sources, repeats }: LinkedFacts): MissingEvidence[] =>
  SOURCE_FIELDS.flatMap((field) => findMissingPagesOfLedger(field, sources, repeats));

/** Default page size of a gateway that reports no totals. */
const DEFAULT_PAGE_SIZE = 10;

/** Describes logs without a stated total whose last page is as full as the first, so that another page may follow. */
export const findFullLastPages = ({ sources }: ReadFacts): MissingEvidence[] =>
  sources
    .filter(isGatewayLog)
    .filter(({ head }) => {
      const { pages, first, last } = head.profile.pages.withoutTotal;
      return last >= DEFAULT_PAGE_SIZE && (pages > 1 ? last >= first : last === DEFAULT_PAGE_SIZE);
    })
    .map(({ location }) => ({
      files: [location],
      sentence: {
        en: `${location}: its last page is full, so more pages may follow. Export until a page is empty, and include the empty page.`,
        zh: `${location}：最后一页是满的，后面可能还有。请一直导出到空页为止，并保留该空页。`,
      },
    }));
