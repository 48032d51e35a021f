import { atLeastZero, type Decimal, smaller, total, ZERO } from '../../money.ts';
import { isEffective, type PaymentGroup } from '../groups/payment.ts';
import type { Request } from '../groups/request.ts';
import type { PaymentRow, Row, UsageRow } from '../rows/row.ts';
import type { TallyOf } from './monoid.ts';
import { byKey, count, fields, type Keyed, sum } from './monoid.ts';

/** The line of a channel that no row names. */
const UNASSIGNED = 'unassigned';

const line = fields({
  requests: count,
  revenue: sum,
  cost: sum,
  matchedRequests: count,
  /** Margin of everything that is not a matched request, or cannot be judged yet. */
  unmatched: sum,
  /** Matched requests that are meant to cost nothing, and their margin. */
  freeRequests: count,
  free: sum,
});
export type Line = TallyOf<typeof line>;

export const marginOf = ({ revenue, cost }: Line): Decimal => revenue.value.minus(cost.value);

/** Margin of the line's matched requests that can be judged. */
export const matchedMarginOf = (entry: Line): Decimal => marginOf(entry).minus(entry.unmatched.value);

const standings = fields({ included: count, outOfPeriod: count, currencyExcluded: count });
const usageTotals = fields({ refunds: sum, pending: sum });

/** Every figure of the report's summary and tables, as sums and counts that shards can add up. */
export const totals = fields({
  records: fields({ downstreamUsage: standings, upstreamCharges: standings, payments: standings }),
  requests: fields({ total: count, matched: count }),
  revenue: usageTotals,
  cost: usageTotals,
  unattributed: sum,
  /** Margin of requests that are meant to cost nothing, matched or not. */
  free: sum,
  unmatched: fields({
    downstream: fields({ requests: count, amount: sum }),
    upstream: fields({ requests: count, amount: sum }),
  }),
  payments: fields({
    gross: sum,
    refunds: sum,
    chargebacks: sum,
    fees: sum,
    pending: sum,
    credited: sum,
  }),
  excluded: byKey(fields({ downstreamUsage: sum, upstreamCharges: sum, payments: sum })),
  /** What a flag of `completeness` needs to be 0. */
  gaps: fields({
    withoutRequestId: count,
    foreignUsage: count,
    foreignPayments: count,
    pendingUsage: count,
    unknownCredits: count,
    unpriced: count,
    uncountedTokens: count,
  }),
  models: byKey(line),
  channels: byKey(line),
});
export type Totals = TallyOf<typeof totals>;

/** Counts one row of any ledger by its standing. */
export function addRow({ records, gaps, excluded }: Totals, row: Row): void {
  records[row.ledger][row.standing].value++;
  if (row.superseded || row.standing !== 'currencyExcluded') return;
  gaps[row.ledger === 'payments' ? 'foreignPayments' : 'foreignUsage'].value++;
  excluded.at(row.currency)[row.ledger].add(row.gross);
}

function addSales({ revenue, gaps }: Totals, rows: readonly UsageRow[]): void {
  for (const row of rows) {
    if (row.status === 'pending') {
      revenue.pending.add(row.gross);
      gaps.pendingUsage.value++;
    } else if (row.refund) revenue.refunds.add(row.refund);
    if ((row.status === 'success' || row.status === 'refunded') && !row.expected) gaps.unpriced.value++;
  }
}

function addCharges({ cost, gaps }: Totals, rows: readonly UsageRow[]): void {
  for (const row of rows) {
    if (row.status === 'pending') {
      cost.pending.add(row.gross);
      gaps.pendingUsage.value++;
    } else if (row.refund) cost.refunds.add(row.refund);
  }
}

const net = (row: UsageRow): Decimal => row.net;

/** Adds revenue and cost to a line; they count as matched margin only where the request can be judged. */
function addToLine(entry: Line, revenue: Decimal, cost: Decimal, { judged, free }: Judgement): void {
  if (revenue !== ZERO) entry.revenue.add(revenue);
  if (cost !== ZERO) entry.cost.add(cost);
  if (!judged) entry.unmatched.add(revenue.minus(cost));
  else if (free) entry.free.add(revenue.minus(cost));
}

interface Judgement {
  judged: boolean;
  free: boolean;
}

function countRequest(entry: Line, { judged, free }: Judgement): void {
  entry.requests.value++;
  if (judged) entry.matchedRequests.value++;
  if (judged && free) entry.freeRequests.value++;
}

function addChannels(channels: Keyed<Line>, request: Request, judgement: Judgement): void {
  const own = request.channelId ?? UNASSIGNED;
  countRequest(channels.at(own), judgement);
  const fallback = request.serving?.channelId ?? UNASSIGNED;
  for (const row of request.sales)
    addToLine(channels.at(row.channelId ?? fallback), row.net, ZERO, judgement);
  for (const row of request.charges) addToLine(channels.at(row.channelId ?? own), ZERO, row.net, judgement);
}

function addUnmatched({ unmatched }: Totals, request: Request): void {
  if (request.unmatched === undefined) return;
  unmatched[request.unmatched].requests.value++;
  unmatched[request.unmatched].amount.add(atLeastZero(request.unmatchedAmount));
}

/** Adds a request that has an included row. */
export function addRequest(into: Totals, request: Request): void {
  addSales(into, request.downstream);
  addCharges(into, request.upstream);
  const judgement = { judged: request.matched && !request.suspended, free: request.free };
  const spent = total(request.charges, net);
  into.requests.total.value++;
  if (request.matched) into.requests.matched.value++;
  if (request.free) into.free.add(request.net.minus(spent));
  addUnmatched(into, request);
  if (request.serving && request.sales.length > 0 && !(request.soldTokens && request.serving.tokens))
    into.gaps.uncountedTokens.value++;
  const entry = into.models.at(request.model);
  countRequest(entry, judgement);
  addToLine(entry, request.net, spent, judgement);
  addChannels(into.channels, request, judgement);
}

/** Adds an included upstream row that names no request. */
export function addLooseCharge(into: Totals, row: UsageRow): void {
  addCharges(into, [row]);
  into.gaps.withoutRequestId.value++;
  if (row.status === 'pending') return;
  into.unattributed.add(row.net);
  const judgement = { judged: false, free: false };
  addToLine(into.models.at(row.model), ZERO, row.net, judgement);
  addToLine(into.channels.at(row.channelId ?? UNASSIGNED), ZERO, row.net, judgement);
}

/** What a payment returned: up to its amount, and all of it where a refund names no amount. */
const returned = ({ refund, gross, status }: PaymentRow): Decimal =>
  refund ? smaller(refund, gross) : status === 'refunded' ? gross : ZERO;

/** Adds the included rows of a transaction that nothing supersedes. */
export function addPayment({ payments, gaps }: Totals, { rows }: PaymentGroup): void {
  for (const row of rows) {
    if (row.credited) payments.credited.add(row.credited);
    if (row.status === 'pending') payments.pending.add(row.gross);
    if (!isEffective(row)) continue;
    const refund = returned(row);
    payments.gross.add(row.gross);
    if (refund !== ZERO) payments.refunds.add(refund);
    if (row.status === 'chargeback') payments.chargebacks.add(row.gross.minus(refund));
    if (row.fee) payments.fees.add(row.fee);
    if (!row.credited) gaps.unknownCredits.value++;
  }
}
