import { createRowMapper, type MappedRow } from './mapping/map-row.ts';
import type { Mapping } from './mapping/mapping.ts';
import { type OpenFile, openFile } from './read-file.ts';
import type { ReadRow, SourceFile, UnreadableRow } from './source-file.ts';

const ROWS_MAX = 3;

/** Format and columns of a file, its first rows, and the records that a mapping builds from them. */
export interface FileDescription {
  readonly format: OpenFile['format'];
  /** Columns of a table; for JSON, the keys of the first rows. */
  readonly columns: readonly string[];
  /** The first three rows, each with its record if there is a mapping. */
  readonly rows: readonly (ReadRow & { readonly mapped?: MappedRow })[];
  /** At most three rows that cannot be read. */
  readonly rejected: readonly UnreadableRow[];
}

/** Describes a file by its first rows, for people who write a mapping. Throws a Rejection if it cannot be read. */
export async function describeFile(file: SourceFile, mapping?: Mapping): Promise<FileDescription> {
  const { format, batches } = await openFile(file, false, mapping);
  let rows: ReadRow[] = [];
  let rejected: UnreadableRow[] = [];
  for await (const batch of batches()) {
    rows = [...rows, ...batch.rows.slice(0, ROWS_MAX - rows.length)];
    rejected = [...rejected, ...batch.rejected.slice(0, ROWS_MAX - rejected.length)];
    if (rows.length === ROWS_MAX) break;
  }
  const columns = format.columns ?? [...new Set(rows.flatMap(({ native }) => Object.keys(native)))];
  // Pass no columns for JSON: each row may have different keys, so no column can be called missing.
  const map = mapping && createRowMapper(mapping, format.columns ?? [], file.name);
  return {
    format,
    columns,
    rows: map ? rows.map((row) => ({ ...row, mapped: map(row.native) })) : rows,
    rejected,
  };
}
