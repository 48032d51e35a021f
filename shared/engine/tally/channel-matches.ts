import { type Decimal, isPositive, sumBy } from '../../money/money.ts';
import type { Request } from '../entities/request.ts';
import { earliestFirst, findFirst } from '../rows/order.ts';
import type { UsageRow } from '../rows/row.ts';
import { type Context, findNearbyEnds, findPassedEnds, type PeriodEnd } from '../survey/context.ts';
import { type Accumulator, byKey, count, fields, sum } from './accumulators.ts';
import { addId, firstIds } from './evidence.ts';

/** Least number of requests of a channel or ledger. Fewer may lack counterparts by chance. */
const REQUESTS_MIN = 5;

/** Requests of one channel without a counterpart. */
const unmatchedChannel = fields({
  requests: count,
  amount: sum,
  /** Loss by the ends of the period that the requests are close to. */
  losses: byKey(sum),
  requestIds: firstIds,
});

/** Numbers of matched and unmatched requests by channel. */
export const channelMatches = fields({
  /** Number of requests with an included row, by ledger. */
  inDownstream: count,
  inUpstream: count,
  /** Number of requests in both ledgers, and of their upstream rows by the channels that they prove to match. */
  both: count,
  downstream: byKey(count),
  upstream: byKey(count),
  unmatchedChannels: fields({ downstream: byKey(unmatchedChannel), upstream: byKey(unmatchedChannel) }),
});
type ChannelMatches = Accumulator<typeof channelMatches>;

/** Returns the channel of a request; if no attempt served it, that of its earliest upstream row with a channel. */
export function findChannel({ channelId, unmatchedIn, charges }: Request): string | undefined {
  if (unmatchedIn === 'downstream' || charges.serving) return channelId;
  return findFirst(
    charges.included.filter((row) => row.channelId !== undefined),
    earliestFirst,
  )?.channelId;
}

/** Returns whether a row proves that the channel matches. A failed row of another channel, a fallback, does not. */
const isOwnCharge = (row: UsageRow, channelId: string): boolean =>
  row.status !== 'failed' || row.channelId === undefined || row.channelId === channelId;

/**
 * Counts a request that has rows in both ledgers, by the channels that each upstream row and the log (`channelId`, if
 * known) name. A failed attempt on another channel is not counted for the channel in the log.
 */
export function addMatchedRequest(
  tally: ChannelMatches,
  upstream: readonly UsageRow[],
  channelId: string | undefined,
): void {
  tally.both.value++;
  for (const row of upstream) {
    if (row.channelId !== undefined) tally.upstream.at(row.channelId).value++;
    if (channelId !== undefined && isOwnCharge(row, channelId)) tally.downstream.at(channelId).value++;
  }
}

/** Counts a request that only one ledger contains, with its cost or charge there, by its channel. */
export function addUnmatchedRequest(
  tally: ChannelMatches,
  request: Request,
  amount: Decimal,
  context: Context,
): void {
  const { requestId, unmatchedIn, time } = request;
  const channelId = findChannel(request);
  if (unmatchedIn === undefined || channelId === undefined) return;
  const seen = tally.unmatchedChannels[unmatchedIn].at(channelId);
  seen.requests.value++;
  seen.amount.add(amount);
  if (unmatchedIn === 'upstream' && isPositive(amount))
    seen.losses.at(findNearbyEnds(time, context).join(' ')).add(amount);
  addId(seen.requestIds, requestId);
}

/**
 * Sums the cost of a channel's requests that only the bill contains. Leaves out those near ends past which the log has
 * no rows (`findUnverifiedEnds`), because the neighbouring period may have logged them.
 */
export function sumCertainLosses(
  { losses }: Accumulator<typeof unmatchedChannel>,
  openEnds: readonly PeriodEnd[],
): Decimal {
  const certain = [...losses].filter(([edges]) => !openEnds.some((end) => edges.split(' ').includes(end)));
  return sumBy(certain, ([, amount]) => amount.value);
}

/** Returns whether log and bill have at least 5 requests each but no request id in common. */
export const areIdsDisjoint = ({ both, inDownstream, inUpstream }: ChannelMatches): boolean =>
  both.value === 0 && Math.min(inDownstream.value, inUpstream.value) >= REQUESTS_MIN;

/** Lists channels of at least 5 requests of a ledger of which none is in both ledgers; empty if no channel has any. */
export const findDisjointChannels = (tally: ChannelMatches, ledger: 'downstream' | 'upstream') =>
  [...tally.unmatchedChannels[ledger]].filter(
    ([channel, { requests }]) =>
      tally.both.value > 0 && !tally[ledger].has(channel) && requests.value >= REQUESTS_MIN,
  );

const passedEnds = fields({ start: count, end: count });

/** Number of rows of each usage ledger beyond the ends of the period, by their own time or that of their request. */
export const edgeCounts = fields({ downstreamUsage: passedEnds, upstreamCharges: passedEnds });

/** Counts a usage row more than 15 minutes outside the period, by its own time and, if it differs, by its request's. */
export function addEdgeCounts(tally: Accumulator<typeof edgeCounts>, row: UsageRow, context: Context): void {
  const ends = tally[row.ledger];
  for (const end of findPassedEnds(row.occurredAt, context)) ends[end].value++;
  if (row.periodTime === row.occurredAt) return;
  for (const end of findPassedEnds(row.periodTime, context)) ends[end].value++;
}

/**
 * Ends of the period beyond which the other ledger has no rows: there, the neighbouring export may have counterparts.
 */
export type UnverifiedEnds = Readonly<Record<'downstream' | 'upstream', readonly PeriodEnd[]>>;

const listUnpassedEnds = (ends: Accumulator<typeof passedEnds>): PeriodEnd[] =>
  (['start', 'end'] as const).filter((end) => ends[end].value === 0);

/** Finds the unverified ends of each usage ledger from the counts of both. */
export const findUnverifiedEnds = (counts: Accumulator<typeof edgeCounts>): UnverifiedEnds => ({
  downstream: listUnpassedEnds(counts.upstreamCharges),
  upstream: listUnpassedEnds(counts.downstreamUsage),
});
