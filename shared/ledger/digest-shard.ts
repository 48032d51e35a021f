import { type Digest, digest, digests } from '../engine/digest.ts';
import { chargeRows, packCharges, type PackedCharge, shards, unpackCharges } from '../engine/groups/shard.ts';
import { readLedgers } from '../engine/rows/ledgers.ts';
import type { Context } from '../engine/survey/context.ts';
import { type Prints, printsOf } from '../engine/survey/survey.ts';
import type { DownstreamRecord, PaymentRecord, UpstreamRecord } from '../schemas/reconciliation-input.ts';
import { BucketWriter, bucketOf } from './buckets.ts';
import { keys } from './keys.ts';
import type { LedgerSettings } from './settings.ts';
import { readLines, type Store, writeJson } from './store.ts';

/** What a shard adds to the report, and to the name of the input. */
export interface ShardDigest {
  readonly digest: unknown;
  readonly prints: Prints;
}

async function all<T>(store: Store, prefix: string): Promise<T[]> {
  const values: T[] = [];
  for (const { key } of await store.list(`${prefix}/`))
    for await (const value of readLines<T>(store, key)) values.push(value);
  return values;
}

const NO_PRINTS: Prints = [0, 0, 0, 0];

/**
 * Digests the requests and payments of a shard. Upstream rows that name an upstream id go on to the shard of that id,
 * each with what only its request shows; all others are looked at here.
 */
export async function digestRequests(
  shard: number,
  context: Context,
  settings: LedgerSettings,
  store: Store,
): Promise<void> {
  const ledgers = readLedgers({
    currency: context.currency,
    downstreamUsage: await all<DownstreamRecord>(store, keys.shard('downstreamUsage', shard)),
    upstreamCharges: await all<UpstreamRecord>(store, keys.shard('upstreamCharges', shard)),
    payments: await all<PaymentRecord>(store, keys.shard('payments', shard)),
  });
  const prints = printsOf(ledgers);
  const [whole] = shards(ledgers, 1);
  if (whole === undefined) return;
  const writer = new BucketWriter(store, `${shard}`);
  const [here, elsewhere] = [[], []] as (typeof whole.charges)[];
  for (const rows of whole.charges) (rows[0]?.upstreamId === undefined ? here : elsewhere)?.push(rows);
  for (const rows of elsewhere ?? [])
    for (const packed of packCharges(rows)) {
      const bucket = bucketOf(rows[0]?.upstreamId ?? '', settings.shards);
      await writer.add(keys.charges(bucket), packed);
    }
  await writer.flush();
  const digested = digest({ ...whole, charges: here ?? [] }, context);
  await writeDigest(store, 'requests', shard, digested, prints);
}

/** Digests the upstream rows of a shard's upstream ids, whatever requests they belong to. */
export async function digestCharges(shard: number, context: Context, store: Store): Promise<void> {
  const packed = await all<PackedCharge>(store, keys.charges(shard));
  const charges = chargeRows(unpackCharges(packed, context.currency));
  await writeDigest(store, 'charges', shard, digest({ requests: [], charges, payments: [] }, context), NO_PRINTS);
}

const writeDigest = (
  store: Store,
  round: 'requests' | 'charges',
  shard: number,
  digested: Digest,
  prints: Prints,
): Promise<void> =>
  writeJson(store, keys.digest(round, shard), { digest: digests.pack(digested), prints } satisfies ShardDigest);
