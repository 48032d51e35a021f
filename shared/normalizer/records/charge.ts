import type { Amount } from '../../schemas/fields.ts';
import type { USAGE_STATUSES } from '../../schemas/reconciliation-input.ts';
import type { PerUnit } from '../fields/per-unit.ts';
import type { LogRow } from '../logs/log-row.ts';

/** What a row says was charged and returned. */
export interface Charge {
  readonly status: (typeof USAGE_STATUSES)[number];
  readonly gross: Amount;
  readonly refund?: Amount;
}

/**
 * The money of a row, with the refund that was joined to it.
 * @param per `undefined` only where the row states money, or is an error
 */
export function chargeOf(row: LogRow, refund: LogRow | undefined, per: PerUnit | undefined): Charge {
  if (row.kind === 'error') return { status: 'failed', gross: '0' };
  const gross = row.stated?.amount ?? per?.amount(row.quota ?? 0) ?? '0';
  if (row.kind === 'refund' || row.stated?.negative || (row.quota ?? 0) < 0)
    return { status: 'refunded', gross: '0', refund: gross };
  if (refund === undefined) return { status: 'success', gross };
  const whole = refund.quota === row.quota;
  return { status: whole ? 'refunded' : 'success', gross, refund: per?.amount(refund.quota ?? 0) ?? '0' };
}
