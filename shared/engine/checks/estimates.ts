import { HOUR_MS } from '../../instant.ts';
import { type Decimal, isPositive } from '../../money/money.ts';
import { HeldByTotals } from '../tally/bills/losses.ts';
import type { Reason } from '../tally/estimated/bucket-reasons.ts';
import { differenceOf, type EstimatedPart } from '../tally/estimated/parts.ts';
import { reasonOf } from '../tally/estimated/reasons.ts';
import { grainOf } from '../words/buckets.ts';
import { check, code } from './check.ts';

/** Buckets that a finding names one by one. */
const BUCKETS_MAX = 10;

const instantText = (time: number): string => new Date(time).toISOString();

/** A reason as texts of the finding's details. */
function textsOf(
  { kind, buckets, isWithin, tokens, offset }: Reason,
  [bucket]: EstimatedPart['buckets'],
): Record<string, string> {
  // Where no bucket shows it by itself, all do together.
  const first = buckets[0] ?? bucket?.start;
  return {
    kind,
    ...(first !== undefined && { firstBucket: instantText(first) }),
    ...(buckets.length > 0 && { buckets: buckets.slice(0, BUCKETS_MAX).map(instantText).join(' ') }),
    ...(isWithin && { span: 'within' }),
    ...(bucket !== undefined && { grain: grainOf(bucket.end - bucket.start) }),
    ...(tokens !== undefined && { tokens }),
    ...(offset !== undefined && { offsetHours: `${offset / HOUR_MS}` }),
  };
}

/** The finding of a bill that differs from its estimate. */
function seenOf(part: EstimatedPart, difference: Decimal) {
  const reason = reasonOf(part);
  const { model, channel } = part;
  const subject =
    channel === undefined
      ? ({ kind: 'model', name: model } as const)
      : ({ kind: 'pair', name: [model, channel] } as const);
  return {
    subject,
    reason,
    // Where the channel of a bill is known, it tells two findings of one model apart.
    names: { model, channelId: channel },
    amount: difference.abs(),
    amounts: {
      billed: part.billed,
      estimated: part.cost,
      ...(reason.factor && { factor: reason.factor }),
      ...(reason.refunded && { refunded: reason.refunded }),
    },
    counts: { requests: part.requests, bucketCount: reason.buckets.length },
    texts: textsOf(reason, part.buckets),
  };
}

/** Bills come to what the operator's prices say. */
export const estimates = check({
  id: 'estimates',
  invariant:
    'Where the operator states purchase prices, a bill without request ids comes to what its requests are estimated to cost, to within 2 % and 0.01, over the time that bill and log both hold. Without stated prices nothing is judged.',
  codes: {
    bill_exceeds_estimate: code(['model', 'pair'], ['warning', 'info'], 'doubtful', {
      sums: true,
      needs: 'upstreamCharges',
    }),
    bill_below_estimate: code(['model', 'pair'], ['info'], null, { sums: true, needs: 'upstreamCharges' }),
  },
  conclude({ find, figures, context }) {
    const held = new HeldByTotals(figures, context);
    for (const part of figures.estimated) {
      const difference = part.unpriced > 0 ? undefined : differenceOf(part);
      if (difference === undefined) continue;
      const { reason, ...seen } = seenOf(part, difference);
      if (isPositive(difference))
        find('bill_exceeds_estimate', {
          ...seen,
          ...(reason.kind === 'shift'
            ? { severity: 'info' }
            : { severity: 'warning', upTo: held.beside(part.model, difference) }),
        });
      else find('bill_below_estimate', seen);
    }
  },
});
