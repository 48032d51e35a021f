import { describeFile } from '#shared/files/describe-file.ts';
import { parseMapping } from '#shared/files/mapping/mapping.ts';
import type { SourceFile } from '#shared/files/source-file.ts';
import type { MappingRules } from '../mapping-rules.ts';
import { recognizeRows } from './inspect-file.ts';
import type { Preview } from './protocol.ts';

/**
 * Reads the first rows of a table with mapping rules, to show the user the result before a run.
 * @throws Rejection if the rules are invalid, or name columns that the table does not have
 */
export async function previewRules(file: SourceFile, rules: MappingRules): Promise<Preview> {
  const { rows } = await describeFile(file, parseMapping(rules, file.name));
  const results = rows.flatMap(({ row, mapped }) => (mapped ? [{ row, result: mapped }] : []));
  const read = results.flatMap(({ row, result }) =>
    'native' in result ? [{ row, native: result.native }] : [],
  );
  const { needsUnit, connector } = recognizeRows(read);
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
