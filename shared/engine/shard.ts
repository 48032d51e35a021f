import type { DownstreamRecord, PaymentRecord, UpstreamRecord } from '../schemas/reconciliation-input.ts';
import type { AnchoredCharge } from './charge.ts';
import { usageContent } from './copies.ts';
import type { Ledgers } from './ledgers.ts';
import { anchorOf, type RequestRows } from './request.ts';
import { downstreamRow, type PaymentRow, paymentRow, type UsageRow, upstreamRow } from './row.ts';

/**
 * A part of the input that can be digested alone. Each kind of group is whole within one shard: `requests` by
 * request id, `charges` by upstream id (so an upstream row may be in two shards, once for each), `payments` by
 * transaction id.
 */
export interface Shard {
  requests: RequestRows[];
  charges: AnchoredCharge[][];
  payments: PaymentRow[][];
}

/** Groups rows in a Map: keys come from the user. */
function grouped<T>(rows: Iterable<T>, keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

function requestsOf({ downstreamUsage, upstreamCharges }: Ledgers): Map<string, RequestRows> {
  const requests = new Map<string, RequestRows>();
  const requestOf = (requestId: string): RequestRows => {
    let request = requests.get(requestId);
    if (request === undefined) {
      request = { downstream: [], upstream: [] };
      requests.set(requestId, request);
    }
    return request;
  };
  for (const row of downstreamUsage) requestOf(row.requestId ?? '').downstream.push(row);
  for (const row of upstreamCharges)
    if (row.requestId !== undefined) requestOf(row.requestId).upstream.push(row);
  return requests;
}

/** Upstream id, else request id, else the whole row; the first letter keeps the three apart. */
const chargeKey = ({ row }: AnchoredCharge): string => {
  if (row.upstreamId !== undefined) return `u${row.upstreamId}`;
  return row.requestId === undefined ? `c${usageContent(row)}` : `r${row.requestId}`;
};

/** A number below `count` that depends on the key alone (FNV-1a). */
function bucket(key: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % count;
}

/** Splits the input into `count` shards; with one, the shard is the whole input. */
export function shards(ledgers: Ledgers, count: number): Shard[] {
  const split = Array.from({ length: count }, (): Shard => ({ requests: [], charges: [], payments: [] }));
  const shardOf = (key: string) => split[bucket(key, count)] as Shard;
  const requests = requestsOf(ledgers);
  const anchors = new Map<string, number>();
  for (const [requestId, rows] of requests) {
    anchors.set(requestId, anchorOf(rows));
    shardOf(requestId).requests.push(rows);
  }
  const charges = ledgers.upstreamCharges.map((row) => ({
    row,
    anchoredAt: anchors.get(row.requestId ?? '') ?? row.occurredAt,
  }));
  for (const [key, rows] of grouped(charges, chargeKey)) shardOf(key).charges.push(rows);
  for (const [key, rows] of grouped(ledgers.payments, (row) => row.transactionId))
    shardOf(key).payments.push(rows);
  return split;
}

/** A shard as it travels: records, each with the anchor that only the whole input shows. Plain JSON. */
export interface ShardWire {
  requests: [DownstreamRecord[], UpstreamRecord[]][];
  charges: [UpstreamRecord, number][][];
  payments: PaymentRecord[][];
}

const records = <T>(rows: readonly (UsageRow | PaymentRow)[]): T[] => rows.map((row) => row.record as T);

export const packShard = ({ requests, charges, payments }: Shard): ShardWire => ({
  requests: requests.map(({ downstream, upstream }) => [records(downstream), records(upstream)]),
  charges: charges.map((rows) =>
    rows.map(({ row, anchoredAt }) => [row.record as UpstreamRecord, anchoredAt]),
  ),
  payments: payments.map((rows) => records(rows)),
});

/** @param currency the report's, from the survey's context. */
export const unpackShard = ({ requests, charges, payments }: ShardWire, currency: string): Shard => ({
  requests: requests.map(([downstream, upstream]) => ({
    downstream: downstream.map((record) => downstreamRow(record, currency)),
    upstream: upstream.map((record) => upstreamRow(record, currency)),
  })),
  charges: charges.map((rows) =>
    rows.map(([record, anchoredAt]) => ({ row: upstreamRow(record, currency), anchoredAt })),
  ),
  payments: payments.map((rows) => rows.map((record) => paymentRow(record, currency))),
});
