import type { ChargeBill } from '../../bills/bill.ts';
import { BILL } from '../../gateways/vocabulary.ts';
import {
  atLeastZero,
  type Decimal,
  exceeds,
  isNegative,
  isPositive,
  shiftPoint,
  toDecimal,
  toPlainText,
  ZERO,
} from '../../money/money.ts';
import type { UpstreamRecord } from '../../schemas/reconciliation-input.ts';
import { readField } from '../fields/codecs.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import { RowProblem } from '../fields/row-problem.ts';
import { isAbsent, type Native } from '../intake/native.ts';
import type { Note } from '../notes.ts';
import type { Account } from '../rejections-and-notes.ts';
import { readBillTokens } from './bill-tokens.ts';
import { billValue, isDay, requireBillValue, sumSigned, valueAt, zoneOf } from './bill-values.ts';
import { findApartReason, findChargeBill, saysAny } from './recognize-bill.ts';

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
  { fields, failed = [] }: ChargeBill,
): Pick<UpstreamRecord, 'status' | 'costAmount' | 'refundAmount'> {
  const at = fields.cost.at.join(', ');
  const signed = [cost, billValue(native, fields.credits) ?? ZERO];
  const charged = sumSigned(signed.map(atLeastZero), at);
  const returned = sumSigned(
    signed.map((amount) => atLeastZero(amount.negated())),
    at,
  );
  const costAmount = toPlainText(charged);
  if (!isPositive(returned)) {
    const isCancelled = billValue(native, fields.cancelled) === true && !isPositive(charged);
    const isFailed = failed.find(({ at }) => !isAbsent(valueAt(native, at)));
    const hasFailed = isFailed !== undefined && saysAny(native, isFailed.at, isFailed.is);
    return { status: isCancelled || hasFailed ? 'failed' : 'success', costAmount };
  }
  return {
    status: isPositive(charged) ? 'success' : 'refunded',
    costAmount,
    refundAmount: toPlainText(ignoreFloatNoise(returned, charged)),
  };
}

/** Where a row has the currency that its caller states. */
const STATED_CURRENCY = { at: [BILL.currency], as: 'currency' } as const;

const DATE_NOTES: Readonly<Record<string, Note>> = {
  '+08:00': 'dateInChina',
  'America/Los_Angeles': 'dateInPacific',
};

/** The cost that a row of a known bill states, even if the row cannot be read; `undefined` if it states none. */
export function readCost(
  native: Native,
): { readonly amount: string; readonly currency?: string } | undefined {
  try {
    const bill = findChargeBill(native);
    const currency = bill && (billValue(native, bill.fields.currency) ?? bill.currency);
    const cost = bill && billValue(native, bill.fields.cost, currency);
    return cost && { amount: toPlainText(cost), ...(currency !== undefined && { currency }) };
  } catch (problem) {
    if (problem instanceof RowProblem) return undefined;
    throw problem;
  }
}

/** What a row comes to that is left apart; 0 where its amount cannot be read. */
function netOf(native: Native, { fields }: ChargeBill, currency: string | undefined): Decimal {
  const amount = (read: () => Decimal | undefined): Decimal => {
    try {
      return read() ?? ZERO;
    } catch (problem) {
      if (problem instanceof RowProblem) return ZERO;
      throw problem;
    }
  };
  return amount(() => billValue(native, fields.cost, currency)).plus(
    amount(() => billValue(native, fields.credits)),
  );
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
  const currency = billValue(native, fields.currency) ?? billValue(native, STATED_CURRENCY) ?? bill.currency;
  const reason = findApartReason(native, bill);
  if (reason !== undefined) {
    account.skip('apart');
    if (reason === 'billTotals') account.note(reason);
    else account.noteSum(reason, netOf(native, bill, currency), currency);
    return undefined;
  }
  const cost = billValue(native, fields.cost, currency);
  if (cost === undefined) {
    account.skip('apart');
    account.note('billEmpty');
    return undefined;
  }
  const elsewhere = billValue(native, bill.billedElsewhere, currency);
  if (elsewhere && !elsewhere.isZero()) account.noteSum('billedElsewhere', elsewhere, currency);
  if (isDay(native, fields.occurredAt)) account.note(DATE_NOTES[zoneOf(fields.occurredAt.as)] ?? 'dateAlone');
  // What names the row at its provider is no id of the gateway’s, whatever the column is called.
  const requestIds = BILL.requestId.filter((key) => !fields.upstreamId?.at.includes(key));
  const requestId = readField(native, { at: requestIds, as: 'id' });
  const upstreamId = billValue(native, fields.upstreamId);
  const tokens = isNegative(cost) ? {} : readBillTokens(native, bill);
  return omitUndefined({
    requestId,
    upstreamId,
    occurredAt: new Date(requireBillValue(native, fields.occurredAt)).toISOString(),
    model: billValue(native, fields.edition) ?? billValue(native, fields.model) ?? 'unknown',
    ...splitBySign(native, cost, bill),
    currency,
    tokens: Object.keys(tokens).length > 0 ? tokens : undefined,
  });
}

/** Sums the costs that rows of known bills state, by currency, as plain decimals. */
export function sumStatedCosts(rows: readonly Native[]): (readonly [currency: string, sum: string])[] {
  const sums = new Map<string, Decimal>();
  for (const row of rows) {
    const { amount, currency = '' } = readCost(row) ?? {};
    if (amount !== undefined) sums.set(currency, (sums.get(currency) ?? ZERO).plus(toDecimal(amount)));
  }
  return [...sums].map(([currency, sum]) => [currency, toPlainText(sum)] as const);
}
