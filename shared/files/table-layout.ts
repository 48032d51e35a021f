import type { Mapping } from './mapping/mapping.ts';
import { findMissingColumns } from './mapping/required-columns.ts';

/** Properties of a table that its mapping describes. */
export interface TableLayout {
  /** Names of the columns of a table without a header; empty for a column that is not needed. */
  readonly header?: readonly string[];
  /** Beginning of the record after the last row. */
  readonly end?: string;
  /** Columns of the mapping that a header lacks, each the first of its field. */
  readonly findMissing: (columns: readonly string[]) => readonly string[];
}

/** Returns the layout of the tables that a mapping reads. */
export const buildTableLayout = (mapping: Mapping): TableLayout => ({
  ...(mapping.header && { header: mapping.header }),
  ...(mapping.end !== undefined && { end: mapping.end }),
  findMissing: (columns) => findMissingColumns(mapping, columns),
});
