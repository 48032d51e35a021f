import { DAY_MS } from '../../instant.ts';
import { type Decimal, isPositive, toPlainText } from '../../money/money.ts';
import type { BillFacts } from '../../schemas/finding-facts.ts';
import type { Context } from '../survey/context.ts';
import { UnclaimedLoss } from '../tally/bills/losses.ts';
import { findReason } from '../tally/estimated/bill-reasons.ts';
import type { Reason } from '../tally/estimated/bucket-reasons.ts';
import { type EstimatedPart, findDifference } from '../tally/estimated/parts.ts';
import { toLocalHour } from '../tally/totals/local-hour.ts';
import { check, code } from './check.ts';

/** Most buckets that a finding lists. */
const BUCKETS_MAX = 10;

/** Converts a reason to plain JSON for the details of a finding. */
function billFacts(
  { buckets, factor, ...reason }: Reason,
  part: EstimatedPart,
  isAbove: boolean,
  timeZone: string,
): BillFacts {
  const [first] = part.buckets;
  const firstBucket = buckets[0] ?? first?.start;
  const length = first && first.end - first.start;
  return {
    ...reason,
    isAbove,
    buckets: buckets.slice(0, BUCKETS_MAX),
    bucketCount: buckets.length,
    ...(firstBucket !== undefined && { firstBucket }),
    ...(!reason.isWithin && firstBucket === first?.start && { isAlways: true as const }),
    ...(length !== undefined && { grain: length < DAY_MS ? 'hour' : length > DAY_MS ? 'month' : 'day' }),
    ...(factor && { factor: toPlainText(factor) }),
    ...(timeZone !== 'UTC' && { timeZone }),
  };
}

/** Describes a bill that differs from its estimate. */
function describeDifference(part: EstimatedPart, difference: Decimal, context: Context) {
  const reason = findReason(part);
  const { model, channel, buckets } = part;
  const middle = buckets[0] ? (buckets[0].end - buckets[0].start) / 2 : 0;
  const subject =
    channel === undefined
      ? ({ kind: 'model', name: model } as const)
      : ({ kind: 'pair', name: [model, channel] } as const);
  return {
    subject,
    // The channel, if known, distinguishes two findings of one model.
    names: { model, channelId: channel },
    amount: difference.abs(),
    days: reason.buckets.map((start) => toLocalHour(start + middle, context).day),
    amounts: {
      billed: part.billed,
      estimated: part.cost,
      ...(reason.factor && { factor: reason.factor }),
    },
    counts: { requests: part.requests, bucketCount: reason.buckets.length },
    reasons: { bill: billFacts(reason, part, isPositive(difference), context.timeZone) },
  };
}

/**
 * Finds bills that differ from the estimate by the operator's purchase prices.
 *
 * Invariant: If purchase prices are given, a bill without request ids equals the estimated cost of its requests,
 * within 2 % and 0.01, for the days that the bill and the log both cover. Without purchase prices nothing is checked.
 */
export const estimates = check({
  id: 'estimates',
  codes: {
    bill_exceeds_estimate: code(['model', 'pair'], ['warning'], 'doubtful', {
      isAggregate: true,
      needs: 'upstreamCharges',
    }),
    bill_below_estimate: code(['model', 'pair'], ['info'], null, {
      isAggregate: true,
      needs: 'upstreamCharges',
    }),
  },
  conclude({ find, figures, context }) {
    const unclaimed = new UnclaimedLoss(figures, context);
    for (const part of figures.estimated) {
      const difference = part.unpriced > 0 ? undefined : findDifference(part);
      if (difference === undefined) continue;
      const finding = describeDifference(part, difference, context);
      if (isPositive(difference))
        find('bill_exceeds_estimate', {
          ...finding,
          moneyAvailable: unclaimed.claim(part.model, difference),
        });
      else find('bill_below_estimate', finding);
    }
  },
});
