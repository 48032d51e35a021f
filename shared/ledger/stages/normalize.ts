import { readLedgers } from '../../engine/rows/ledgers.ts';
import type { RatioFacts } from '../../engine/survey/bonus-tiers.ts';
import { surveyRows } from '../../engine/survey/survey.ts';
import { bucketOf } from '../../hash.ts';
import type { Figures } from '../../normalizer/account.ts';
import type { Context, Placed } from '../../normalizer/context.ts';
import type { Entry } from '../../normalizer/intake/native.ts';
import { canonicalRecord } from '../../normalizer/records/canonical.ts';
import { downstreamUsage } from '../../normalizer/records/downstream.ts';
import { paymentRecords } from '../../normalizer/records/payments.ts';
import { upstreamDrafts } from '../../normalizer/records/upstream.ts';
import {
  type DownstreamRecord,
  downstreamRecordSchema,
  type PaymentRecord,
  type UpstreamRecord,
} from '../../schemas/reconciliation-input.ts';
import { DEALT_FIELDS, keys } from '../keys.ts';
import { type PartRows, RejectedWriter, readPartRows } from '../part-rows.ts';
import { type LedgerSettings, normalizerSettings } from '../settings.ts';
import { ShardWriter } from '../shard-writer.ts';
import { numbers, stage } from '../stage.ts';
import { BucketWriter } from '../store/buckets.ts';
import { surveyOfAll } from './survey.ts';

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

/** Normalizes each part: canonical rows go to the shards, links and upstream rows that need them to their buckets. */
export const normalize = stage({
  id: 'normalize',
  title: 'reading rows',
  async plan(run, before) {
    const survey = (await surveyOfAll(before)) ?? run.survey;
    return { run: { ...run, survey }, tasks: numbers(run.settings.parts) };
  },
  async work(part: number, { settings, survey, sources }, { store }): Promise<NormalizeFacts> {
    const { parts, shards, supplied } = settings;
    const partRows = await readPartRows(store, part, parts, DEALT_FIELDS);
    const { rows, account, rejected } = partRows;
    const context: Context = { ...normalizerSettings(settings, account), survey };
    const records = new ShardWriter(store, `${part}`, shards);
    const links = new BucketWriter(store, keys.links, `${part}`, shards);
    const waiting = new BucketWriter(store, keys.drafts, `${part}`, shards);
    const unreadable = new RejectedWriter(store, `normalize-${part}`, sources);
    const usage = downstreamUsage(rows.logs.filter(isNativeLog), context, account);
    const sales = [...usage.records, ...canonicalUsage(partRows)];
    for (const { record } of sales) await records.add('downstreamUsage', record.requestId, record);
    for (const fact of supplied.upstreamCharges ? usage.links : [])
      await links.add(bucketOf(fact.id, shards), fact);
    const drafts = upstreamDrafts(rows.upstreamCharges, context, account);
    for (const draft of drafts) await waiting.add(bucketOf(draftKey(draft.record), shards), draft);
    const payments = paymentRecords(rows.payments, context, account);
    for (const { record } of payments) await records.add('payments', record.transactionId, record);
    for (const line of rejected.lines) await unreadable.add(line);
    for (const writer of [records, links, waiting, unreadable]) await writer.flush();
    return {
      figures: account.figures(),
      rejected: rejected.lines.length,
      records: { downstreamUsage: sales.length, upstreamCharges: 0, payments: payments.length },
      latest: records.latest,
      ratios: ratiosOf(payments, settings),
      hasDrafts: drafts.length > 0,
    };
  },
});
