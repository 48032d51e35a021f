import { dialectOf, forksShown, showsMarks } from '../intake/dialect.ts';
import { type Entry, isLogRow } from '../intake/native.ts';
import type { Part } from '../intake/payload.ts';
import type { ExportSettings } from '../settings.ts';
import { addRowIds, NO_ROW_IDS, type RowIds, rowIdsOf } from './row-ids.ts';

/** What only all rows together show, and what each of them depends on. Plain JSON, small, mergeable in any order. */
export interface LogSurvey {
  /** Row ids of the local logs, and of the upstream's log rows by the gateway that wrote them. */
  readonly logIds: RowIds;
  readonly upstreamIds: readonly (readonly [connectorId: string, RowIds])[];
  /** Connectors whose marks some local log row shows, sorted. */
  readonly shown: readonly string[];
  /** Forks whose marks some log row shows, by ledger, sorted. */
  readonly forks: Readonly<Record<'logs' | 'upstreamCharges', readonly string[]>>;
}

/** Of no rows at all. */
export const NO_LOG_SURVEY: LogSurvey = {
  logIds: NO_ROW_IDS,
  upstreamIds: [],
  shown: [],
  forks: { logs: [], upstreamCharges: [] },
};

/** The survey of a part: its rows without overlaps. */
export function surveyLogs(
  { logs, upstreamCharges }: Part,
  { connector, connectors }: ExportSettings,
): LogSurvey {
  const upstreamLogs = upstreamCharges.filter(({ native }) => isLogRow(native));
  const byDialect = Map.groupBy(upstreamLogs, ({ native }) => dialectOf(native, connectors, connector));
  const forksOf = (entries: readonly Entry[]): string[] =>
    forksShown(
      entries.map(({ native }) => native),
      connectors,
    ).sort();
  return {
    logIds: rowIdsOf(logs, connector),
    upstreamIds: [...byDialect].map(([dialect, entries]) => [dialect.id, rowIdsOf(entries, dialect)]),
    shown: connectors
      .filter((some) => logs.some(({ native }) => showsMarks(native, some)))
      .map(({ id }) => id)
      .sort(),
    forks: { logs: forksOf(logs), upstreamCharges: forksOf(upstreamLogs) },
  };
}

const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])].sort();

/** The survey of two parts together. */
export function mergeLogSurveys(a: LogSurvey, b: LogSurvey): LogSurvey {
  const upstream = new Map(a.upstreamIds);
  for (const [id, ids] of b.upstreamIds) {
    const other = upstream.get(id);
    upstream.set(id, other === undefined ? ids : addRowIds(other, ids));
  }
  return {
    logIds: addRowIds(a.logIds, b.logIds),
    upstreamIds: [...upstream],
    shown: union(a.shown, b.shown),
    forks: {
      logs: union(a.forks.logs, b.forks.logs),
      upstreamCharges: union(a.forks.upstreamCharges, b.forks.upstreamCharges),
    },
  };
}
