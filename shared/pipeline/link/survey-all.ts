import type { Connector } from '../../gateways/connector.ts';
import { findConnectorIndex } from '../../gateways/registry.ts';
import type { ExportSettings } from '../../normalizer/export-context.ts';
import { type LogSurvey, surveyLogs } from '../../normalizer/log-survey/log-survey.ts';
import type { RowNumber } from '../../normalizer/log-survey/row-ids.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';
import type { RunSettings } from '../run-settings.ts';
import type { EntriesByField } from './build-entries.ts';
import type { PlainRows } from './plain-rows.ts';

/** Yields row number and time of one gateway's plain rows; 0 if two rows share the number. */
function* listRowNumbers({ length, table }: LogColumns, connector: Connector): Generator<RowNumber> {
  const gatewayIndex = findConnectorIndex(connector);
  const { rowId, time, gateway, flags } = table.columns;
  for (let row = 0; row < length; row++) {
    const flag = flags[row] as number;
    if (gateway[row] !== gatewayIndex || (flag & Flag.repeated) !== 0) continue;
    yield [(flag & Flag.renumbered) === 0 ? (rowId[row] as number) : 0, time[row] as number];
  }
}

/**
 * Finds out, from all log rows of a run, which row ids are unique and which gateways and forks wrote the logs.
 * Forks that the settings name are taken from there (`forks`).
 * @param reading settings of the normalizer
 */
export const surveyLogRows = (
  { sales, charges }: PlainRows,
  { logs, upstreamCharges }: EntriesByField,
  { forks = { logs: [], upstreamCharges: [] } }: RunSettings,
  reading: ExportSettings,
): LogSurvey =>
  surveyLogs({ logs, upstreamCharges, payments: [] }, reading, {
    logs: listRowNumbers(sales, reading.connector),
    upstreamCharges: (gateway) => listRowNumbers(charges, gateway),
    forks,
  });
