import { readLedgers } from '../engine/rows/ledgers.ts';
import type { RatioFacts } from '../engine/survey/bonus-tiers.ts';
import { surveyRows } from '../engine/survey/survey.ts';
import { instantOf } from '../instant.ts';
import type { Figures } from '../normalizer/account.ts';
import type { Context, Placed } from '../normalizer/context.ts';
import type { Entry } from '../normalizer/intake/native.ts';
import { canonicalRecord } from '../normalizer/records/canonical.ts';
import { downstreamUsage } from '../normalizer/records/downstream.ts';
import { paymentRecords } from '../normalizer/records/payments.ts';
import { upstreamDrafts } from '../normalizer/records/upstream.ts';
import type { Survey } from '../normalizer/survey/survey.ts';
import {
  type DownstreamRecord,
  downstreamRecordSchema,
  type PaymentRecord,
  type UpstreamRecord,
} from '../schemas/reconciliation-input.ts';
import { BucketWriter, bucketOf } from './buckets.ts';
import { DEALT_FIELDS, keys } from './keys.ts';
import { type PartRows, readPartRows } from './part-rows.ts';
import { type LedgerSettings, normalizerSettings } from './settings.ts';
import { type Store, writeJson } from './store.ts';

/** What became of the rows of a part. */
export interface NormalizeFacts {
  readonly figures: Figures;
  readonly rejected: number;
  /** Records, by ledger; upstream rows whose request is still to be found are counted when it is. */
  readonly records: Readonly<Record<'downstreamUsage' | 'upstreamCharges' | 'payments', number>>;
  /** Latest `occurredAt` of a record, in milliseconds. */
  readonly latest: number | undefined;
  /** What payments show of the operator's bonus tiers. */
  readonly ratios: RatioFacts;
  /** Upstream rows wait for their links. */
  readonly hasDrafts: boolean;
}

/** Writes canonical records to the shards of their groups, and keeps what all shards must know. */
export class ShardWriter {
  latest: number | undefined;
  readonly #writer: BucketWriter;
  readonly #shards: number;

  constructor(store: Store, task: string, shards: number) {
    this.#writer = new BucketWriter(store, task);
    this.#shards = shards;
  }

  /** @param group what keeps rows together: a request, a transaction, or for loose charges their own id */
  add(ledger: string, group: string, record: { occurredAt: string }): Promise<void> | undefined {
    const time = instantOf(record.occurredAt);
    if (time !== undefined && !(this.latest !== undefined && this.latest >= time)) this.latest = time;
    return this.#writer.add(keys.shard(ledger, bucketOf(group, this.#shards)), record);
  }

  flush(): Promise<void> {
    return this.#writer.flush();
  }
}

/** Canonical usage stands beside native rows in a file; it is validated as reconcile does. */
function canonicalUsage({ rows, account }: PartRows): Placed<DownstreamRecord>[] {
  return rows.logs.flatMap((entry) => {
    if (entry.native.chargedAmount === undefined) return [];
    const record = account.attempt(entry, () => canonicalRecord(downstreamRecordSchema, entry.native));
    return record ? [{ index: entry.index, record }] : [];
  });
}

const isNativeLog = ({ native }: Entry): boolean => native.chargedAmount === undefined;

/** Where an upstream row meets its links: by its request, in the upstream's own words. A row without one has none. */
const draftKey = ({ requestId, upstreamId, occurredAt }: UpstreamRecord): string =>
  requestId || upstreamId || occurredAt;

const ratiosOf = (payments: readonly Placed<PaymentRecord>[], { currency }: LedgerSettings): RatioFacts =>
  surveyRows(
    readLedgers({
      ...(currency !== undefined && { currency }),
      downstreamUsage: [],
      payments: payments.map(({ record }) => record),
    }),
  ).ratios;

/**
 * Normalizes one part: canonical rows go to the shards, links and upstream rows that need them to their buckets.
 * @param survey of all parts
 */
export async function normalizePart(
  part: number,
  survey: Survey,
  settings: LedgerSettings,
  store: Store,
): Promise<NormalizeFacts> {
  const partRows = await readPartRows(store, part, DEALT_FIELDS);
  const { rows, account, rejected } = partRows;
  const context: Context = { ...normalizerSettings(settings, account), survey };
  const shards = new ShardWriter(store, `${part}`, settings.shards);
  const others = new BucketWriter(store, `${part}`);
  const usage = downstreamUsage(rows.logs.filter(isNativeLog), context, account);
  const records = [...usage.records, ...canonicalUsage(partRows)];
  for (const { record } of records) await shards.add('downstreamUsage', record.requestId, record);
  for (const fact of settings.supplied.upstreamCharges ? usage.links : [])
    await others.add(keys.links(bucketOf(fact.id, settings.shards)), fact);
  const drafts = upstreamDrafts(rows.upstreamCharges, context, account);
  for (const draft of drafts)
    await others.add(keys.drafts(bucketOf(draftKey(draft.record), settings.shards)), draft);
  const payments = paymentRecords(rows.payments, context, account);
  for (const { record } of payments) await shards.add('payments', record.transactionId, record);
  for (const line of rejected.lines) await others.add(keys.rejected('normalize'), line);
  await shards.flush();
  await others.flush();
  const facts: NormalizeFacts = {
    figures: account.figures(),
    rejected: rejected.lines.length,
    records: { downstreamUsage: records.length, upstreamCharges: 0, payments: payments.length },
    latest: shards.latest,
    ratios: ratiosOf(payments, settings),
    hasDrafts: drafts.length > 0,
  };
  await writeJson(store, keys.facts('normalize', part), facts);
  return facts;
}
