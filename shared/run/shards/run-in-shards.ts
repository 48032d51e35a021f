import { admit } from '../admit.ts';
import type { Source, SourceHead } from '../read/source.ts';
import { estimatorOf, type PricesAround } from '../reconcile/reconcile.ts';
import type { Run, Watch } from '../run-on.ts';
import type { RunSettings } from '../settings.ts';
import { mergeFacts, type ShardFacts } from '../shard-facts.ts';
import { wholeOf } from '../whole.ts';
import { acrossShards } from './across.ts';
import { deal } from './deal.ts';
import { Unions } from './labels.ts';
import { digestOf, factsOf, MergedShards } from './shard-books.ts';
import type { Shelf } from './shelf.ts';

/**
 * A run on columns that lie on a shelf, each under the name of its source: what `runOn` is, shard by shard. Rows that
 * may have anything to do with each other come to one shard, so that each shard is linked and reconciled as if it were
 * all; what only all of them show is told before that (`acrossShards`, `wholeOf`), and what they show is added up.
 * @throws Rejection as `runOn` does
 */
export async function runInShards(
  heads: readonly SourceHead[],
  sources: readonly Source[],
  stated: RunSettings,
  shards: number,
  shelf: Shelf,
  prices: PricesAround | undefined,
  watch: Watch,
): Promise<Run> {
  const admitted = admit(heads, sources, stated);
  const linking = watch('link', shards + 2);
  const across = await acrossShards(admitted, shelf);
  linking();
  const unions = new Unions(across.unions);
  for (const { source } of admitted.counted)
    await deal(source, unions, across.asideLabels.get(source) as number[], shards, shelf);
  linking();
  const facts: ShardFacts[] = [];
  for (let shard = 0; shard < shards; shard++) {
    facts.push(await factsOf(shard, admitted, across, shelf));
    linking();
  }
  const whole = wholeOf(mergeFacts(facts), admitted);
  const { context } = whole;
  const reconciling = watch('reconcile', shards);
  const estimator = estimatorOf(admitted.settings, context.currency, prices);
  const merged = new MergedShards();
  for (let shard = 0; shard < shards; shard++) {
    merged.add(await digestOf(shard, admitted, across, context, shelf, estimator));
    reconciling();
  }
  return merged.run(whole, estimator);
}
