import type { Sentence } from '../../sentence.ts';
import type { Repeats } from '../link/repeats.ts';
import { type HeadedSource, isGatewayLog, type SourceField } from '../read/source.ts';
import type { LinkedFacts, ReadFacts } from './file-facts.ts';

/** A file, and how many rows its list has, where its pages say so; a row that was fetched twice counts once. */
interface Paged {
  readonly place: string;
  readonly rows: number;
  readonly total: number | undefined;
}

const sumOf = (files: readonly { readonly rows: number }[]): number =>
  files.reduce((sum, { rows }) => sum + rows, 0);

const missing = ({ place, rows, total }: Paged): Sentence => ({
  en: `${place} has only ${rows} of the ${total} rows that its pages announce. Export the missing pages.`,
  zh: `${place} 中只有 ${rows} 行，而其分页写明共 ${total} 行。请导出缺少的分页。`,
});

const unfinished = (place: string): Sentence => ({
  en: `${place}: its last page says that more pages follow. Export them as well.`,
  zh: `${place}：最后一页写明后面还有。请导出其余的分页。`,
});

/** Lists of providers and processors that say of themselves that they go on, and of which no other file is the end. */
export function unfinishedLists({ sources }: ReadFacts): Sentence[] {
  const lists = Map.groupBy(sources, ({ field, head }) => `${field} ${head.profile.columns}`);
  return [...lists.values()].flatMap((files) => {
    if (files.some(({ head }) => head.profile.pages.hasMorePages === false)) return [];
    return files.filter(({ head }) => head.profile.pages.hasMorePages).map(({ place }) => unfinished(place));
  });
}

const skipped = (place: string, ids: number): Sentence => ({
  en: `${place}: ${ids} row ids are missing between two of its pages. Export the missing pages.`,
  zh: `${place}：两个分页之间缺少 ${ids} 个行号。请导出缺少的分页。`,
});

/** What pages of one ledger show that they lack. */
function missingOf(field: SourceField, sources: readonly HeadedSource[], repeats: readonly Repeats[]) {
  const own = sources.filter((source) => source.field === field);
  /** By source, rows of pages that overlap. */
  const repeated = new Map(
    repeats.flatMap(({ source, earlier, rows }) => (source === earlier ? [[source, rows]] : [])),
  );
  // Pages without rows are of the list that they were given as; beside others they are its end.
  const isEmpty = own.every(({ head }) => head.rows === 0);
  const files = own
    .filter(
      ({ mapping, head: { rows, profile } }) =>
        (rows > 0 && profile.pages.isNumbered && profile.pages.total !== undefined) ||
        (!mapping && (isEmpty || profile.judged?.kind === field)),
    )
    .map(({ source, place, head: { rows, profile } }) => {
      return { place, rows: rows - (repeated.get(source) ?? 0), ...profile.pages };
    });
  const short = files.filter(({ rows, total = 0 }) => rows < total);
  const together = [...short, ...files.filter(({ total }) => total === undefined)];
  const least = short.reduce((min, { total = 0 }) => Math.min(min, total), Number.POSITIVE_INFINITY);
  return [
    ...(sumOf(together) < least ? short.map(missing) : []),
    ...files.flatMap(({ place, missingIds: ids }) => (ids > 0 ? [skipped(place, ids)] : [])),
  ];
}

/**
 * Pages of gateways and providers say how many rows their list has. One that was not exported, or got lost, would make a loss
 * of what is on it. Pages may stand in files of their own: then all of them together are the list.
 */
export const missingPages = ({ sources, repeats }: LinkedFacts): Sentence[] =>
  (['logs', 'upstreamCharges', 'payments'] as const).flatMap((field) => missingOf(field, sources, repeats));

/** Rows that a gateway without totals sends on a page, unless its operator says otherwise. */
const PAGE_ROWS = 10;

/** A last page that is as full as the first may not be the last one. */
export const openPages = ({ sources }: ReadFacts): Sentence[] =>
  sources
    .filter(isGatewayLog)
    .filter(({ head }) => {
      const { pages, first, last } = head.profile.pages.withoutTotal;
      return last >= PAGE_ROWS && (pages > 1 ? last >= first : last === PAGE_ROWS);
    })
    .map(({ place }) => ({
      en: `${place}: its last page is full, so more pages may follow. Export until a page is empty, and include the empty page.`,
      zh: `${place}：最后一页是满的，后面可能还有。请一直导出到空页为止，并保留该空页。`,
    }));
