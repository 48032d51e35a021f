import { explainRefusedColumns } from '../../bills/registry.ts';
import { findBuiltInMapping } from '../../files/mapping/built-in-mappings.ts';
import { createRowMapper } from '../../files/mapping/map-row.ts';
import type { OpenFile } from '../../files/read-file.ts';
import type { Batch } from '../../files/row-sink.ts';
import { type ReadRow, rejectFile, type UnreadableRow } from '../../files/source-file.ts';
import { hasRowsInColumns, unfoldRow } from '../../normalizer/bills/unfold.ts';
import type { NativeObject } from '../../normalizer/intake/native.ts';
import type { RowProfiler } from './row-profile.ts';
import type { Source } from './source.ts';

type MapRow = ReturnType<typeof createRowMapper>;

/** Maps the rows of a batch. Skips rows of totals, and rejects rows that the mapping cannot read. */
function mapBatch(batch: Batch, map: MapRow, profiler: RowProfiler): Batch {
  const rows: ReadRow[] = [];
  const rejected: UnreadableRow[] = [...batch.rejected];
  for (const row of batch.rows) {
    const result = map(row.native);
    if ('native' in result) {
      rows.push({ ...row, native: result.native });
      if (result.isInUtc) profiler.assumesUtc = true;
    } else if ('reason' in result) rejected.push({ row: row.row, ...result });
    else if (result.leftOut) profiler.addLeftOut(result.leftOut, result.by);
  }
  return { rows, rejected };
}

/** Maps the rows of a file by the mapping that is chosen by its first row. Without one, the rows stay as they are. */
async function* mapBatches(
  batches: AsyncIterable<Batch>,
  chooseMap: (first: NativeObject) => MapRow | undefined,
  profiler: RowProfiler,
): AsyncGenerator<Batch> {
  let map: MapRow | false | undefined;
  for await (const batch of batches) {
    const [first] = batch.rows;
    if (map === undefined && first !== undefined) map = chooseMap(first.native) ?? false;
    yield map ? mapBatch(batch, map, profiler) : batch;
  }
}

/** Splits rows that contain several rows, such as a column for each model. The parts have the same row number. */
async function* unfoldRows(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  for await (const { rows, rejected } of batches)
    yield {
      rows: rows.flatMap((row) =>
        unfoldRow(row.native).map((native) => ({ ...row, native: native as NativeObject })),
      ),
      rejected,
    };
}

const LENGTH_MAX = 64;
/** Matches `1.234`, which is above 1 000 if other cells of its column have a decimal comma. */
const PERHAPS_THOUSANDS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;
const DECIMAL_COMMA = /^[+-]?(?:0?,\d+|\d+,(?:\d{1,2}|\d{4,})|\d{1,3}(?:\.\d{3})+,\d+)$/;

/** Passes the rows of a table on. Refuses the table at the end if a column mixes decimal commas and points. */
async function* requireOneNotation(batches: AsyncIterable<Batch>, file: string): AsyncGenerator<Batch> {
  const [commas, points] = [new Set<string>(), new Set<string>()];
  for await (const batch of batches) {
    for (const { native } of batch.rows)
      for (const [column, cell] of Object.entries(native)) {
        if (typeof cell !== 'string' || cell.length > LENGTH_MAX) continue;
        if (PERHAPS_THOUSANDS.test(cell)) points.add(column);
        else if (DECIMAL_COMMA.test(cell)) commas.add(column);
      }
    yield batch;
  }
  const mixed = [...commas].find((column) => points.has(column));
  if (mixed !== undefined)
    throw rejectFile(file, {
      en: `uses decimal commas in column “${mixed}”, but also points before three digits, which may be thousands separators. Export it with decimal points`,
      zh: `列“${mixed}”有的数用逗号作小数点，有的数在句点后有三位数字（句点可能是千位分隔符）。请用句点作小数点重新导出，不加千位分隔符`,
    });
}

/**
 * Reads the rows of an opened file in batches, converted by the mapping that was given for the file, or a table by a
 * built-in mapping for its columns. Throws a Rejection if the file cannot be used, or a column mixes decimal commas and
 * points.
 */
export function readBatches(
  source: Source,
  { batches, format }: OpenFile,
  profiler: RowProfiler,
): AsyncIterable<Batch> {
  const { name, field, location, mapping } = source;
  const isTable = format.text === 'table' && field !== 'logs';
  const refusal = isTable && !mapping ? explainRefusedColumns(format.columns ?? []) : undefined;
  if (refusal) throw rejectFile(location, refusal);
  const rows = isTable ? requireOneNotation(batches(), location) : batches();
  if (mapping) {
    const map = createRowMapper(mapping, format.columns ?? [], name);
    return mapBatches(rows, () => map, profiler);
  }
  if (isTable && hasRowsInColumns(format.columns ?? [])) return unfoldRows(rows);
  if (field === 'payments') return rows;
  const chooseMap = (first: NativeObject): MapRow | undefined => {
    const recognized = findBuiltInMapping(field, first);
    profiler.leftOutMeans = recognized?.leftOut;
    return recognized && createRowMapper(recognized.mapping, [], name);
  };
  return mapBatches(rows, chooseMap, profiler);
}
