import type { Connector } from '../../gateways/connector.ts';
import { detectForks, detectGateway, hasSignature } from '../intake/dialect.ts';
import { type IndexedRow, isLogRow, type RowLists } from '../intake/native.ts';
import { areIdsUnique, countRowIds, type RowNumbers, readRowNumbers } from './row-ids.ts';

/** Names of the forks whose identifying columns some row has, by ledger. */
export type Forks = Readonly<Record<'logs' | 'upstreamCharges', readonly string[]>>;

/** Facts about all log rows of an export, which decide how each row is read. */
export interface LogSurvey {
  readonly areLogIdsUnique: boolean;
  /** Ids of the gateways whose row ids are unique in the upstream logs of `upstreamCharges`. */
  readonly uniqueUpstreams: ReadonlySet<string>;
  /** Ids of the gateways of which at least one row of `logs` has an identifying column, sorted. */
  readonly detectedGateways: readonly string[];
  readonly forks: Forks;
}

interface OtherRows {
  /** Ids of the own gateway's rows, and of the upstream rows of one gateway. */
  readonly logs: RowNumbers;
  readonly upstreamCharges: (connector: Connector) => RowNumbers;
  readonly forks: Forks;
}

const NO_OTHER_ROWS: OtherRows = {
  logs: () => {},
  upstreamCharges: () => () => {},
  forks: { logs: [], upstreamCharges: [] },
};

/**
 * Collects facts about all log rows of an export: row ids, detected gateways and forks. Remove repeated rows first.
 * @param otherRows ids and forks of log rows that are read elsewhere, if the export is read in parts
 */
export function surveyLogs(
  { logs, upstreamCharges }: RowLists,
  { connector, connectors }: { readonly connector: Connector; readonly connectors: readonly Connector[] },
  otherRows = NO_OTHER_ROWS,
): LogSurvey {
  const upstreamLogs = upstreamCharges.filter(({ native }) => isLogRow(native));
  const byDialect = Map.groupBy(upstreamLogs, ({ native }) => detectGateway(native, connectors, connector));
  const unique = connectors.filter((gateway) => {
    const numbers = readRowNumbers(byDialect.get(gateway) ?? [], gateway);
    return areIdsUnique(countRowIds(numbers, otherRows.upstreamCharges(gateway)));
  });
  const forksOf = (entries: readonly IndexedRow[], others: readonly string[]): string[] => {
    const natives = entries.map(({ native }) => native);
    return [...new Set([...detectForks(natives, connectors), ...others])].sort();
  };
  return {
    areLogIdsUnique: areIdsUnique(countRowIds(readRowNumbers(logs, connector), otherRows.logs)),
    uniqueUpstreams: new Set(unique.map(({ id }) => id)),
    detectedGateways: connectors
      .filter((gateway) => logs.some(({ native }) => hasSignature(native, gateway)))
      .map(({ id }) => id)
      .sort(),
    forks: {
      logs: forksOf(logs, otherRows.forks.logs),
      upstreamCharges: forksOf(upstreamLogs, otherRows.forks.upstreamCharges),
    },
  };
}
