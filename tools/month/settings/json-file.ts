import { readFileSync } from 'node:fs';
import type * as v from 'valibot';
import { check } from '#shared/schemas/read.ts';
import { placed } from '#shared/sentence.ts';
import { MonthProblem } from '../month-problem.ts';

/**
 * What an option's file states, by its schema.
 * @throws MonthProblem that names the place of each mistake
 */
export function jsonFile<TSchema extends v.GenericSchema>(
  option: string,
  file: string,
  schema: TSchema,
): v.InferOutput<TSchema> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw new MonthProblem({
      en: `${option}: ${file} does not exist or is not JSON.`,
      zh: `${option}：${file} 不存在，或不是 JSON。`,
    });
  }
  const result = check(schema, content);
  if ('output' in result) return result.output;
  throw new MonthProblem(
    ...result.problems.map((problem) => placed(file, placed(problem.path || '{}', problem.sentence))),
  );
}
