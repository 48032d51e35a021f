import type { Account } from '../../normalizer/account.ts';
import type { ExportContext, Placed } from '../../normalizer/context.ts';
import type { Entry } from '../../normalizer/intake/native.ts';
import { canonicalRecord } from '../../normalizer/records/canonical.ts';
import { downstreamUsage } from '../../normalizer/records/downstream.ts';
import { wholePayments } from '../../normalizer/records/joined-payments.ts';
import { type PlacedCharge, upstreamCharges, upstreamDrafts } from '../../normalizer/records/upstream.ts';
import {
  type DownstreamRecord,
  downstreamRecordSchema,
  type PaymentRecord,
} from '../../schemas/reconciliation-input.ts';
import type { Entries } from './entries.ts';
import { Joins } from './joins.ts';
import type { PlainRows } from './plain-rows.ts';

/** The records of all ledgers that are not plain rows. */
export interface PlacedRecords {
  readonly downstreamUsage: readonly Placed<DownstreamRecord>[];
  readonly upstreamCharges: readonly PlacedCharge[];
  readonly payments: readonly Placed<PaymentRecord>[];
}

/** Canonical usage stands beside native rows in a file; it is validated as reconcile does. */
const canonicalUsage = (entries: readonly Entry[], account: Account): Placed<DownstreamRecord>[] =>
  entries.flatMap((entry) => {
    const record = account.attempt(entry, () => canonicalRecord(downstreamRecordSchema, entry.native));
    return record ? [{ index: entry.index, record }] : [];
  });

/** What plain rows say of the requests that bills name. */
const linksOf = (drafts: ReturnType<typeof upstreamDrafts>, joins: Joins) =>
  [...new Set(drafts.flatMap(({ record: { requestId } }) => requestId ?? []))].flatMap((id) =>
    joins.factsOf(id),
  );

/** What the normalizer makes of the rows that are not plain, and whose requests plain charges are. */
export function normalized(entries: Entries, plain: PlainRows, context: ExportContext, account: Account) {
  const usage = downstreamUsage(entries.logs, context, account);
  const stated = canonicalUsage(entries.canonical, account);
  const facts = [...usage.links, ...stated.map(({ record }) => ({ id: record.requestId }))];
  const joins = new Joins(plain.sales, plain.salesByRequest);
  const joined = joins.join(plain.charges, plain.chargesByRequest, facts, account);
  const drafts = upstreamDrafts(entries.upstreamCharges, context, account);
  const paid = wholePayments(entries.payments, entries.logs, context, account);
  const billed = upstreamCharges(drafts, [...facts, ...linksOf(drafts, joins)], account);
  const placed: PlacedRecords = {
    downstreamUsage: [...usage.records, ...stated],
    upstreamCharges: billed,
    payments: paid.records,
  };
  return { usage, joined, placed, paymentFacts: paid.facts };
}
