import type { Sentence } from '../../sentence.ts';
import type { Repeats } from '../link/repeat-counter.ts';
import type { Source, SourceHead } from '../read/read.ts';

/** A file whose pages say how many rows their list has; one that was fetched twice counts once. */
interface Paged {
  readonly place: string;
  readonly rows: number;
  readonly total: number;
}

const sumOf = (files: readonly { readonly rows: number }[]): number =>
  files.reduce((sum, { rows }) => sum + rows, 0);

const missing = ({ place, rows, total }: Paged): Sentence => ({
  en: `${place} holds ${rows} of the ${total} rows that its pages speak of: pages are missing.`,
  zh: `${place} 中只有 ${rows} 行，而其分页写明共 ${total} 行：缺少部分分页。`,
});

const unfinished = (place: string): Sentence => ({
  en: `${place}: its last page says that more follow: pages are missing.`,
  zh: `${place}：最后一页写明后面还有：缺少部分分页。`,
});

/** Lists of providers and processors that say of themselves that they go on, and of which no other file is the end. */
export function unfinishedLists(columns: readonly SourceHead[], sources: readonly Source[]): Sentence[] {
  const listOf = ({ source, field }: Source): string => `${field} ${columns[source]?.looks.columns}`;
  const lists = Map.groupBy(sources, listOf);
  return [...lists.values()].flatMap((files) => {
    const follows = files.map(({ source }) => columns[source]?.looks.pages.follows);
    if (follows.includes(false)) return [];
    return files.flatMap(({ place }, n) => (follows[n] ? [unfinished(place)] : []));
  });
}

const skipped = (place: string, ids: number): Sentence => ({
  en: `${place}: ${ids} row ids are left out between two of its pages: pages are missing.`,
  zh: `${place}：两个分页之间缺少 ${ids} 个行号：缺少部分分页。`,
});

/**
 * Pages of a gateway's lists say how many rows the list has. One that was not exported, or got lost, would make a loss
 * of what is on it. Pages may stand in files of their own: then all of them together are the list.
 */
export function missingPages(
  columns: readonly SourceHead[],
  sources: readonly Source[],
  repeats: readonly Repeats[],
): Sentence[] {
  return (['logs', 'payments'] as const).flatMap((field) => {
    const files = sources.flatMap(({ source, place, field: of, mapping }) => {
      const { rows = 0, looks } = columns[source] ?? {};
      const isOf = of === field && mapping === undefined && looks?.judged?.kind === field;
      const repeated = repeats.find((pair) => pair.source === source && pair.earlier === source);
      const distinct = rows - (repeated?.rows ?? 0);
      return isOf ? [{ place, rows: distinct, total: looks.pages.total, left: looks.pages.skipped }] : [];
    });
    const short = files.filter(
      (file): file is (typeof files)[number] & Paged => file.total !== undefined && file.rows < file.total,
    );
    const together = [...short, ...files.filter(({ total }) => total === undefined)];
    const total = Math.min(...short.map((file) => file.total));
    return [
      ...(sumOf(together) < total ? short.map(missing) : []),
      ...files.flatMap(({ place, left }) => (left > 0 ? [skipped(place, left)] : [])),
    ];
  });
}

/** Rows that a gateway without totals sends on a page, unless its operator says otherwise. */
const PAGE_ROWS = 10;

/** A last page that is as full as the first may not be the last one. */
export const openPages = (columns: readonly SourceHead[], sources: readonly Source[]): Sentence[] =>
  sources.flatMap(({ source, place, field, mapping }) => {
    const { pages, first, last } = columns[source]?.looks.pages.untold ?? { pages: 0, first: 0, last: 0 };
    const isFull = last >= PAGE_ROWS && (pages > 1 ? last >= first : last === PAGE_ROWS);
    if (field !== 'logs' || mapping !== undefined || !isFull) return [];
    return [
      {
        en: `${place}: its last page is as full as a page can be, so more may follow. Export until a page is empty, and keep that one, too.`,
        zh: `${place}：最后一页是满的，后面可能还有。请一直导出到空页为止，并保留该空页。`,
      },
    ];
  });
