import { UNASSIGNED } from '../../../log-facts.ts';
import { addExact, atLeastZero, type Decimal, subtract, ZERO } from '../../../money/money.ts';
import type { Request } from '../../entities/request.ts';
import type { SimpleRequest } from '../../entities/simple-request.ts';
import type { Context } from '../../survey/context.ts';
import { addLogTime, addLooseBillRow, addLooseSale } from '../bills/loose-totals.ts';
import { addMatchedRequest, addUnmatchedRequest } from '../channel-matches.ts';
import type { MoneyAttribution } from '../count-money-once.ts';
import { addEstimate } from '../estimated/estimate-tally.ts';
import { addOutsideRequest } from '../outside-requests.ts';
import { addPendingAndRefunds } from './add-rows.ts';
import { toLocalHour } from './local-hour.ts';
import type { MarginTally, Totals } from './totals.ts';

/** Adds revenue and cost to a tally, and records separately the margin that is unmatched or free. */
function addMoney(entry: MarginTally, revenue: Decimal, cost: Decimal, request: Request): void {
  if (revenue !== ZERO) entry.revenue.add(revenue);
  if (cost !== ZERO) entry.cost.add(cost);
  if (!request.isComparable) entry.unmatchedMargin.add(subtract(revenue, cost));
  else if (request.sales.isFree) entry.unjudgedMargin.add(subtract(revenue, cost));
}

/** Counts a request once, for its own model or channel, without repeated amounts. */
function countRequest(entry: MarginTally, request: Request): void {
  const { sales, isComparable, isSuspended, restatedMargin } = request;
  entry.requests.value++;
  if (sales.rows.length > 0) entry.soldRequests.value++;
  if (sales.isDelivered && !sales.isFree && !isSuspended) {
    entry.deliveredSales.value++;
    if (sales.gross.isZero()) entry.unchargedSales.value++;
  }
  if (!isComparable) return;
  entry.matchedRequests.value++;
  if (sales.isFree) return;
  entry.judgedRequests.value++;
  if (sales.isDelivered) entry.deliveredRequests.value++;
  if (restatedMargin !== ZERO) entry.unjudgedMargin.add(restatedMargin);
}

/** Adds a request to its model and to the channels of its rows. */
function addMargins({ models, channels }: Totals, request: Request): void {
  const { sales, charges } = request;
  const model = models.at(request.model);
  countRequest(model, request);
  addMoney(model, sales.revenue, charges.totalCost, request);
  const own = request.channelId ?? UNASSIGNED;
  countRequest(channels.at(own), request);
  const fallback = charges.serving?.channelId ?? UNASSIGNED;
  for (const row of sales.settled) addMoney(channels.at(row.channelId ?? fallback), row.net, ZERO, request);
  for (const row of charges.settled) addMoney(channels.at(row.channelId ?? own), ZERO, row.net, request);
  for (const channelId of request.channelPair ?? []) channels.at(channelId).mismatches.value++;
}

/** Counts whether a request has a counterpart. Leaves out requests outside the time of the other ledger. */
function addMatching(into: Totals, request: Request, context: Context, isOutside: boolean): void {
  const { unmatched, channelMatches } = into;
  const { sales, charges, unmatchedIn } = request;
  if (sales.included.length > 0 && !isOutside) channelMatches.inDownstream.value++;
  if (charges.included.length > 0 && !isOutside) channelMatches.inUpstream.value++;
  if (request.isInBoth) addMatchedRequest(channelMatches, charges.rows, request.channelId);
  if (unmatchedIn === undefined) return;
  const amount = atLeastZero(request.unmatchedAmount);
  unmatched[unmatchedIn].requests.value++;
  unmatched[unmatchedIn].amount.add(amount);
  if (!isOutside) addUnmatchedRequest(channelMatches, request, amount, context);
}

/** Adds a request to its hour and its customer. */
function addTimeAndCustomer(into: Totals, request: Request, context: Context): void {
  const { sales, charges, model, channelId = '' } = request;
  const { day, hour } = toLocalHour(request.time, context);
  const customer = into.customers.at(sales.userId ?? UNASSIGNED);
  for (const entry of [into.hours.at(hour), customer]) {
    entry.requests.value++;
    entry.revenue.add(sales.revenue);
    entry.cost.add(charges.totalCost);
  }
  customer.refunds.add(sales.refunds);
  if (!request.isWithoutCharge) return;
  customer.looseRevenue.at(model).at(channelId).add(sales.net);
  addEstimate(into.estimates, request, day);
}

