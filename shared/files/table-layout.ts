import type { Mapping } from './mapping/mapping.ts';
import { findMissingColumns } from './mapping/required-columns.ts';

/** Header and end of a table, as its mapping describes them. */
export interface TableLayout {
  /** Names of the columns of a table without a header; empty for a column that is not needed. */
  readonly header?: readonly string[];
  /** Beginning of the record after the last row, such as `Total`. */
  readonly end?: string;
  /** Finds the columns of the mapping that a header lacks: for each field that cannot be read, its first missing column. */
  readonly findMissing: (columns: readonly string[]) => readonly string[];
}

/** Returns the header and the end of a table that a mapping describes. */
export const buildTableLayout = (mapping: Mapping): TableLayout => ({
  ...(mapping.header && { header: mapping.header }),
  ...(mapping.end !== undefined && { end: mapping.end }),
  findMissing: (columns) => findMissingColumns(mapping, columns),
});
