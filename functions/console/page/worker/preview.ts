import { createRowMapper } from '#shared/files/mapping/map-row.ts';
import { parseMapping } from '#shared/files/mapping/mapping.ts';
import type { ReadRow } from '#shared/files/source-file.ts';
import type { MappingRules } from '../mapping-rules.ts';
import { recognize } from './inspect-file.ts';
import type { Preview } from './protocol.ts';

/** Number of rows in a preview. */
const ROWS_SHOWN = 3;

/**
 * Applies mapping rules to the first rows of a table.
 * @param file name of the table in messages
 * @throws Rejection if the rules are invalid, or name columns that the table does not have
 */
export function previewRules(
  rows: readonly ReadRow[],
  columns: readonly string[],
  rules: MappingRules,
  file: string,
): Preview {
  const map = createRowMapper(parseMapping(rules, file), columns, file);
  const results = rows.slice(0, ROWS_SHOWN).map(({ row, native }) => ({ row, result: map(native) }));
  const read = results.flatMap(({ row, result }) =>
    'native' in result ? [{ row, native: result.native }] : [],
  );
  const { needsUnit, connector } = recognize(read);
  return {
    rows: results.map(({ row, result }) => ({
      row,
      ...('native' in result && { fields: result.native }),
      ...('reason' in result && { reason: result.reason }),
    })),
    needsUnit: rules.rows === 'logs' && needsUnit,
    ...(connector !== undefined && { connector }),
  };
}