/** Counts fields that are missing in its rows. */
function addGaps({ gaps }: Totals, { sales, charges: { serving } }: Request): void {
  for (const { status, expected } of sales.settled)
    if (status !== 'failed' && expected === undefined) gaps.unpriced.value++;
  if (sales.settled.length === 0) return;
  if (sales.userId === undefined) gaps.withoutUser.value++;
  if (serving !== undefined)
    gaps[sales.tokens && serving.tokens ? 'countedTokens' : 'uncountedTokens'].value++;
}

/** Adds a request with an included row to the totals that do not depend on findings (see `addCheckResults`). */
export function addRequest(into: Totals, request: Request, context: Context): void {
  const { sales, charges } = request;
  addPendingAndRefunds(into.revenue, into, sales.included);
  addPendingAndRefunds(into.cost, into, charges.included);
  addGaps(into, request);
  into.requests.total.value++;
  if (request.isMatched) into.requests.matched.value++;
  const isOutside = request.isOutsideOtherLedger(context);
  addMatching(into, request, context, isOutside);
  const { restatedMargin } = request;
  const margin = subtract(sales.revenue, charges.totalCost);
  const isJudged = !sales.isFree && !request.hasForeignRow;
  if (isJudged) {
    into.judgedRequests.value++;
    if (restatedMargin !== ZERO) into.unjudgedMargin.add(restatedMargin);
  } else into.unjudgedMargin.add(margin);
  const judged = isJudged ? subtract(margin, restatedMargin) : undefined;
  if (isOutside) addOutsideRequest(into.outsideRequests, request, judged, context);
  addMargins(into, request);
  addTimeAndCustomer(into, request, context);
}

/**
 * Adds a simple request (one successful sale and its charge, see `SimpleRequest`) to the totals. Does in one step what
 * `countRow`, `addRequest` and `addCheckResults` do for all other requests.
 */
export function addSimpleRequest(into: Totals, { sale, charge }: SimpleRequest, context: Context): void {
  const cost = charge?.gross ?? ZERO;
  into.records.downstreamUsage.included.value++;
  into.requests.total.value++;
  into.judgedRequests.value++;
  into.channelMatches.inDownstream.value++;
  if (sale.expected === undefined) into.gaps.unpriced.value++;
  if (charge !== undefined) {
    into.channelMatches.inUpstream.value++;
    into.records.upstreamCharges.included.value++;
    into.requests.matched.value++;
    into.bill.named.value++;
    addMatchedRequest(into.channelMatches, [charge], sale.channelId);
    addLogTime(into.looseTotals, sale.occurredAt);
    into.gaps[sale.tokens && charge.tokens ? 'countedTokens' : 'uncountedTokens'].value++;
  }
  for (const entry of [into.models.at(sale.model), into.channels.at(sale.channelId ?? UNASSIGNED)]) {
    entry.requests.value++;
    entry.soldRequests.value++;
    entry.deliveredSales.value++;
    entry.revenue.add(sale.gross);
    if (charge !== undefined) {
      entry.cost.add(cost);
      entry.matchedRequests.value++;
      entry.judgedRequests.value++;
      entry.deliveredRequests.value++;
    } else entry.unmatchedMargin.add(sale.gross);
  }
  for (const entry of [
    into.hours.at(toLocalHour(sale.occurredAt, context).hour),
    into.customers.at(sale.userId ?? UNASSIGNED),
  ]) {
    entry.requests.value++;
    entry.revenue.add(sale.gross);
    entry.cost.add(cost);
  }
  if (sale.userId === undefined) into.gaps.withoutUser.value++;
}

/**
 * Adds to the totals what the checks found in a request: counts the request by the codes of its findings, and adds the
 * money lost. A request without a bill row is also added to the totals for comparison with bills without request ids.
 */
export function addCheckResults(
  { models, requestsByCodes, looseTotals }: Totals,
  request: Request,
  { codes, lost }: MoneyAttribution,
  context: Context,
): void {
  if (context.supplied.upstreamCharges && request.isWithoutCharge) addLooseSale(looseTotals, request, lost);
  const { sales, charges, model, channelId = '' } = request;
  if (context.comparesByTotals && sales.settled.length === 0 && !request.isOutsideOtherLedger(context))
    for (const row of charges.settled) addLooseBillRow(looseTotals, row);
  const { copiedCost } = charges;
  // Add the code for copied charges here, because its check runs later, on all rows of an upstream id.
  const all = copiedCost === ZERO ? codes : [...codes, 'duplicate_upstream_charge'];
  if (all.length === 0) return;
  requestsByCodes.at(model).at(channelId).at(all.join(' ')).value++;
  if (request.isComparable && !sales.isFree) models.at(model).lostByFindings.add(addExact(lost, copiedCost));
}
