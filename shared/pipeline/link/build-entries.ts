import type { Connector } from '../../gateways/connector.ts';
import { findConnectorIndex } from '../../gateways/registry.ts';
import { type DuplicateRule, dropRepeatedRows } from '../../normalizer/duplicates/duplicate-finder.ts';
import {
  buildOtherColumnsRule,
  buildRepeatedFileRule,
  type FileOf,
  readOrderNumber,
  readRowKey,
} from '../../normalizer/duplicates/row-rules.ts';
import type { ExportSettings } from '../../normalizer/export-context.ts';
import { tryReadField } from '../../normalizer/fields/codecs.ts';
import { type IndexedRow, isGatewayRow, isLogRow } from '../../normalizer/intake/native.ts';
import { type LogSurvey, surveyLogs } from '../../normalizer/log-survey/log-survey.ts';
import type { RowNumbers } from '../../normalizer/log-survey/row-ids.ts';
import { IdColumn } from '../columns/ids.ts';
import { Flag, type LogColumns } from '../columns/log-columns.ts';
import type { SourceColumns, SourceField, UnpackedRow } from '../read/source.ts';
import type { RunSettings } from '../run-settings.ts';
import { buildLayoutRule, dropRepeatedEntries } from './cross-file-duplicates.ts';
import type { PlainRows } from './plain-rows.ts';
import type { RepeatCounter } from './repeats.ts';

/** Rows kept as objects, by field of the input. Log rows in this service's own format are separate (`canonical`). */
export type EntriesByField = Readonly<Record<SourceField | 'canonical', readonly IndexedRow[]>>;

/** Returns the numbers of the files that are tables and have at least one row kept as an object. */
export const findTables = (columns: readonly SourceColumns[]): ReadonlySet<number> =>
  new Set(columns.flatMap(({ profile, unpacked: [row] }) => (profile.isTable && row ? row.source : [])));

/**
 * Sorts the rows kept as objects (unpacked rows) by field of the input and drops those that repeat another row.
 * @param tables numbers of the files that are tables: equal rows of one bill table are separate charges
 * @param plain rows kept in columns, which log rows may repeat
 */
export function buildEntries(
  unpacked: readonly UnpackedRow[],
  tables: ReadonlySet<number>,
  plain: PlainRows,
  connector: Connector,
  repeated: RepeatCounter,
): EntriesByField {
  const entries: Record<SourceField, IndexedRow[]> = { logs: [], upstreamCharges: [], payments: [] };
  for (const [index, { field, native }] of unpacked.entries()) entries[field].push({ field, index, native });
  const fileOf: FileOf = ({ index }) => (unpacked[index] as UnpackedRow).source;
  const leaveOut = (row: IndexedRow, stays: IndexedRow): void =>
    repeated.countSkipped(fileOf(row), fileOf(stays));
  // Equal rows of one bill table are separate charges. In any other file they are copies, for example from overlapping
  // pages.
  const isPaged = (entry: IndexedRow): boolean =>
    entry.field !== 'upstreamCharges' || isLogRow(entry.native) || !tables.has(fileOf(entry));
  const dropRepeats = (
    rows: readonly IndexedRow[],
    ...rules: readonly DuplicateRule<IndexedRow>[]
  ): readonly IndexedRow[] => {
    const areSeveral = rows.some((row) => fileOf(row) !== fileOf(rows[0] as IndexedRow));
    const all = [buildRepeatedFileRule(fileOf, isPaged, areSeveral), ...(areSeveral ? rules : [])];
    return all.reduce((left, rule) => dropRepeatedRows(left, rule, leaveOut), rows);
  };
  const { logs = [], canonical = [] } = Object.groupBy(
    dropRepeatedEntries(
      dropRepeats(entries.logs, buildOtherColumnsRule(fileOf, readRowKey)),
      plain,
      connector,
      fileOf,
      repeated,
    ),
    ({ field, native }) => (isGatewayRow(field, native) ? 'logs' : 'canonical'),
  );
  return {
    logs,
    canonical,
    upstreamCharges: dropRepeats(
      entries.upstreamCharges,
      buildOtherColumnsRule(fileOf, readRowKey),
      buildLayoutRule(entries.upstreamCharges, fileOf),
    ),
    payments: dropRepeats(
      entries.payments,
      buildOtherColumnsRule(fileOf, readRowKey),
      buildOtherColumnsRule(fileOf, readOrderNumber),
    ),
  };
}

/** Adds the id of the next row; a row whose id does not fit gets none. */
function addId(ids: IdColumn, id: string | undefined): void {
  if (!ids.add(id)) ids.add();
}

/** Collects request id, upstream id and number of the file (`sources`) of each log row that is kept as an object. */
export function collectLogIds(
  { logs }: EntriesByField,
  unpacked: readonly UnpackedRow[],
  { log: { fields } }: Connector,
) {
  const [requestIds, upstream] = [new IdColumn(), new IdColumn()];
  for (const { native } of logs) {
    addId(requestIds, tryReadField(native, fields.requestId));
    addId(upstream, tryReadField(native, fields.upstreamRequestId));
  }
  return { requestIds, upstream, sources: logs.map(({ index }) => (unpacked[index] as UnpackedRow).source) };
}

/** Lists row number and time of one gateway's plain rows; 0 if two rows share the number. */
const listRowNumbers =
  ({ length, table }: LogColumns, connector: Connector): RowNumbers =>
  (add) => {
    const gatewayIndex = findConnectorIndex(connector);
    const { rowId, time, gateway, flags } = table.columns;
    for (let row = 0; row < length; row++) {
      const flag = flags[row] as number;
      if (gateway[row] !== gatewayIndex || (flag & Flag.repeated) !== 0) continue;
      add((flag & Flag.renumbered) === 0 ? (rowId[row] as number) : 0, time[row] as number);
    }
  };

/**
 * Finds out, from all log rows of a run, which row ids are unique and which gateways and forks wrote the logs. Forks
 * that the settings name are taken from there (`forks`).
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
