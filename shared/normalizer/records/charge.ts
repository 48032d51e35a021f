import type { Amount } from '../../schemas/fields.ts';
import type { USAGE_STATUSES } from '../../schemas/reconciliation-input.ts';
import type { PerUnit } from '../fields/per-unit.ts';
import type { LogRow } from '../logs/log-row.ts';
import type { TaskJoin } from '../logs/task-join.ts';

/** What a row says was charged and returned. */
export interface Charge {
  readonly status: (typeof USAGE_STATUSES)[number];
  readonly gross: Amount;
  readonly refund?: Amount;
}

/**
 * The money of a row, with the settlement and the refund that were joined to it.
 * @param per `undefined` only where the row states money, or is an error
 */
export function chargeOf(row: LogRow, join: TaskJoin, per: PerUnit | undefined): Charge {
  if (row.kind === 'error') return { status: 'failed', gross: '0' };
  const quota = (row.quota ?? 0) + (join.settlementOf.get(row)?.quota ?? 0);
  const gross = row.stated?.amount ?? per?.amount(quota) ?? '0';
  if (row.kind === 'refund' || row.stated?.negative || quota < 0)
    return { status: 'refunded', gross: '0', refund: gross };
  const refund = join.refundOf.get(row);
  if (refund === undefined) return { status: 'success', gross };
  const isWhole = refund.quota === quota;
  return { status: isWhole ? 'refunded' : 'success', gross, refund: per?.amount(refund.quota ?? 0) ?? '0' };
}
