import { UNASSIGNED } from '../../../log-facts.ts';
import { addExact, atLeastZero, type Decimal, subtract, sumBy, ZERO } from '../../../money/money.ts';
import type { Request } from '../../entities/request.ts';
import { grossOf } from '../../entities/request-sides.ts';
import type { SimpleRequest } from '../../entities/simple-request.ts';
import { type Context, findNearbyEnds } from '../../survey/context.ts';
import type { Keyed } from '../accumulators.ts';
import { addBilled, addCovered, addLogTime } from '../bills/coverage.ts';
import { addMatchedRequest, addUnmatchedRequest, findChannel } from '../channel-matches.ts';
import type { MoneyAttribution } from '../count-money-once.ts';
import { addEstimate } from '../estimated/estimate-tally.ts';
import { addOutsideRequest } from '../outside-requests.ts';
import { addUsage } from './add-rows.ts';
import { toLocalHour } from './local-hour.ts';
import type { MarginTally } from './margin-tally.ts';
import type { Totals } from './totals.ts';

/** Whether the margin of a request can be judged. */
interface MarginJudgement {
  isMatched: boolean;
  isFree: boolean;
  /** Amount that the totals contain twice: repeated charges minus repeated costs. */
  restated: Decimal;
}

function judgeMargin({ sold, bought, matched, suspended }: Request): MarginJudgement {
  const isRestated = sold.restated.length + bought.restated.length > 0;
  return {
    isMatched: matched && !suspended,
    isFree: sold.free,
    restated: isRestated ? sumBy(sold.restated, grossOf).minus(sumBy(bought.restated, grossOf)) : ZERO,
  };
}

/** Adds revenue and cost to a tally, and records separately the margin that is unmatched or free. */
function addMoney(
  entry: MarginTally,
  revenue: Decimal,
  cost: Decimal,
  { isMatched, isFree }: MarginJudgement,
): void {
  if (revenue !== ZERO) entry.revenue.add(revenue);
  if (cost !== ZERO) entry.cost.add(cost);
  if (!isMatched) entry.unmatched.add(subtract(revenue, cost));
  else if (isFree) entry.excused.add(subtract(revenue, cost));
}

/** Counts a request once, for its own model or channel, without repeated amounts. */
function countRequest(
  entry: MarginTally,
  request: Request,
  { isMatched, isFree, restated }: MarginJudgement,
): void {
  entry.requests.value++;
  if (request.sold.rows.length > 0) entry.soldRequests.value++;
  if (request.sold.delivered && !isFree && !request.suspended) {
    entry.deliveredSales.value++;
    if (request.sold.gross.isZero()) entry.unchargedSales.value++;
  }
  if (!isMatched) return;
  entry.matchedRequests.value++;
  if (isFree) return;
  entry.judgedRequests.value++;
  if (request.sold.delivered) entry.deliveredRequests.value++;
  if (restated !== ZERO) entry.excused.add(restated);
}

function addModel(models: Keyed<MarginTally>, request: Request, judgement: MarginJudgement): void {
  const entry = models.at(request.model);
  countRequest(entry, request, judgement);
  addMoney(entry, request.sold.revenue, request.bought.spent, judgement);
}

function addChannels(channels: Keyed<MarginTally>, request: Request, judgement: MarginJudgement): void {
  const { sold, bought } = request;
  const own = request.channelId ?? UNASSIGNED;
  countRequest(channels.at(own), request, judgement);
  const fallback = bought.serving?.channelId ?? UNASSIGNED;
  for (const row of sold.settled) addMoney(channels.at(row.channelId ?? fallback), row.net, ZERO, judgement);
  for (const row of bought.settled) addMoney(channels.at(row.channelId ?? own), ZERO, row.net, judgement);
  for (const channelId of request.channelPair ?? []) channels.at(channelId).mismatches.value++;
}

/** Counts whether a request has a counterpart. Requests outside the time of the other ledger are unknown and left out. */
function addMatching(
  { unmatched, partners }: Totals,
  request: Request,
  context: Context,
  isOutside: boolean,
): void {
  const { requestId, sold, bought, unmatched: side } = request;
  if (sold.included.length > 0 && !isOutside) partners.inDownstream.value++;
  if (bought.included.length > 0 && !isOutside) partners.inUpstream.value++;
  if (request.isInBoth) addMatchedRequest(partners, bought.rows, request.channelId);
  if (side === undefined) return;
  const amount = atLeastZero(request.unmatchedAmount);
  unmatched[side].requests.value++;
  unmatched[side].amount.add(amount);
  if (isOutside) return;
  const channelId = findChannel(request);
  const edges = findNearbyEnds(request.anchor, context);
  if (channelId !== undefined) addUnmatchedRequest(partners, side, channelId, { requestId, amount, edges });
}

