import type { Connector } from '../../gateways/connector.ts';
import type { ExportSettings } from '../export-settings.ts';
import { detectForks, detectGateway, hasSignature } from '../intake/dialect.ts';
import { type Entry, isLogRow } from '../intake/native.ts';
import type { RowLists } from '../intake/payload.ts';
import { countRowIds, type RowIds, type RowNumber, readRowNumbers } from './row-ids.ts';

/** Forks whose marks some log row shows, by ledger. */
export type Forks = Readonly<Record<'logs' | 'upstreamCharges', readonly string[]>>;

/** What only all rows together show, and what each of them depends on. */
export interface LogSurvey {
  /** Row ids of the local logs, and of the upstream's log rows by the gateway that wrote them. */
  readonly logIds: RowIds;
  readonly upstreamIds: readonly (readonly [connectorId: string, RowIds])[];
  /** Connectors whose marks some local log row shows, sorted. */
  readonly detectedGateways: readonly string[];
  /** Sorted. */
  readonly forks: Forks;
}

/** What is known of log rows that are not at hand as entries. */
interface OtherRows {
  /** The numbers of the own gateway's rows; of the upstream's, those of one gateway. */
  readonly logs: Iterable<RowNumber>;
  readonly upstreamCharges: (connector: Connector) => Iterable<RowNumber>;
  readonly forks: Forks;
}

const NO_OTHER_ROWS: OtherRows = {
  logs: [],
  upstreamCharges: () => [],
  forks: { logs: [], upstreamCharges: [] },
};

/** Surveys rows without overlaps. */
export function surveyLogs(
  { logs, upstreamCharges }: RowLists,
  { connector, connectors }: ExportSettings,
  apart = NO_OTHER_ROWS,
): LogSurvey {
  const upstreamLogs = upstreamCharges.filter(({ native }) => isLogRow(native));
  const byDialect = Map.groupBy(upstreamLogs, ({ native }) => detectGateway(native, connectors, connector));
  const forksOf = (entries: readonly Entry[], others: readonly string[]): string[] => {
    const natives = entries.map(({ native }) => native);
    return [...new Set([...detectForks(natives, connectors), ...others])].sort();
  };
  return {
    logIds: countRowIds(readRowNumbers(logs, connector), apart.logs),
    upstreamIds: connectors.map((dialect) => {
      const own = readRowNumbers(byDialect.get(dialect) ?? [], dialect);
      return [dialect.id, countRowIds(own, apart.upstreamCharges(dialect))];
    }),
    detectedGateways: connectors
      .filter((some) => logs.some(({ native }) => hasSignature(native, some)))
      .map(({ id }) => id)
      .sort(),
    forks: {
      logs: forksOf(logs, apart.forks.logs),
      upstreamCharges: forksOf(upstreamLogs, apart.forks.upstreamCharges),
    },
  };
}
