import type { Amount } from '../../schemas/fields.ts';
import type { USAGE_STATUSES } from '../../schemas/reconciliation-input.ts';
import type { QuotaConverter } from '../fields/quota-converter.ts';
import type { LogGroup } from '../logs/log-group.ts';
import type { LogRow } from '../logs/log-row.ts';
import { isReturn } from '../logs/task-join.ts';

interface RowMoney {
  readonly status: (typeof USAGE_STATUSES)[number];
  readonly gross: Amount;
  readonly refund?: Amount;
}

/**
 * Computes status, charge and refund of a log row in money, with the settlements and refunds joined to it.
 * @param converter `undefined` only if the row contains money or is an error
 */
export function computeRowMoney(
  row: LogRow,
  { adjustmentsOf }: LogGroup,
  converter: QuotaConverter | undefined,
): RowMoney {
  if (row.kind === 'error') return { status: 'failed', gross: '0' };
  let [quota, returned] = [row.quota ?? 0, 0];
  for (const adjustment of adjustmentsOf(row))
    if (isReturn(adjustment)) returned += Math.abs(adjustment.quota ?? 0);
    else quota += adjustment.quota ?? 0;
  const gross = row.money?.amount ?? converter?.amount(quota) ?? '0';
  if (row.kind === 'provisional') return { status: 'pending', gross };
  if (isReturn(row)) return { status: 'refunded', gross: '0', refund: gross };
  if (returned === 0) return { status: 'success', gross };
  const status = returned < quota ? 'success' : 'refunded';
  return { status, gross, refund: converter?.amount(returned) ?? '0' };
}