/** Adds a request to its hour and its customer. */
function addTimeAndCustomer(
  { hours, estimates, customers }: Totals,
  request: Request,
  context: Context,
): void {
  const { sold, bought, model, channelId } = request;
  const { day, hour } = toLocalHour(request.anchor, context);
  const customer = customers.at(sold.userId ?? UNASSIGNED);
  for (const entry of [hours.at(hour), customer]) {
    entry.requests.value++;
    entry.revenue.add(sold.revenue);
    entry.cost.add(bought.spent);
  }
  if (!request.isWithoutCharge) return;
  customer.covered
    .at(model)
    .at(channelId ?? '')
    .add(sold.net);
  addEstimate(estimates, request, day);
}

/** Counts fields that are missing in its rows. */
function addGaps({ gaps }: Totals, { sold, bought: { serving } }: Request): void {
  for (const { status, expected } of sold.settled)
    if (status !== 'failed' && expected === undefined) gaps.unpriced.value++;
  if (sold.settled.length === 0) return;
  if (sold.userId === undefined) gaps.withoutUser.value++;
  if (serving !== undefined)
    gaps[sold.tokens && serving.tokens ? 'countedTokens' : 'uncountedTokens'].value++;
}

/** Adds a request with an included row. */
export function addRequest(into: Totals, request: Request, context: Context): void {
  const { sold, bought } = request;
  addUsage(into.revenue, into, sold.included);
  addUsage(into.cost, into, bought.included);
  addGaps(into, request);
  into.requests.total.value++;
  if (request.matched) into.requests.matched.value++;
  const isOutside = request.isOutsideOtherLedger(context);
  addMatching(into, request, context, isOutside);
  const judgement = judgeMargin(request);
  const margin = subtract(sold.revenue, bought.spent);
  const isJudged = !sold.free && !request.foreign;
  if (isJudged) {
    into.judgedRequests.value++;
    if (judgement.restated !== ZERO) into.excused.add(judgement.restated);
  } else into.excused.add(margin);
  if (isOutside)
    addOutsideRequest(
      into.beyond,
      request,
      isJudged ? subtract(margin, judgement.restated) : undefined,
      context,
    );
  addModel(into.models, request, judgement);
  addChannels(into.channels, request, judgement);
  addTimeAndCustomer(into, request, context);
}

/** Adds a simple request; replaces `addRow` and `addRequest`. */
export function addSimple(into: Totals, { sale, charge }: SimpleRequest, context: Context): void {
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
    addMatchedRequest(into.partners, [charge], sale.channelId);
    addLogTime(into.coverage, sale.occurredAt);
    into.gaps[sale.tokens && charge.tokens ? 'countedTokens' : 'uncountedTokens'].value++;
  }
  const isMatched = charge !== undefined;
  for (const entry of [into.models.at(sale.model), into.channels.at(sale.channelId ?? UNASSIGNED)]) {
    entry.requests.value++;
    entry.soldRequests.value++;
    entry.deliveredSales.value++;
    entry.revenue.add(sale.gross);
    if (isMatched) {
      entry.cost.add(cost);
      entry.matchedRequests.value++;
      entry.judgedRequests.value++;
      entry.deliveredRequests.value++;
    } else entry.unmatched.add(sale.gross);
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

/** Adds what remains after the checks: amounts that only totals can compare, the codes found in a request, and the money lost. */
export function addShares(
  { models, shown, coverage }: Totals,
  request: Request,
  { codes, lost }: MoneyAttribution,
  context: Context,
): void {
  if (context.supplied.upstreamCharges && request.isWithoutCharge) addCovered(coverage, request, lost);
  const { sold, bought, model, channelId = '' } = request;
  if (context.comparesByTotals && sold.settled.length === 0 && !request.isOutsideOtherLedger(context))
    for (const row of bought.settled) addBilled(coverage, row);
  const { copied } = bought;
  // Copies are found by their upstream id, with the rows of other requests.
  const all = copied === ZERO ? codes : [...codes, 'duplicate_upstream_charge'];
  if (all.length === 0) return;
  shown.at(model).at(channelId).at(all.join(' ')).value++;
  if (request.matched && !request.suspended && !sold.free) models.at(model).lost.add(addExact(lost, copied));
}
