import type { ChargeBill } from '../../bills/bill.ts';
import { BILL } from '../../gateways/vocabulary.ts';
import {
  atLeastZero,
  type Decimal,
  exceeds,
  isNegative,
  isPositive,
  shiftPoint,
  toPlainText,
  ZERO,
} from '../../money/money.ts';
import type { UpstreamRecord } from '../../schemas/reconciliation-input.ts';
import { readField } from '../fields/codecs.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import type { Native } from '../intake/native.ts';
import type { Account } from '../rejections-and-notes.ts';
import { readBillTokens } from './bill-tokens.ts';
import { billValue, isDay, requireBillValue, sumSigned } from './bill-values.ts';
import { isNonUsage } from './recognize-bill.ts';

/** Decimal digits that a double keeps, minus one that a sum may lose. */
const DOUBLE_DIGITS = 14;

/** Returns the refund, or the charge where both are equal up to the precision of a double: exports sum credits in doubles. */
const ignoreFloatNoise = (returned: Decimal, charged: Decimal): Decimal =>
  exceeds(shiftPoint(returned.minus(charged).abs(), DOUBLE_DIGITS), charged) ? returned : charged;

/**
 * Splits cost and credits by sign into charge and refund. A row of negative amounts alone is a refund without usage.
 * @throws FieldProblem
 */
function splitBySign(
  native: Native,
  cost: Decimal,
  { fields }: ChargeBill,
): Pick<UpstreamRecord, 'status' | 'costAmount' | 'refundAmount'> {
  const at = fields.cost.at.join(', ');
  const signed = [cost, billValue(native, fields.credits) ?? ZERO];
  const charged = sumSigned(signed.map(atLeastZero), at);
  const returned = sumSigned(
    signed.map((amount) => atLeastZero(amount.negated())),
    at,
  );
  const isCancelled = billValue(native, fields.cancelled) ?? false;
  const costAmount = toPlainText(charged);
  if (!isPositive(returned))
    return { status: isCancelled && !isPositive(charged) ? 'failed' : 'success', costAmount };
  return {
    status: isPositive(charged) ? 'success' : 'refunded',
    costAmount,
    refundAmount: toPlainText(ignoreFloatNoise(returned, charged)),
  };
}

/**
 * Reads a row of a provider's bill. Returns `undefined` for rows that bill no usage, or no amount; both are noted.
 * The request id is set only if the caller added one.
 * @throws FieldProblem
 */
export function readProviderCharge(
  native: Native,
  bill: ChargeBill,
  account: Account,
): UpstreamRecord | undefined {
  const { fields } = bill;
  const currency = billValue(native, fields.currency) ?? bill.currency;
  const cost = billValue(native, fields.cost, currency);
  if (isNonUsage(native, bill) || cost === undefined) {
    account.skip('apart');
    account.note(cost === undefined ? 'billEmpty' : 'billApart');
    return undefined;
  }
  if (isDay(native, fields.occurredAt))
    account.note(fields.occurredAt.as === 'chinaTime' ? 'dateInChina' : 'dateAlone');
  const requestId = readField(native, { at: BILL.requestId, as: 'id' });
  const upstreamId = billValue(native, fields.upstreamId);
  const tokens = isNegative(cost) ? {} : readBillTokens(native, bill);
  return omitUndefined({
    requestId,
    upstreamId,
    occurredAt: new Date(requireBillValue(native, fields.occurredAt)).toISOString(),
    model: billValue(native, fields.model) ?? 'unknown',
    ...splitBySign(native, cost, bill),
    currency,
    tokens: Object.keys(tokens).length > 0 ? tokens : undefined,
  });
}
