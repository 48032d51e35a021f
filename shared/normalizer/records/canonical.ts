import type * as v from 'valibot';
import { check } from '../../schemas/read.ts';
import { RowProblem } from '../fields/row-problem.ts';
import type { Native } from '../intake/native.ts';

/**
 * A row that is canonical already, validated as reconcile does.
 * @throws RowProblem naming each field that is not
 */
export function canonicalRecord<TSchema extends v.GenericSchema>(
  schema: TSchema,
  native: Native,
): v.InferOutput<TSchema> {
  const result = check(schema, native);
  if ('output' in result) return result.output;
  throw new RowProblem(
    result.problems.map(({ path, sentence }) => ({ ...(path ? { fields: [path] } : {}), sentence })),
  );
}
