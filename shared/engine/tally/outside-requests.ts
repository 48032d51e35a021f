import type { Decimal } from '../../money/money.ts';
import type { Request } from '../entities/request.ts';
import type { Context } from '../survey/context.ts';
import { type Accumulator, byKey, count, fields, sum } from './accumulators.ts';
import { addId, firstIds } from './evidence.ts';
import { toLocalHour } from './totals/local-hour.ts';

/** Sums by model and channel; the channel is empty if unknown. */
const cells = byKey(
  byKey(
    fields({
      requests: count,
      amount: sum,
      requestIds: firstIds,
      /** Requests by day of the report's zone. */
      days: byKey(fields({ requests: count, amount: sum })),
      /** Requests that count in the total margin, and their margin. */
      judgedRequests: count,
      margin: sum,
    }),
  ),
);

/** Requests without a counterpart that are dated outside the time of the other ledger. */
export const outsideRequests = fields({ downstream: cells, upstream: cells });

/**
 * Adds a request of only one ledger, dated outside the time of the other one (see `isOutsideOtherLedger`). `margin` is
 * revenue minus cost; `undefined` if the request is free or in another currency.
 */
export function addOutsideRequest(
  tally: Accumulator<typeof outsideRequests>,
  request: Request,
  margin: Decimal | undefined,
  context: Pick<Context, 'timeZone'>,
): void {
  const { requestId, model, channelId = '', sales, unmatchedIn } = request;
  const cell = tally[sales.rows.length > 0 ? 'downstream' : 'upstream'].at(model).at(channelId);
  if (unmatchedIn !== undefined) {
    cell.requests.value++;
    cell.amount.add(request.unmatchedAmount);
    const day = cell.days.at(toLocalHour(request.time, context).day);
    day.requests.value++;
    day.amount.add(request.unmatchedAmount);
    addId(cell.requestIds, requestId);
  }
  if (margin === undefined) return;
  cell.judgedRequests.value++;
  cell.margin.add(margin);
}
