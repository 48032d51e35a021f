import { HOUR_MS } from '../../instant.ts';
import { USERS_MAX } from '../../limits.ts';
import { atLeastZero, type Decimal, difference, smaller, sumOf, total, ZERO } from '../../money.ts';
import { isEffective, type PaymentGroup } from '../groups/payment.ts';
import type { PlainRequest } from '../groups/plain.ts';
import type { Request } from '../groups/request.ts';
import { isCreditNote, type Row, type UsageRow } from '../rows/row.ts';
import { refundOf } from '../rows/supersession.ts';
import { type Context, edgesOf } from '../survey/context.ts';
import { addBilled, addCovered, addLogTime, coverage } from './bills/coverage.ts';
import { addBillLine, addEstimate, estimates, maybeEstimate } from './estimated/estimates.ts';
import { largest } from './largest.ts';
import type { TallyOf } from './monoid.ts';
import { byKey, count, fields, type Keyed, sum } from './monoid.ts';
import { addPartnerless, addPartners, channelOf, partners } from './partners.ts';
import { addReach, reach } from './reach.ts';
import type { Shares } from './shares.ts';

/** The line of a channel or a customer that no row names. */
export const UNASSIGNED = 'unassigned';

const line = fields({
  requests: count,
  /** Requests with a downstream row. */
  soldRequests: count,
  revenue: sum,
  cost: sum,
  /** Matched requests that are not suspended, and the margin of everything else. */
  matchedRequests: count,
  unmatched: sum,
  /** Those of them that are not free: what a negative margin is judged by. */
  judgedRequests: count,
  /** Those of the judged ones that were delivered: where none was, failures say what was lost. */
  deliveredRequests: count,
  /** What of their margin is not judged: that of free requests, and what is restated. */
  excused: sum,
  /** What findings of the judged requests count as lost. */
  lost: sum,
  /** Requests that one ledger books on this channel, and the other on another. */
  mismatches: count,
});
export type Line = TallyOf<typeof line>;

export const marginOf = ({ revenue, cost }: Pick<Line, 'revenue' | 'cost'>): Decimal =>
  difference(revenue.value, cost.value);

/** What is earned in some time. */
export const timeLine = fields({ requests: count, revenue: sum, cost: sum });

/** What is earned with one customer, and credited to them. */
export const customerLine = fields({
  requests: count,
  revenue: sum,
  cost: sum,
  credited: sum,
  /** By model and channel, what requests without an upstream row of their own earn. */
  covered: byKey(byKey(sum)),
  estimate: maybeEstimate,
});
export type CustomerLine = TallyOf<typeof customerLine>;

/** Margin of the line's matched requests that are not suspended. */
export const matchedMarginOf = (entry: Line): Decimal => difference(marginOf(entry), entry.unmatched.value);

const standings = fields({ included: count, outOfPeriod: count, currencyExcluded: count });
const usageTotals = fields({ refunds: sum, pending: sum });

/** Every figure of the report's summary and tables, as sums and counts that shards can add up. */
export const totals = fields({
  records: fields({ downstreamUsage: standings, upstreamCharges: standings, payments: standings }),
  requests: fields({ total: count, matched: count }),
  revenue: usageTotals,
  cost: usageTotals,
  unattributed: sum,
  /** All requests but free ones and those with a foreign row, and what of the whole margin is not theirs. */
  judgedRequests: count,
  excused: sum,
  /** Upstream rows in the period, whatever their currency, that name a request, and settled ones that name none. */
  bill: fields({ named: count, loose: count }),
  /** What only totals can compare. */
  coverage,
  /** What stated prices say of them. */
  estimates,
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
    /** Pairs whose tokens were compared: without any, the flag says nothing of usage on both sides. */
    countedTokens: count,
    /** Requests with a settled downstream row that name no customer; no flag shows them. */
    withoutUser: count,
  }),
  models: byKey(line),
  /** Whether requests of each channel have a partner, and whether the ledgers reach beyond the period. */
  partners,
  reach,
  /** Cost of upstream rows without request, by their own model: whose it is shows when all sales are known. */
  looseModels: byKey(sum),
  channels: byKey(line),
  /** Requests by model and channel, a blank where it is unknown, and by the codes that they show. */
  shown: byKey(byKey(byKey(count))),
  /** By UTC hour: `2026-03-10T14`. */
  hours: byKey(timeLine),
  /** The customers that the report lists, and one more where there are others. */
  users: largest(USERS_MAX + 1, fields({ line: customerLine, weight: sum }), ({ weight }) => weight.value),
});
export type Totals = TallyOf<typeof totals>;

