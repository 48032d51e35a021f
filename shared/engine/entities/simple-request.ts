import { isPositive } from '../../money/money.ts';
import type { UsageRow } from '../rows/row.ts';
import { type Context, isOutsidePeriod } from '../survey/context.ts';
import type { RequestRows } from './group-rows.ts';

/**
 * A request with one sale and, if there is a bill, one charge; both successful, not refunded, in the period and the
 * report's currency. Most requests are like this, and are only counted if no check may report on them.
 */
export interface SimpleRequest {
  readonly sale: UsageRow;
  readonly charge: UsageRow | undefined;
}

/** Returns whether a row is final and counts as it is. */
const isSimple = (row: UsageRow, context: Context): boolean =>
  row.status === 'success' &&
  row.refund === undefined &&
  isPositive(row.gross) &&
  row.currency === context.currency &&
  !isOutsidePeriod(row.occurredAt, context);

/** Returns the sale and the charge of a simple request (see `SimpleRequest`); `undefined` for all others. */
export function toSimpleRequest(
  { downstream, upstream }: RequestRows,
  context: Context,
): SimpleRequest | undefined {
  const [sale, charge] = [downstream[0], upstream[0]];
  if (sale === undefined || downstream.length > 1 || upstream.length > 1) return undefined;
  // A request with an estimate instead of a charge is not simple: its estimate must be added to the totals.
  if (charge === undefined && sale.estimate !== undefined) return undefined;
  if ((charge === undefined) === context.supplied.upstreamCharges) return undefined;
  const isWhole = isSimple(sale, context) && (charge === undefined || isSimple(charge, context));
  return isWhole ? { sale, charge } : undefined;
}
