import { Flag, LogColumns } from '#shared/pipeline/columns/log-columns.ts';
import { type Books, linkSources } from '#shared/pipeline/link/link-sources.ts';
import type { SourceColumns } from '#shared/pipeline/read/source.ts';
import { SETTINGS } from './run-in-memory.ts';

/** Texts that rows share, in the order of `LogColumns.sharedTexts`. */
const SHARED = ['user', 'token', 'model', 'channel', 'purchase', 'price'];
/** Columns of which a flag tells that the row has them. */
const FLAGGED: Readonly<Record<string, number | undefined>> = {
  input: Flag.input,
  output: Flag.output,
  expected: Flag.priced,
  ...Object.fromEntries(
    ['cacheRead', 'cacheWrite', 'reasoning', 'media'].map((kind) => [kind, Flag.moreTokens]),
  ),
};

/**
 * Adds rows to a log, each as words: its own request id (`-` is none), `upstream=` and the id there, texts that rows
 * share, numbers, and flags beside those of numbers, as `r1 upstream=u1 user=ann quota=7 cacheRead=3 repeated`.
 */
export function addRows(logs: LogColumns, rows: readonly string[]): LogColumns {
  const { table, more, requestIds, upstreamIds, sharedTexts: shared } = logs;
  for (const text of rows) {
    const [own, ...words] = text.split(' ');
    const said = new Map(words.map((word) => word.split('=') as [string, string | undefined]));
    const row = table.add();
    requestIds.add(own === '-' ? undefined : own);
    upstreamIds.add(said.get('upstream'));
    said.delete('upstream');
    const place = [...said.keys()].some((name) => name in more.layout) ? more.add() : 0;
    const { flags } = table.columns;
    for (const [name, value] of said) {
      const [{ columns }, at] = name in more.layout ? [more, place] : [table, row];
      if (name in more.layout) table.columns.more[row] = place + 1;
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

/** The rows of a log as `addRows` takes them. */
export function formatLogRows(logs: LogColumns): string[] {
  const { table, more, requestIds, upstreamIds, sharedTexts: shared } = logs;
  const at = (columns: object, row: number) =>
    Object.entries(columns).map(([name, column]) => [name, column[row] as number] as const);
  return Array.from({ length: logs.length }, (_, row) => {
    const [place, flags] = [table.columns.more[row] as number, table.columns.flags[row] as number];
    const numbers = [...at(table.columns, row), ...(place > 0 ? at(more.columns, place - 1) : [])];
    const isSaid = ([name, value]: readonly [string, number]) =>
      ![...SHARED, 'more', 'flags'].includes(name) &&
      (value > 0 || (name in table.layout && flags & (FLAGGED[name] ?? 0)));
    const upstream = upstreamIds.length > 0 ? upstreamIds.text(row) : undefined;
    const texts = shared.map(({ dictionary, column, isOfMore }) =>
      isOfMore && place === 0 ? undefined : dictionary.texts[column[isOfMore ? place - 1 : row] as number],
    );
    return [
      requestIds.text(row) ?? '-',
      ...(upstream ? [`upstream=${upstream}`] : []),
      ...texts.flatMap((text, n) => (text === undefined ? [] : `${SHARED[n]}=${text}`)),
      ...numbers.filter(isSaid).map(([name, value]) => `${name}=${value}`),
      ...Object.entries(Flag).flatMap(([name, flag]) =>
        flags & flag && !Object.values(FLAGGED).includes(flag) ? name : [],
      ),
    ].join(' ');
  });
}

/** Books of plain rows alone, linked. */
export function linkTextRows(
  sales: readonly string[],
  charges: readonly string[] = [],
  settings = SETTINGS,
): Books {
  const columns = { sales: parseLogRows(sales), charges: parseLogRows(charges), unpacked: [], profile: {} };
  return linkSources([columns as unknown as SourceColumns], settings, true).books;
}
