import { type Decimal, isPositive, sumBy } from '../../money/money.ts';
import type { Request } from '../entities/request.ts';
import { earliestFirst, findFirst } from '../rows/order.ts';
import type { UsageRow } from '../rows/row.ts';
import type { PeriodEnd } from '../survey/context.ts';
import { type Accumulator, byKey, count, fields, sum } from './accumulators.ts';
import { addId, firstIds } from './evidence.ts';

/** Fewer requests than this, on a channel or in a ledger, may miss their partners by chance. */
const REQUESTS_MIN = 5;

/** Requests of one channel without partner. */
const unmatchedChannel = fields({
  requests: count,
  amount: sum,
  /** What they lose, by the ends of the period that they are close to. */
  losses: byKey(sum),
  requestIds: firstIds,
});

/** Which channels' requests are in both usage ledgers, and which are in one alone. */
export const channelMatches = fields({
  /** Requests with an included row in a ledger. */
  inDownstream: count,
  inUpstream: count,
  /** Requests with rows in both ledgers, and their upstream rows by the channels that they show to match. */
  both: count,
  downstream: byKey(count),
  upstream: byKey(count),
  partnerless: fields({ downstream: byKey(unmatchedChannel), upstream: byKey(unmatchedChannel) }),
});
type ChannelMatches = Accumulator<typeof channelMatches>;

/** The request's channel; that of its earliest row which names one, if the provider served nothing. */
export function findChannel({ channelId, unmatched, bought }: Request): string | undefined {
  if (unmatched === 'downstream' || bought.serving) return channelId;
  return findFirst(
    bought.included.filter((row) => row.channelId !== undefined),
    earliestFirst,
  )?.channelId;
}

/** A row of another channel that failed is a fallback, and shows nothing about the channel that served. */
const isOwnCharge = (row: UsageRow, channelId: string): boolean =>
  row.status !== 'failed' || row.channelId === undefined || row.channelId === channelId;

/** Adds a request that has rows in both ledgers, and went through a channel. */
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

/** Adds a request of a channel that lacks its partner in the other ledger. */
export function addUnmatchedRequest(
  tally: ChannelMatches,
  side: keyof ChannelMatches['partnerless'],
  channelId: string,
  { requestId, amount, edges }: { requestId: string; amount: Decimal; edges: readonly PeriodEnd[] },
): void {
  const seen = tally.partnerless[side].at(channelId);
  seen.requests.value++;
  seen.amount.add(amount);
  if (side === 'upstream' && isPositive(amount)) seen.losses.at(edges.join(' ')).add(amount);
  addId(seen.requestIds, requestId);
}

/** What requests of a channel lose whose partner does not lie in the neighbouring export. */
export function sumCertainLosses(
  { losses }: Accumulator<typeof unmatchedChannel>,
  openEnds: readonly PeriodEnd[],
): Decimal {
  const certain = [...losses].filter(([edges]) => !openEnds.some((end) => edges.split(' ').includes(end)));
  return sumBy(certain, ([, amount]) => amount.value);
}

/** Two ledgers of some size without a request in common: their ids come from different sources. */
export const areIdsDisjoint = ({ both, inDownstream, inUpstream }: ChannelMatches): boolean =>
  both.value === 0 && Math.min(inDownstream.value, inUpstream.value) >= REQUESTS_MIN;

/** The channels of which no request has a partner, although requests of others have. */
export const findDisjointChannels = (tally: ChannelMatches, side: keyof ChannelMatches['partnerless']) =>
  [...tally.partnerless[side]].filter(
    ([channel, { requests }]) =>
      tally.both.value > 0 && !tally[side].has(channel) && requests.value >= REQUESTS_MIN,
  );
