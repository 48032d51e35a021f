import type { Connector } from '../../gateways/connector.ts';
import { tryReadField } from '../../normalizer/fields/codecs.ts';
import { type Entry, isGatewayRow, isLogRow } from '../../normalizer/intake/native.ts';
import {
  type FileOf,
  orderNumber,
  repeatedFileRows,
  rowName,
  sameInOtherColumns,
} from '../../normalizer/same-rows/same-native-rows.ts';
import { type SameRow, withoutRepeats } from '../../normalizer/same-rows/same-rows.ts';
import { IdColumn } from '../columns/ids.ts';
import type { SourceColumns, SourceField, UnpackedRow } from '../read/source.ts';
import { dropRepeatedEntries } from './cross-file-duplicates.ts';
import { sameRowsOfLayouts } from './cross-format-duplicates.ts';
import type { PlainRows } from './plain-rows.ts';
import type { RepeatCounter } from './repeats.ts';

/** Unpacked rows by field. Canonical rows of a log file are separate. */
export type EntriesByField = Readonly<Record<SourceField | 'canonical', readonly Entry[]>>;

/** Returns the sources that are tables and have an unpacked row. */
export const findTables = (columns: readonly SourceColumns[]): ReadonlySet<number> =>
  new Set(columns.flatMap(({ profile, unpacked: [row] }) => (profile.isTable && row ? row.source : [])));

/** Builds the unpacked rows of each field, without repetitions. */
export function buildEntries(
  unpacked: readonly UnpackedRow[],
  tables: ReadonlySet<number>,
  plain: PlainRows,
  connector: Connector,
  repeated: RepeatCounter,
): EntriesByField {
  const entries: Record<SourceField, Entry[]> = { logs: [], upstreamCharges: [], payments: [] };
  for (const [index, { field, native }] of unpacked.entries()) entries[field].push({ field, index, native });
  const fileOf: FileOf = ({ index }) => (unpacked[index] as UnpackedRow).source;
  const leaveOut = (row: Entry, stays: Entry): void => repeated.leaveOut(fileOf(row), fileOf(stays));
  // Treat equal rows of one bill table as separate charges. In other files they are copies, as on overlapping pages.
  const isPaged = (entry: Entry): boolean =>
    entry.field !== 'upstreamCharges' || isLogRow(entry.native) || !tables.has(fileOf(entry));
  const dropRepeats = (rows: readonly Entry[], ...rules: readonly SameRow<Entry>[]): readonly Entry[] => {
    const areSeveral = rows.some((row) => fileOf(row) !== fileOf(rows[0] as Entry));
    const all = [repeatedFileRows(fileOf, isPaged, areSeveral), ...(areSeveral ? rules : [])];
    return all.reduce((left, rule) => withoutRepeats(left, rule, leaveOut), rows);
  };
  const { logs = [], canonical = [] } = Object.groupBy(
    dropRepeatedEntries(
      dropRepeats(entries.logs, sameInOtherColumns(fileOf, rowName)),
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
      sameInOtherColumns(fileOf, rowName),
      sameRowsOfLayouts(entries.upstreamCharges, fileOf),
    ),
    payments: dropRepeats(
      entries.payments,
      sameInOtherColumns(fileOf, rowName),
      sameInOtherColumns(fileOf, orderNumber),
    ),
  };
}

/** Adds the id of the next row; a row whose id does not fit gets none. */
function addId(ids: IdColumn, id: string | undefined): void {
  if (!ids.add(id)) ids.add();
}

/** Collects the request ids of unpacked log rows, with their sources. */
export function collectIds(
  { logs }: EntriesByField,
  unpacked: readonly UnpackedRow[],
  { log: { fields } }: Connector,
) {
  const [own, upstream] = [new IdColumn(), new IdColumn()];
  for (const { native } of logs) {
    addId(own, tryReadField(native, fields.requestId));
    addId(upstream, tryReadField(native, fields.upstreamRequestId));
  }
  return { own, upstream, sources: logs.map(({ index }) => (unpacked[index] as UnpackedRow).source) };
}
