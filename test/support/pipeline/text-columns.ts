import type { IdColumn } from '#shared/pipeline/columns/ids.ts';
import { Flag, LogColumns } from '#shared/pipeline/columns/log-columns.ts';
import { type Books, linkSources } from '#shared/pipeline/link/link-sources.ts';
import type { SourceColumns } from '#shared/pipeline/read/source.ts';
import { SETTINGS } from './run-in-memory.ts';

/** Texts that rows share, in the order of `LogColumns.sharedTexts`. */
const SHARED = ['user', 'token', 'model', 'channel', 'purchase', 'price'];
/** Flags that say whether a row has a value in a column, by the name of the column. */
const FLAGGED: Readonly<Record<string, number | undefined>> = {
  input: Flag.input,
  output: Flag.output,
  expected: Flag.priced,
  ...Object.fromEntries(
    ['cacheRead', 'cacheWrite', 'reasoning', 'media'].map((kind) => [kind, Flag.moreTokens]),
  ),
};

/**
 * Adds rows to a log. A row is a line of words: the request id (`-` for none), `upstream=` with the upstream request
 * id, shared texts, numbers and flags, such as `r1 upstream=u1 user=ann quota=7 cacheRead=3 repeated`.
 */
export function addRows(logs: LogColumns, rows: readonly string[]): LogColumns {
  const { table, more, requestIds, upstreamIds, sharedTexts: shared } = logs;
  for (const text of rows) {
    const [requestId, ...words] = text.split(' ');
    const values = new Map(words.map((word) => word.split('=') as [string, string | undefined]));
    const row = table.add();
    requestIds.add(requestId === '-' ? undefined : requestId);
    upstreamIds.add(values.get('upstream'));
    values.delete('upstream');
    const moreRow = [...values.keys()].some((name) => name in more.layout) ? more.add() : 0;
    const { flags } = table.columns;
    for (const [name, value] of values) {
      const [{ columns }, at] = name in more.layout ? [more, moreRow] : [table, row];
      if (name in more.layout) table.columns.more[row] = moreRow + 1;
      const flag = value === undefined ? Flag[name as keyof typeof Flag] : (FLAGGED[name] ?? 0);
      flags[row] = (flags[row] as number) | flag;
      if (value !== undefined)
        (columns as Record<string, Uint32Array>)[name]?.set(
          [shared[SHARED.indexOf(name)]?.dictionary.toNumber(value) ?? Number(value)],
          at,
        );
    }
  }
  return logs;
}

export const parseLogRows = (rows: readonly string[]): LogColumns => addRows(new LogColumns(), rows);

/** Formats the rows of a log in the notation of `addRows`. */
export function formatLogRows(logs: LogColumns): string[] {
  const { table, more, requestIds, upstreamIds, sharedTexts: shared } = logs;
  const at = (columns: object, row: number) =>
    Object.entries(columns).map(([name, column]) => [name, column[row] as number] as const);
  return Array.from({ length: logs.length }, (_, row) => {
    const [moreRow, flags] = [table.columns.more[row] as number, table.columns.flags[row] as number];
    const numbers = [...at(table.columns, row), ...(moreRow > 0 ? at(more.columns, moreRow - 1) : [])];
    const isSet = ([name, value]: readonly [string, number]) =>
      ![...SHARED, 'more', 'flags'].includes(name) &&
      (value > 0 || (name in table.layout && flags & (FLAGGED[name] ?? 0)));
    const upstream = upstreamIds.length > 0 ? upstreamIds.text(row) : undefined;
    const texts = shared.map(({ dictionary, column, isOfMore }) =>
      isOfMore && moreRow === 0
        ? undefined
        : dictionary.texts[column[isOfMore ? moreRow - 1 : row] as number],
    );
    return [
      requestIds.text(row) ?? '-',
      ...(upstream ? [`upstream=${upstream}`] : []),
      ...texts.flatMap((text, n) => (text === undefined ? [] : `${SHARED[n]}=${text}`)),
      ...numbers.filter(isSet).map(([name, value]) => `${name}=${value}`),
      ...Object.entries(Flag).flatMap(([name, flag]) =>
        flags & flag && !Object.values(FLAGGED).includes(flag) ? name : [],
      ),
    ].join(' ');
  });
}

/** Links sales and charges that consist of plain rows only. */
export function linkTextRows(
  sales: readonly string[],
  charges: readonly string[] = [],
  settings = SETTINGS,
): Books {
  const columns = { sales: parseLogRows(sales), charges: parseLogRows(charges), unpacked: [], profile: {} };
  return linkSources([columns as unknown as SourceColumns], settings, true).books;
}

/** Counts the bytes of a column of ids. */
export const countIdBytes = ({ table, bytes }: IdColumn): number =>
  bytes.length + table.columns.end.byteLength;

/** Counts the bytes of all columns of a log. */
export const countBytes = ({ table, more, requestIds, upstreamIds }: LogColumns): number =>
  [...Object.values(table.columns), ...Object.values(more.columns)].reduce(
    (sum, { byteLength }) => sum + byteLength,
    countIdBytes(requestIds) + countIdBytes(upstreamIds),
  );
