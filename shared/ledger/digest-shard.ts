import { type Digest, digest, digests } from '../engine/digest.ts';
import {
  type ChargeWire,
  chargesOf,
  packCharge,
  type Shard,
  shards,
  unpackCharge,
} from '../engine/groups/shard.ts';
import { readLedgers } from '../engine/rows/ledgers.ts';
import type { Context } from '../engine/survey/context.ts';
import { NO_ROWS, type RowSurvey, surveyRows } from '../engine/survey/survey.ts';
import type { DownstreamRecord, PaymentRecord, UpstreamRecord } from '../schemas/reconciliation-input.ts';
import { BucketWriter, bucketOf } from './buckets.ts';
import { keys } from './keys.ts';
import type { LedgerSettings } from './settings.ts';
import { readAllLines, type Store, writeJson } from './store.ts';

/** What a shard adds to the report, and to the name of the input. Plain JSON. */
export interface ShardDigest {
  /** As `digests` packs it. */
  readonly digest: unknown;
  readonly rows: RowSurvey;
}

const writeDigest = (
  store: Store,
  round: 'requests' | 'charges',
  shard: number,
  digested: Digest,
  rows: RowSurvey,
): Promise<void> => {
  const packed: ShardDigest = { digest: digests.pack(digested), rows };
  return writeJson(store, keys.digest(round, shard), packed);
};

/**
 * Digests the requests and payments of a shard. Upstream rows that name an upstream id go on to the shard of that id,
 * each with what only its request shows; all others are looked at here.
 */
export async function digestRequests(
  shard: number,
  context: Context,
  { shards: count }: LedgerSettings,
  store: Store,
): Promise<void> {
  const ledgers = readLedgers({
    currency: context.currency,
    downstreamUsage: await readAllLines<DownstreamRecord>(store, keys.shard('downstreamUsage', shard)),
    upstreamCharges: await readAllLines<UpstreamRecord>(store, keys.shard('upstreamCharges', shard)),
    payments: await readAllLines<PaymentRecord>(store, keys.shard('payments', shard)),
  });
  const [whole] = shards(ledgers, 1) as [Shard];
  const writer = new BucketWriter(store, `${shard}`);
  for (const row of ledgers.upstreamCharges)
    if (row.upstreamId !== undefined)
      await writer.add(keys.charges(bucketOf(row.upstreamId, count)), packCharge(row));
  await writer.flush();
  const charges = whole.charges.filter(([row]) => row?.upstreamId === undefined);
  const surveyed = surveyRows(ledgers);
  await writeDigest(store, 'requests', shard, digest({ ...whole, charges }, context), surveyed);
}

/** Digests the upstream rows of a shard's upstream ids, whatever requests they belong to. */
export async function digestCharges(shard: number, context: Context, store: Store): Promise<void> {
  const wires = await readAllLines<ChargeWire>(store, keys.charges(shard));
  const rows = wires.map((wire) => unpackCharge(wire, context.currency));
  const charges = chargesOf(rows).flatMap((groups) => [...groups.values()]);
  await writeDigest(
    store,
    'charges',
    shard,
    digest({ requests: [], charges, payments: [] }, context),
    NO_ROWS,
  );
}
