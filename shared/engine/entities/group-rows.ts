import { buildUsageKey } from '../rows/copies.ts';
import type { Ledgers } from '../rows/ledgers.ts';
import type { PaymentRow, UsageRow } from '../rows/row.ts';
import { annotateCharges, type RequestRows } from './request-rows.ts';

/** Rows by request, upstream rows by upstream id (they may also belong to a request), payment rows by transaction. */
export interface Groups {
  readonly requests: Iterable<RequestRows>;
  readonly charges: Iterable<readonly UsageRow[]>;
  readonly payments: Iterable<PaymentRow[]>;
}

/** Appends a row. A new list of one row takes a twentieth of the memory of an empty list that a row is pushed to. */
const append = <T>(rows: T[] | undefined, row: T): T[] => {
  if (rows === undefined || rows.length === 0) return [row];
  rows.push(row);
  return rows;
};

const NO_ROWS: UsageRow[] = [];

function groupRequests({ downstreamUsage, upstreamCharges }: Ledgers): Map<string, RequestRows> {
  const requests = new Map<string, RequestRows>();
  for (const row of downstreamUsage) {
    const request = requests.get(row.requestId ?? '');
    if (request) request.downstream.push(row);
    else requests.set(row.requestId ?? '', { downstream: [row], upstream: NO_ROWS });
  }
  for (const row of upstreamCharges) {
    if (row.requestId === undefined) continue;
    const request = requests.get(row.requestId);
    if (request) request.upstream = append(request.upstream, row);
    else requests.set(row.requestId, { downstream: NO_ROWS, upstream: [row] });
  }
  return requests;
}

/** Groups rows by upstream id, those without one by request id, and those without both by content: three maps. */
export function groupCharges(rows: readonly UsageRow[]): Map<string, UsageRow[]>[] {
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
          : [byContent, buildUsageKey(row)];
    groups?.set(key, append(groups.get(key), row));
  }
  return [byUpstreamId, byRequestId, byContent] as Map<string, UsageRow[]>[];
}

/** Groups payment rows by transaction id. */
export function groupPayments(rows: readonly PaymentRow[]): Map<string, PaymentRow[]> {
  const payments = new Map<string, PaymentRow[]>();
  for (const row of rows) payments.set(row.transactionId, append(payments.get(row.transactionId), row));
  return payments;
}

/** Groups the rows of all ledgers, and sets fields of the upstream rows (see `annotateCharges`). */
export function groupRows(ledgers: Ledgers): Groups {
  for (const row of ledgers.upstreamCharges) row.periodTime = row.occurredAt;
  const requests = [...groupRequests(ledgers).values()];
  for (const rows of requests) annotateCharges(rows, ledgers.currency);
  return {
    requests,
    charges: groupCharges(ledgers.upstreamCharges).flatMap((groups) => [...groups.values()]),
    payments: groupPayments(ledgers.payments).values(),
  };
}
