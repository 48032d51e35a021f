import type { Connector } from '../../gateways/connector.ts';
import { dialectOf, forksShown, showsMarks } from '../intake/dialect.ts';
import { type Entry, isLogRow } from '../intake/native.ts';
import type { Part } from '../intake/payload.ts';
import type { ExportSettings } from '../settings.ts';
import { type Numbered, numbersOf, type RowIds, rowIdsFrom } from './row-ids.ts';

/** Forks whose marks some log row shows, by ledger. */
export type Forks = Readonly<Record<'logs' | 'upstreamCharges', readonly string[]>>;

/** What only all rows together show, and what each of them depends on. */
export interface LogSurvey {
  /** Row ids of the local logs, and of the upstream's log rows by the gateway that wrote them. */
  readonly logIds: RowIds;
  readonly upstreamIds: readonly (readonly [connectorId: string, RowIds])[];
  /** Connectors whose marks some local log row shows, sorted. */
  readonly shown: readonly string[];
  /** Sorted. */
  readonly forks: Forks;
}

/** What is known of log rows that are not at hand as entries. */
interface RowsApart {
  /** The numbers of the own gateway's rows; of the upstream's, those of one gateway. */
  readonly logs: Iterable<Numbered>;
  readonly upstreamCharges: (connector: Connector) => Iterable<Numbered>;
  readonly forks: Forks;
}

const NONE_APART: RowsApart = {
  logs: [],
  upstreamCharges: () => [],
  forks: { logs: [], upstreamCharges: [] },
};

/** Surveys rows without overlaps. */
export function surveyLogs(
  { logs, upstreamCharges }: Part,
  { connector, connectors }: ExportSettings,
  apart = NONE_APART,
): LogSurvey {
  const upstreamLogs = upstreamCharges.filter(({ native }) => isLogRow(native));
  const byDialect = Map.groupBy(upstreamLogs, ({ native }) => dialectOf(native, connectors, connector));
  const forksOf = (entries: readonly Entry[], others: readonly string[]): string[] => {
    const natives = entries.map(({ native }) => native);
    return [...new Set([...forksShown(natives, connectors), ...others])].sort();
  };
  return {
    logIds: rowIdsFrom(numbersOf(logs, connector), apart.logs),
    upstreamIds: connectors.map((dialect) => {
      const own = numbersOf(byDialect.get(dialect) ?? [], dialect);
      return [dialect.id, rowIdsFrom(own, apart.upstreamCharges(dialect))];
    }),
    shown: connectors
      .filter((some) => logs.some(({ native }) => showsMarks(native, some)))
      .map(({ id }) => id)
      .sort(),
    forks: {
      logs: forksOf(logs, apart.forks.logs),
      upstreamCharges: forksOf(upstreamLogs, apart.forks.upstreamCharges),
    },
  };
}
