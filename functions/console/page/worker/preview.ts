import { createRowMapper } from '#shared/files/mapping/map-row.ts';
import { parseMapping } from '#shared/files/mapping/mapping.ts';
import type { ReadRow } from '#shared/files/source-file.ts';
import type { Rules } from '../rules.ts';
import { recognize } from './look.ts';
import type { Preview } from './protocol.ts';

/** Rows that a preview shows. */
const ROWS_SHOWN = 3;

/**
 * What rules make of the first rows of a table.
 * @param file what messages call the table
 * @throws Rejection where the rules are none, or name columns that the table lacks
 */
export function preview(
  rows: readonly ReadRow[],
  columns: readonly string[],
  rules: Rules,
  file: string,
): Preview {
  const map = createRowMapper(parseMapping(rules, file), columns, file);
  const shown = rows.slice(0, ROWS_SHOWN).map(({ row, native }) => ({ row, result: map(native) }));
  const read = shown.flatMap(({ row, result }) =>
    'native' in result ? [{ row, native: result.native }] : [],
  );
  const { needsUnit, connector } = recognize(read);
  return {
    rows: shown.map(({ row, result }) => ({
      row,
      ...('native' in result && { fields: result.native }),
      ...('reason' in result && { reason: result.reason }),
    })),
    needsUnit: rules.rows === 'logs' && needsUnit,
    ...(connector !== undefined && { connector }),
  };
}
