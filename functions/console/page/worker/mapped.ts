import { rowMapper } from '#shared/files/mapping/map-row.ts';
import { mappingOf } from '#shared/files/mapping/mapping.ts';
import type { ReadRow } from '#shared/files/native-file.ts';
import type { Rules } from '../rules.ts';
import type { Preview, Unread } from './protocol.ts';
import { recognize } from './recognize.ts';

/** Rows that a preview shows. */
const ROWS_SHOWN = 3;

/** What rules make of the rows of a table. */
interface Mapped {
  readonly rows: readonly ReadRow[];
  /** Rows that they cannot read. */
  readonly unread: readonly Unread[];
}

/**
 * Reads the rows of a table by rules.
 * @param file what messages call the table
 * @throws Rejection where the rules are none, or name columns that the table lacks
 */
export function mapped(
  rows: readonly ReadRow[],
  columns: readonly string[],
  rules: Rules,
  file: string,
): Mapped {
  const map = rowMapper(mappingOf(rules, file), columns, file);
  const read: ReadRow[] = [];
  const unread: Unread[] = [];
  for (const row of rows) {
    const result = map(row.native);
    if ('native' in result) read.push({ ...row, native: result.native });
    else if ('reason' in result) unread.push({ row: row.row, reason: result.reason });
  }
  return { rows: read, unread };
}

/** What rules make of the first rows. */
export function preview(
  rows: readonly ReadRow[],
  columns: readonly string[],
  rules: Rules,
  file: string,
): Preview {
  const first = rows.slice(0, ROWS_SHOWN);
  const { rows: read, unread } = mapped(first, columns, rules, file);
  const { needsUnit, connector } = recognize(read);
  return {
    rows: first.map(({ row }) => {
      const fields = read.find((one) => one.row === row)?.native;
      const reason = unread.find((one) => one.row === row)?.reason;
      return { row, ...(fields && { fields }), ...(reason !== undefined && { reason }) };
    }),
    needsUnit: rules.rows === 'logs' && needsUnit,
    ...(connector !== undefined && { connector }),
  };
}
