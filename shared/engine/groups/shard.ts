import { bucketOf } from '../../hash.ts';
import type { PaymentFacts } from '../../payment-facts.ts';
import type { DownstreamRecord, PaymentRecord, UpstreamRecord } from '../../schemas/reconciliation-input.ts';
import { usageContent } from '../rows/copies.ts';
import type { Ledgers } from '../rows/ledgers.ts';
import { downstreamRow, type PaymentRow, paymentRow, type UsageRow, upstreamRow } from '../rows/row.ts';
import { anchorOf, type RequestRows } from './request.ts';

/**
 * A part of the input that can be digested alone. Each kind of group is whole within one shard: `requests` by
 * request id, `charges` by upstream id (so an upstream row may be in two shards, once for each), `payments` by
 * transaction id.
 */
export interface Shard {
  requests: RequestRows[];
  charges: UsageRow[][];
  payments: PaymentRow[][];
}

/** A list of one takes a twentieth of the room of an empty one that a row is pushed to. */
const joined = <T>(rows: T[] | undefined, row: T): T[] => {
  if (rows === undefined || rows.length === 0) return [row];
  rows.push(row);
  return rows;
};

const NO_ROWS: UsageRow[] = [];

function requestsOf({ downstreamUsage, upstreamCharges }: Ledgers): Map<string, RequestRows> {
  const requests = new Map<string, RequestRows>();
  for (const row of downstreamUsage) {
    const request = requests.get(row.requestId ?? '');
    if (request) request.downstream.push(row);
    else requests.set(row.requestId ?? '', { downstream: [row], upstream: NO_ROWS });
  }
  for (const row of upstreamCharges) {
    if (row.requestId === undefined) continue;
    const request = requests.get(row.requestId);
    if (request) request.upstream = joined(request.upstream, row);
    else requests.set(row.requestId, { downstream: NO_ROWS, upstream: [row] });
  }
  return requests;
}

/** Upstream rows by upstream id, else by request id, else by all their fields. */
export function chargesOf(rows: readonly UsageRow[]): Map<string, UsageRow[]>[] {
  const [byUpstreamId, byRequestId, byContent] = [new Map(), new Map(), new Map()] as Map<
    string,
    UsageRow[]
  >[];
  for (const row of rows) {
    const [groups, key] =
      row.upstreamId !== undefined
        ? [byUpstreamId, row.upstreamId]
        : row.requestId !== undefined
          ? [byRequestId, row.requestId]
          : [byContent, usageContent(row)];
    groups?.set(key, joined(groups.get(key), row));
  }
  return [byUpstreamId, byRequestId, byContent] as Map<string, UsageRow[]>[];
}

/** Payments by transaction. */
export function paymentsOf(rows: readonly PaymentRow[]): Map<string, PaymentRow[]> {
  const payments = new Map<string, PaymentRow[]>();
  for (const row of rows) payments.set(row.transactionId, joined(payments.get(row.transactionId), row));
  return payments;
}

/** Splits the input into `count` shards; with one, the shard is the whole input. */
export function shards(ledgers: Ledgers, count: number): Shard[] {
  const split = Array.from({ length: count }, (): Shard => ({ requests: [], charges: [], payments: [] }));
  const shardOf = (key: string) => split[count === 1 ? 0 : bucketOf(key, count)] as Shard;
  for (const row of ledgers.upstreamCharges) row.anchoredAt = row.occurredAt;
  for (const [requestId, rows] of requestsOf(ledgers)) {
    const anchor = anchorOf(rows);
    const isSold = rows.downstream.length > 0;
    for (const row of rows.upstream) {
      row.anchoredAt = anchor;
      row.isSold = isSold;
    }
    shardOf(requestId).requests.push(rows);
  }
  for (const groups of chargesOf(ledgers.upstreamCharges))
    for (const [key, rows] of groups) shardOf(key).charges.push(rows);
  for (const [transactionId, rows] of paymentsOf(ledgers.payments))
    shardOf(transactionId).payments.push(rows);
  return split;
}

/** An upstream row as it travels to the shard of its upstream id: with what only its request shows. */
export type ChargeWire = readonly [record: UpstreamRecord, anchoredAt: number, isSold: boolean];

const packCharge = (row: UsageRow): ChargeWire => [row.record as UpstreamRecord, row.anchoredAt, row.isSold];

const unpackCharge = ([record, anchoredAt, isSold]: ChargeWire, currency: string): UsageRow => ({
  ...upstreamRow(record, currency),
  anchoredAt,
  isSold,
});

/** A shard as it travels: records, charges with what only their requests show. Plain JSON. */
export interface ShardWire {
  requests: [DownstreamRecord[], UpstreamRecord[]][];
  charges: ChargeWire[][];
  payments: PaymentRecord[][];
}

const records = <T>(rows: readonly (UsageRow | PaymentRow)[]): T[] => rows.map((row) => row.record as T);

export const packShard = ({ requests, charges, payments }: Shard): ShardWire => ({
  requests: requests.map(({ downstream, upstream }) => [records(downstream), records(upstream)]),
  charges: charges.map((rows) => rows.map(packCharge)),
  payments: payments.map((rows) => records(rows)),
});

/**
 * @param currency the report's, from the survey's context.
 * @param facts what both sides of payments say beside their records
 */
export const unpackShard = (
  { requests, charges, payments }: ShardWire,
  currency: string,
  facts?: PaymentFacts,
): Shard => ({
  requests: requests.map(([downstream, upstream]) => ({
    downstream: downstream.map((record) => downstreamRow(record, currency)),
    upstream: upstream.map((record) => upstreamRow(record, currency)),
  })),
  charges: charges.map((rows) => rows.map((wire) => unpackCharge(wire, currency))),
  payments: payments.map((rows) => rows.map((record) => paymentRow(record, currency, facts))),
});
