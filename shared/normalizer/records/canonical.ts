import type * as v from 'valibot';
import { validate } from '../../schemas/read.ts';
import { hasControl, NO_CONTROL } from '../fields/codecs.ts';
import { RowProblem } from '../fields/row-problem.ts';
import type { NativeObject } from '../intake/native.ts';

/** Validates a canonical record, also for control characters. Throws a `RowProblem` that names each invalid field. */
export function readCanonicalRecord<TSchema extends v.GenericSchema>(
  schema: TSchema,
  row: NativeObject,
): v.InferOutput<TSchema> {
  const result = validate(schema, row);
  if ('problems' in result)
    throw new RowProblem(
      result.problems.map(({ path, sentence }) => ({ ...(path ? { fields: [path] } : {}), sentence })),
    );
  const record = result.output as Readonly<Record<string, unknown>>;
  const withControl = Object.entries(record).filter(
    ([, value]) => typeof value === 'string' && hasControl(value),
  );
  if (withControl.length > 0)
    throw new RowProblem(withControl.map(([field]) => ({ fields: [field], sentence: NO_CONTROL })));
  return result.output;
}
