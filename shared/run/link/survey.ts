import type { Connector } from '../../connectors/connector.ts';
import { connectors } from '../../connectors/registry.ts';
import type { ExportSettings } from '../../normalizer/settings.ts';
import { identify, NO_ROW_IDS, type RowIds, rowIdsFrom } from '../../normalizer/survey/row-ids.ts';
import {
  type LogSurvey,
  mergeLogSurveys,
  NO_LOG_SURVEY,
  surveyLogs,
} from '../../normalizer/survey/survey.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';
import type { RunSettings } from '../settings.ts';
import type { Entries } from './entries.ts';
import type { PlainRows } from './plain-rows.ts';

/** What the numbers of rows tell, by the gateway that wrote them. */
export type RowIdsByGateway = readonly (readonly [connector: string, RowIds])[];

function* numbered(
  { length, table }: LogColumns,
  of: number,
): Generator<readonly [id: number, time: number]> {
  const { rowId, time, gateway, flags } = table.columns;
  for (let row = 0; row < length; row++) {
    const flag = flags[row] as number;
    if (gateway[row] !== of || (flag & Flag.repeated) !== 0) continue;
    yield [(flag & Flag.renumbered) === 0 ? (rowId[row] as number) : 0, time[row] as number];
  }
}

/** What the numbers of plain rows tell. */
function rowIdsByGateway(logs: LogColumns): RowIdsByGateway {
  const gateways = new Set(logs.table.columns.gateway.subarray(0, logs.length));
  return [...gateways].map((number) => [
    (connectors[number] as Connector).id,
    rowIdsFrom(numbered(logs, number)),
  ]);
}

/** What plain rows show, in the dialects that the settings know. */
export const plainSurvey = (
  { connector, forks = NO_LOG_SURVEY.forks }: RunSettings,
  sales: RowIdsByGateway,
  charges: RowIdsByGateway,
): LogSurvey => ({
  ...NO_LOG_SURVEY,
  logIds: new Map(sales).get(connector) ?? NO_ROW_IDS,
  upstreamIds: charges,
  forks,
});

/** What all rows show: plain ones, and those that the normalizer sees. */
export const surveyAll = (
  { sales, charges }: PlainRows,
  { logs, upstreamCharges }: Entries,
  settings: RunSettings,
  reading: ExportSettings,
): LogSurvey =>
  mergeLogSurveys(
    surveyLogs({ logs, upstreamCharges, payments: [] }, reading),
    plainSurvey(settings, rowIdsByGateway(sales), rowIdsByGateway(charges)),
  );

/** Gateways whose numbers identify their rows, by their place in the registry. */
export function identifiedIn({ upstreamIds }: LogSurvey): boolean[] {
  const identified = new Map(upstreamIds);
  return connectors.map(({ id }) => {
    const ids = identified.get(id);
    return ids !== undefined && identify(ids);
  });
}
