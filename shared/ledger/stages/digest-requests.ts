import { digest } from '../../engine/digest.ts';
import { packCharge, type Shard, shards } from '../../engine/groups/shard.ts';
import { readLedgers } from '../../engine/rows/ledgers.ts';
import { surveyRows } from '../../engine/survey/survey.ts';
import { bucketOf } from '../../hash.ts';
import type { DownstreamRecord, PaymentRecord, UpstreamRecord } from '../../schemas/reconciliation-input.ts';
import { writeShard } from '../digests.ts';
import { keys } from '../keys.ts';
import { contextFor } from '../run.ts';
import { numbers, stage } from '../stage.ts';
import { BucketWriter, readWholeBucket } from '../store/buckets.ts';
import { withFacts } from './link.ts';
import type { NormalizeFacts } from './normalize.ts';

/**
 * Digests the requests and payments of each shard. Upstream rows that name an upstream id go on to the shard of that
 * id, each with what only its request shows; all others are looked at here.
 */
export const digestRequests = stage({
  id: 'digest-requests',
  title: 'checking requests',
  async plan(before, buckets) {
    let run = before;
    for await (const facts of buckets as AsyncIterable<NormalizeFacts>) run = withFacts(run, facts);
    const context = contextFor(run.settings, run);
    return { run: { ...run, context }, tasks: numbers(run.settings.shards) };
  },
  async work(shard: number, { settings, context }, { store }): Promise<void> {
    const { shards: count } = settings;
    const rowsOf = <T>(ledger: string) => readWholeBucket<T>(store, keys.shards(ledger), shard, count);
    const ledgers = readLedgers({
      currency: context.currency,
      downstreamUsage: await rowsOf<DownstreamRecord>('downstreamUsage'),
      upstreamCharges: await rowsOf<UpstreamRecord>('upstreamCharges'),
      payments: await rowsOf<PaymentRecord>('payments'),
    });
    const [whole] = shards(ledgers, 1) as [Shard];
    const writer = new BucketWriter(store, keys.charges, `${shard}`, count);
    for (const row of ledgers.upstreamCharges)
      if (row.upstreamId !== undefined) await writer.add(bucketOf(row.upstreamId, count), packCharge(row));
    await writer.flush();
    const charges = whole.charges.filter(([row]) => row?.upstreamId === undefined);
    const rows = surveyRows(ledgers);
    const digested = digest({ ...whole, charges }, context);
    await writeShard(store, 'requests', shard, settings, { digest: digested, rows });
  },
});
