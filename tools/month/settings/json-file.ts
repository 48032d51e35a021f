import type * as v from 'valibot';
import { check } from '#shared/schemas/read.ts';
import { placed } from '#shared/sentence.ts';
import { MonthProblem } from '../month-problem.ts';
import { jsonAt } from '../places.ts';

/**
 * What an option's file states, by its schema.
 * @throws MonthProblem that names the place of each mistake
 */
export async function jsonFile<TSchema extends v.GenericSchema>(
  option: string,
  file: string,
  schema: TSchema,
): Promise<v.InferOutput<TSchema>> {
  const result = check(schema, await jsonAt(option, file));
  if ('output' in result) return result.output;
  throw new MonthProblem(
    ...result.problems.map((problem) => placed(file, placed(problem.path || '{}', problem.sentence))),
  );
}
