import { isPositive } from '../../money.ts';
import type { UsageRow } from '../rows/row.ts';
import { type Context, isOutside } from '../survey/context.ts';
import type { RequestRows } from './request-rows.ts';

/**
 * A request with one sale and one charge for it, both successes, whole, unrefunded, in the period and in the report's
 * currency; without an upstream ledger the sale alone. Most requests are like that, and nothing is wrong with most of
 * those: where no check minds one, it is only counted.
 */
export interface PlainRequest {
  readonly sale: UsageRow;
  readonly charge: UsageRow | undefined;
}

/** It happened once and for all, and is counted as it stands. */
const isPlain = (row: UsageRow, context: Context): boolean =>
  row.status === 'success' &&
  row.refund === undefined &&
  isPositive(row.gross) &&
  row.currency === context.currency &&
  !isOutside(row.occurredAt, context);

/** The rows of a request as a plain one, if they may be one. */
export function plainOf({ downstream, upstream }: RequestRows, context: Context): PlainRequest | undefined {
  const [sale, charge] = [downstream[0], upstream[0]];
  if (sale === undefined || downstream.length > 1 || upstream.length > 1) return undefined;
  // An estimate is a request's matter.
  if (charge === undefined && sale.estimate !== undefined) return undefined;
  if ((charge === undefined) === context.supplied.upstreamCharges) return undefined;
  const isWhole = isPlain(sale, context) && (charge === undefined || isPlain(charge, context));
  return isWhole ? { sale, charge } : undefined;
}
