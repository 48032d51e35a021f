import { bucketOf } from '../../hash.ts';
import { usageContent } from '../rows/copies.ts';
import type { Ledgers } from '../rows/ledgers.ts';
import type { PaymentRow, UsageRow } from '../rows/row.ts';
import { type RequestRows, tellCharges } from './request-rows.ts';

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
    tellCharges(rows, ledgers.currency);
    shardOf(requestId).requests.push(rows);
  }
  for (const groups of chargesOf(ledgers.upstreamCharges))
    for (const [key, rows] of groups) shardOf(key).charges.push(rows);
  for (const [transactionId, rows] of paymentsOf(ledgers.payments))
    shardOf(transactionId).payments.push(rows);
  return split;
}
