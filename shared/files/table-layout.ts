import type { Mapping } from './mapping/mapping.ts';
import { findMissingColumns } from './mapping/required-columns.ts';

/** Facts about a table that its mapping states. */
export interface TableLayout {
  /** Names of the columns of a table without a header; empty for a column that is not needed. */
  readonly header?: readonly string[];
  /** Beginning of the record after the last row. */
  readonly end?: string;
  /** Columns of the mapping that a header lacks, each the first of its field. */
  readonly missingIn: (columns: readonly string[]) => readonly string[];
}

/** Layout of the tables that a mapping reads. */
export const layoutOf = (mapping: Mapping): TableLayout => ({
  ...(mapping.header && { header: mapping.header }),
  ...(mapping.end !== undefined && { end: mapping.end }),
  missingIn: (columns) => findMissingColumns(mapping, columns),
});
