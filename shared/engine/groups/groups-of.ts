import { usageContent } from '../rows/copies.ts';
import type { Ledgers } from '../rows/ledgers.ts';
import type { PaymentRow, UsageRow } from '../rows/row.ts';
import { type RequestRows, tellCharges } from './request-rows.ts';

/** What belongs together: rows of a request, upstream rows of an upstream id (each may be of a request, too), rows of a transaction. */
export interface Groups {
  readonly requests: Iterable<RequestRows>;
  readonly charges: Iterable<readonly UsageRow[]>;
  readonly payments: Iterable<PaymentRow[]>;
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

/** The groups of three ledgers. */
export function groupsOf(ledgers: Ledgers): Groups {
  for (const row of ledgers.upstreamCharges) row.anchoredAt = row.occurredAt;
  const requests = [...requestsOf(ledgers).values()];
  for (const rows of requests) tellCharges(rows, ledgers.currency);
  return {
    requests,
    charges: chargesOf(ledgers.upstreamCharges).flatMap((groups) => [...groups.values()]),
    payments: paymentsOf(ledgers.payments).values(),
  };
}
