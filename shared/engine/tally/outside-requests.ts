import type { Decimal } from '../../money/money.ts';
import type { Request } from '../entities/request.ts';
import { type Accumulator, byKey, count, fields, sum } from './accumulators.ts';
import { addId, firstIds } from './evidence.ts';

/** By model and by channel, a blank where none is known. */
const cells = byKey(
  byKey(
    fields({
      requests: count,
      amount: sum,
      requestIds: firstIds,
      /** Those that count in the margin of the whole, and what they add to it. */
      judgedRequests: count,
      margin: sum,
    }),
  ),
);

/** Requests that one usage ledger alone has, dated outside the time of the other. */
export const outsideRequests = fields({ downstream: cells, upstream: cells });

/**
 * Adds a request for which `isBeyond` is true.
 * @param margin what it adds to the margin of the whole; `undefined` where it is not judged
 */
export function addOutsideRequest(
  tally: Accumulator<typeof outsideRequests>,
  request: Request,
  margin: Decimal | undefined,
): void {
  const { requestId, model, channelId = '', sold, unmatched } = request;
  const cell = tally[sold.rows.length > 0 ? 'downstream' : 'upstream'].at(model).at(channelId);
  if (unmatched !== undefined) {
    cell.requests.value++;
    cell.amount.add(request.unmatchedAmount);
    addId(cell.requestIds, requestId);
  }
  if (margin === undefined) return;
  cell.judgedRequests.value++;
  cell.margin.add(margin);
}
