import { type MappedRow, rowMapper } from './mapping/map-row.ts';
import type { Mapping } from './mapping/mapping.ts';
import type { NativeFile, ReadRow, RejectedRow } from './native-file.ts';
import { type OpenFile, openFile } from './read-file.ts';

/** Rows that a description shows. */
const ROWS_SHOWN = 3;

/** What a file has, and what a mapping makes of its first rows. */
export interface Description {
  readonly format: OpenFile['format'];
  /** Columns of a table; keys of the first rows of any other file. */
  readonly columns: readonly string[];
  readonly rows: readonly (ReadRow & { readonly mapped?: MappedRow })[];
  readonly rejected: readonly RejectedRow[];
}

/**
 * Describes a file by its beginning, for people who write a mapping.
 * @throws Rejection where the file cannot be read, or the mapping names columns that it lacks
 */
export async function describe(file: NativeFile, mapping?: Mapping): Promise<Description> {
  const { format, batches } = await openFile(file);
  let shown: ReadRow[] = [];
  let rejected: RejectedRow[] = [];
  for await (const batch of batches()) {
    shown = [...shown, ...batch.rows.slice(0, ROWS_SHOWN - shown.length)];
    rejected = [...rejected, ...batch.rejected.slice(0, ROWS_SHOWN - rejected.length)];
    if (shown.length === ROWS_SHOWN) break;
  }
  const columns = format.columns ?? [...new Set(shown.flatMap(({ native }) => Object.keys(native)))];
  const map = mapping && rowMapper(mapping, columns, file.name);
  return {
    format,
    columns,
    rows: map ? shown.map((row) => ({ ...row, mapped: map(row.native) })) : shown,
    rejected,
  };
}
