import { readFileSync } from 'node:fs';
import { type PriceSettings, pricesSchema } from '#shared/prices/price-settings.ts';
import { check } from '#shared/schemas/read.ts';
import { placed } from '#shared/sentence.ts';
import { MonthProblem } from '../month-problem.ts';

/**
 * The purchase prices of a file.
 * @throws MonthProblem that names the place of each mistake
 */
export function pricesFile(file: string): PriceSettings {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw new MonthProblem({
      en: `--prices: ${file} does not exist or is not JSON.`,
      zh: `--prices：${file} 不存在，或不是 JSON。`,
    });
  }
  const result = check(pricesSchema, content);
  if ('output' in result) return result.output;
  throw new MonthProblem(
    ...result.problems.map((problem) => placed(file, placed(problem.path || '{}', problem.sentence))),
  );
}
