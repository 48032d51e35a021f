import { BILL, BILL_STATUSES } from '../../connectors/vocabulary.ts';
import { type UpstreamRecord, USAGE_STATUSES } from '../../schemas/reconciliation-input.ts';
import { decoders, requireField } from '../fields/codecs.ts';
import { FieldProblem } from '../fields/row-problem.ts';
import type { Native } from '../intake/native.ts';

const STATUSES: ReadonlyMap<unknown, UpstreamRecord['status']> = new Map([
  ...USAGE_STATUSES.map((status) => [status, status] as const),
  [undefined, 'success'],
  [null, 'success'],
  ['', 'success'],
  ...Object.entries(BILL_STATUSES),
]);

/** The first present key of several, read; `undefined` where none says anything. */
function first<T>(
  native: Native,
  keys: readonly string[],
  decode: (value: unknown, at: string) => T,
): T | undefined {
  for (const key of keys) {
    const value = decode(native[key], key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * A provider's billing row as a record; its request id is still the provider's own.
 * @throws FieldProblem naming the field that cannot be read
 */
export function billRecord(native: Native): UpstreamRecord {
  const cost = requireField(native, { at: BILL.money, as: 'money' });
  const status = STATUSES.get(native[BILL.status]);
  if (status === undefined)
    throw new FieldProblem(
      BILL.status,
      `must be one of ${[...USAGE_STATUSES, ...Object.keys(BILL_STATUSES)].join(', ')}`,
    );
  const requestId = first(native, BILL.requestId, decoders.id);
  const upstreamId = first(native, BILL.upstreamId, decoders.id);
  const currency = decoders.name(native[BILL.currency], BILL.currency);
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(upstreamId === undefined ? {} : { upstreamId }),
    occurredAt: new Date(requireField(native, { at: BILL.time, as: 'time' })).toISOString(),
    model: first(native, BILL.model, decoders.model) ?? 'unknown',
    ...(cost.negative
      ? { status: 'refunded', costAmount: '0', refundAmount: cost.amount }
      : { status, costAmount: cost.amount }),
    ...(currency === undefined ? {} : { currency }),
  };
}