/** What is added to while groups are seen: the totals, and a line for each customer. */
export interface Sums {
  readonly totals: Totals;
  readonly customers: Keyed<CustomerLine>;
}

/** A provider bills like that: none of its rows names a request. */
export const isBillWithoutIds = ({ bill }: Totals): boolean => bill.loose.value > 0 && bill.named.value === 0;

/** Counts one row of any ledger by its standing. */
export function addRow(
  { records, gaps, excluded, bill, reach, coverage }: Totals,
  row: Row,
  context: Context,
): void {
  if (row.ledger !== 'payments') addReach(reach, row, context);
  if (row.ledger === 'downstreamUsage' && context.supplied.upstreamCharges)
    addLogTime(coverage, row.occurredAt);
  records[row.ledger][row.standing].value++;
  if (row.superseded) return;
  if (row.ledger === 'upstreamCharges' && row.standing !== 'outOfPeriod') {
    if (row.requestId !== undefined) bill.named.value++;
    else if (row.status !== 'pending' && !isCreditNote(row)) bill.loose.value++;
  }
  if (row.standing !== 'currencyExcluded') return;
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

const gross = (row: UsageRow): Decimal => row.gross;

/** How far a request's margin says something about its model and channel. */
interface Judgement {
  isMatched: boolean;
  isFree: boolean;
  /** What the totals hold twice: the repeated charge less the repeated cost. */
  restated: Decimal;
}

function judgementOf({ sold, bought, matched, suspended }: Request): Judgement {
  const isRestated = sold.restated.length + bought.restated.length > 0;
  return {
    isMatched: matched && !suspended,
    isFree: sold.free,
    restated: isRestated ? total(sold.restated, gross).minus(total(bought.restated, gross)) : ZERO,
  };
}

/** Adds revenue and cost to a line, and says where they are no matched margin, or none to be judged. */
function addToLine(entry: Line, revenue: Decimal, cost: Decimal, { isMatched, isFree }: Judgement): void {
  if (revenue !== ZERO) entry.revenue.add(revenue);
  if (cost !== ZERO) entry.cost.add(cost);
  if (!isMatched) entry.unmatched.add(difference(revenue, cost));
  else if (isFree) entry.excused.add(difference(revenue, cost));
}

/** Counts a request once, at its own model or channel, less what it restates. */
function countRequest(entry: Line, request: Request, { isMatched, isFree, restated }: Judgement): void {
  entry.requests.value++;
  if (request.sold.rows.length > 0) entry.soldRequests.value++;
  if (!isMatched) return;
  entry.matchedRequests.value++;
  if (isFree) return;
  entry.judgedRequests.value++;
  if (request.sold.delivered) entry.deliveredRequests.value++;
  if (restated !== ZERO) entry.excused.add(restated);
}

function addModel(models: Keyed<Line>, request: Request, judgement: Judgement): void {
  const entry = models.at(request.model);
  countRequest(entry, request, judgement);
  addToLine(entry, request.sold.revenue, request.bought.spent, judgement);
}

function addChannels(channels: Keyed<Line>, request: Request, judgement: Judgement): void {
  const { sold, bought } = request;
  const own = request.channelId ?? UNASSIGNED;
  countRequest(channels.at(own), request, judgement);
  const fallback = bought.serving?.channelId ?? UNASSIGNED;
  for (const row of sold.settled) addToLine(channels.at(row.channelId ?? fallback), row.net, ZERO, judgement);
  for (const row of bought.settled) addToLine(channels.at(row.channelId ?? own), ZERO, row.net, judgement);
  for (const channelId of request.channelPair ?? []) channels.at(channelId).mismatches.value++;
}

function addUnmatched({ unmatched, partners }: Totals, request: Request, context: Context): void {
  const { requestId, sold, bought, unmatched: side } = request;
  if (sold.included.length > 0) partners.inDownstream.value++;
  if (bought.included.length > 0) partners.inUpstream.value++;
  if (request.isInBoth) addPartners(partners, bought.rows, request.channelId);
  if (side === undefined) return;
  const amount = atLeastZero(request.unmatchedAmount);
  unmatched[side].requests.value++;
  unmatched[side].amount.add(amount);
  const channelId = channelOf(request);
  const edges = edgesOf(request.anchor, context);
  if (channelId !== undefined) addPartnerless(partners, side, channelId, { requestId, amount, edges });
}

/** Most rows are of the hour of the row before, and writing it takes longer than all that is added to it. */
let last = { start: Number.NaN, day: '', hour: '' };

/** The UTC hour and day of an instant: `2026-03-10T14`, `2026-03-10`. */
function timeOf(time: number): { readonly day: string; readonly hour: string } {
  const start = Math.floor(time / HOUR_MS) * HOUR_MS;
  if (start !== last.start) {
    const [hour = ''] = new Date(start).toISOString().split(':');
    last = { start, day: dayOfHour(hour), hour };
  }
  return last;
}

/** The day of an hour, both as they are written. */
export const dayOfHour = (hour: string): string => hour.slice(0, hour.indexOf('T'));

/** Adds a request to the hour of its anchor and to its customer. */
function addTimeAndCustomer({ totals: { hours, gaps, estimates }, customers }: Sums, request: Request): void {
  const { sold, bought } = request;
  const { userId } = sold;
  const { day, hour } = timeOf(request.anchor);
  for (const entry of [hours.at(hour), customers.at(userId ?? UNASSIGNED)]) {
    entry.requests.value++;
    entry.revenue.add(sold.revenue);
    entry.cost.add(bought.spent);
  }
  if (request.isWithoutCharge)
    customers
      .at(userId ?? UNASSIGNED)
      .covered.at(request.model)
      .at(request.channelId ?? '')
      .add(sold.net);
  if (request.isWithoutCharge) {
    const customer = customers.at(userId ?? UNASSIGNED);
    addEstimate(estimates, request, day, request.channelId ?? UNASSIGNED, customer.estimate);
  }
  if (userId === undefined && sold.settled.length > 0) gaps.withoutUser.value++;
}

/** Adds a request that has an included row. */
export function addRequest(sums: Sums, request: Request, context: Context): void {
  const into = sums.totals;
  const { sold, bought } = request;
  addSales(into, sold.included);
  addCharges(into, bought.included);
  into.requests.total.value++;
  if (request.matched) into.requests.matched.value++;
  addUnmatched(into, request, context);
  if (bought.serving && sold.settled.length > 0)
    into.gaps[sold.tokens && bought.serving.tokens ? 'countedTokens' : 'uncountedTokens'].value++;
  const judgement = judgementOf(request);
  if (sold.free || request.foreign) into.excused.add(difference(sold.revenue, bought.spent));
  else {
    into.judgedRequests.value++;
    if (judgement.restated !== ZERO) into.excused.add(judgement.restated);
  }
  addModel(into.models, request, judgement);
  addChannels(into.channels, request, judgement);
  addTimeAndCustomer(sums, request);
}

/** Adds a plain request, in place of its rows and itself. */
export function addPlain({ totals: into, customers }: Sums, { sale, charge }: PlainRequest): void {
  const cost = charge?.gross ?? ZERO;
  into.records.downstreamUsage.included.value++;
  into.requests.total.value++;
  into.judgedRequests.value++;
  into.partners.inDownstream.value++;
  if (sale.expected === undefined) into.gaps.unpriced.value++;
  if (charge !== undefined) {
    into.partners.inUpstream.value++;
    into.records.upstreamCharges.included.value++;
    into.requests.matched.value++;
    into.bill.named.value++;
    addPartners(into.partners, [charge], sale.channelId);
    addLogTime(into.coverage, sale.occurredAt);
    into.gaps[sale.tokens && charge.tokens ? 'countedTokens' : 'uncountedTokens'].value++;
  }
  const isMatched = charge !== undefined;
  for (const entry of [into.models.at(sale.model), into.channels.at(sale.channelId ?? UNASSIGNED)]) {
    entry.requests.value++;
    entry.soldRequests.value++;
    entry.revenue.add(sale.gross);
    if (isMatched) {
      entry.cost.add(cost);
      entry.matchedRequests.value++;
      entry.judgedRequests.value++;
      entry.deliveredRequests.value++;
    } else entry.unmatched.add(sale.gross);
  }
  for (const entry of [
    into.hours.at(timeOf(sale.occurredAt).hour),
    customers.at(sale.userId ?? UNASSIGNED),
  ]) {
    entry.requests.value++;
    entry.revenue.add(sale.gross);
    entry.cost.add(cost);
  }
  if (sale.userId === undefined) into.gaps.withoutUser.value++;
}

/** Adds what the findings of a request count, and which of them look at the same request. */
export function addShares(
  { models, shown, coverage }: Totals,
  request: Request,
  { codes, lost }: Shares,
  context: Context,
): void {
  if (context.supplied.upstreamCharges && request.isWithoutCharge) addCovered(coverage, request, lost);
  const { sold, bought, model, channelId = '' } = request;
  const { copied } = bought;
  // Copies are found by their upstream id, with the rows of other requests.
  const all = copied === ZERO ? codes : [...codes, 'duplicate_upstream_charge'];
  if (all.length === 0) return;
  shown.at(model).at(channelId).at(all.join(' ')).value++;
  if (request.matched && !request.suspended && !sold.free) models.at(model).lost.add(sumOf(lost, copied));
}

/** Adds the cost of upstream rows without request, which is nobody's margin. */
export function addLooseCost(entry: Line, cost: Decimal): void {
  entry.cost.add(cost);
  entry.unmatched.add(cost.negated());
}

/** Adds an included upstream row that names no request. */
export function addLooseCharge({ totals: into, customers }: Sums, row: UsageRow): void {
  addCharges(into, [row]);
  if (!isCreditNote(row)) into.gaps.withoutRequestId.value++;
  if (row.status === 'pending') return;
  into.unattributed.add(row.net);
  into.looseModels.at(row.model).add(row.net);
  addBilled(into.coverage, row);
  addBillLine(into.estimates, row);
  addLooseCost(into.channels.at(row.channelId ?? UNASSIGNED), row.net);
  into.hours.at(timeOf(row.occurredAt).hour).cost.add(row.net);
  customers.at(UNASSIGNED).cost.add(row.net);
}

/** Adds the included rows of a transaction that nothing supersedes. */
export function addPayment({ totals: { payments, gaps }, customers }: Sums, { rows }: PaymentGroup): void {
  for (const row of rows) {
    const customer = customers.at(row.userId ?? UNASSIGNED);
    if (row.credited) {
      payments.credited.add(row.credited);
      customer.credited.add(row.credited);
    }
    if (row.status === 'pending') payments.pending.add(row.gross);
    if (!isEffective(row)) continue;
    if (row.creditAlone === 'unnamed') gaps.foreignPayments.value++;
    const refund = refundOf(row) === ZERO ? ZERO : smaller(refundOf(row), row.gross);
    payments.gross.add(row.gross);
    if (refund !== ZERO) payments.refunds.add(refund);
    if (row.status === 'chargeback') payments.chargebacks.add(difference(row.gross, refund));
    if (row.fee) payments.fees.add(row.fee);
    if (!row.credited) gaps.unknownCredits.value++;
  }
}
