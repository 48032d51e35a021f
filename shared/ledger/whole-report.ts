import { conclude } from '../engine/conclude.ts';
import { digests } from '../engine/digest.ts';
import { report } from '../engine/report/report.ts';
import type { Context } from '../engine/survey/context.ts';
import { mergeRowSurveys, NO_ROWS, surveyOf } from '../engine/survey/survey.ts';
import type { ReconciliationReport } from '../schemas/report.ts';
import type { ShardDigest } from './digest-shard.ts';
import { readJson, type Store } from './store.ts';

/**
 * The report of a run: all digests together, every finding listed.
 * @param context as the run has told its shards
 */
export async function wholeReport(
  context: Context,
  generatedAt: string,
  store: Store,
): Promise<ReconciliationReport> {
  const whole = digests.empty();
  let rows = NO_ROWS;
  for (const { key } of await store.list('digests/')) {
    const shard = await readJson<ShardDigest>(store, key);
    digests.merge(whole, digests.unpack(shard.digest));
    rows = mergeRowSurveys(rows, shard.rows);
  }
  return report(conclude(whole, context), surveyOf(rows, context), generatedAt, { isUnbounded: true });
}
