import type { ChargeBill } from '../../bills/bill.ts';
import type { BillCodec } from '../../bills/vocabulary.ts';
import { BILL } from '../../gateways/vocabulary.ts';
import {
  atLeastZero,
  type Decimal,
  exceeds,
  isNegative,
  isPositive,
  larger,
  shiftPoint,
  toDecimal,
  toPlainText,
  ZERO,
} from '../../money/money.ts';
import type { UpstreamRecord } from '../../schemas/reconciliation-input.ts';
import { readField } from '../fields/codecs.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import { tryToRead } from '../fields/row-problem.ts';
import { type IndexedRow, isAbsent, type NativeObject } from '../intake/native.ts';
import type { Note } from '../notes.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import { readBillTokens } from './bill-tokens.ts';
import { isDateOnly, readBillField, requireBillField, sumSigned, valueAt } from './bill-values.ts';
import { findChargeBill, findNonUsageReason, hasAnyWord } from './recognize-bill.ts';

/** Decimal digits that a double keeps, minus one that a sum may lose. */
const DOUBLE_DIGITS = 14;

/** Returns the refund, or the charge where both are equal up to the precision of a double: exports sum credits in doubles. */
const ignoreFloatNoise = (returned: Decimal, charged: Decimal): Decimal =>
  exceeds(shiftPoint(returned.minus(charged).abs(), DOUBLE_DIGITS), charged) ? returned : charged;

/** Splits cost and credits by sign into charge and refund. A row of negative amounts is a refund without usage. */
function splitBySign(
  row: NativeObject,
  cost: Decimal,
  { fields, failed = [] }: ChargeBill,
): Pick<UpstreamRecord, 'status' | 'costAmount' | 'refundAmount'> {
  const at = fields.cost.at.join(', ');
  const signed = [cost, readBillField(row, fields.credits) ?? ZERO];
  const negated = signed.map((amount) => amount.negated());
  const charged = sumSigned(signed.map(atLeastZero), at);
  const returned = sumSigned(negated.map(atLeastZero), at);
  const costAmount = toPlainText(charged);
  if (!isPositive(returned)) {
    const isCancelled = readBillField(row, fields.cancelled) === true && !isPositive(charged);
    const statusColumn = failed.find(({ at }) => !isAbsent(valueAt(row, at)));
    const hasFailed = statusColumn !== undefined && hasAnyWord(row, statusColumn.at, statusColumn.is);
    return { status: isCancelled || hasFailed ? 'failed' : 'success', costAmount };
  }
  return {
    status: isPositive(charged) ? 'success' : 'refunded',
    costAmount,
    refundAmount: toPlainText(ignoreFloatNoise(returned, charged)),
  };
}

const ADDED_CURRENCY = { at: [BILL.currency], as: 'currency' } as const;

/** Reads the currency of a row: from its column, else that of the settings, which tells what an ambiguous sign means. */
function readCurrency(row: NativeObject, { fields, currency }: ChargeBill): string | undefined {
  const added = readBillField(row, ADDED_CURRENCY);
  return readBillField(row, fields.currency, added) ?? added ?? currency;
}

const DATE_NOTES: Partial<Record<BillCodec, Note>> = {
  chinaTime: 'dateInChina',
  pacificTime: 'dateInPacific',
};

/** Reads cost (a plain decimal) and currency of a row of a known bill; `undefined` for totals and without a readable cost. */
export const readCost = (row: NativeObject) =>
  tryToRead(() => {
    const bill = findChargeBill(row);
    if (bill && findNonUsageReason(row, bill) === 'billTotals') return undefined;
    const currency = bill && readCurrency(row, bill);
    const cost = bill && readBillField(row, bill.fields.cost, currency);
    return cost && { amount: toPlainText(cost), ...(currency !== undefined && { currency }) };
  });

/** Computes cost plus credits of a row; an amount that cannot be read counts as 0. */
function computeNet(row: NativeObject, { fields }: ChargeBill, currency: string | undefined): Decimal {
  const cost = tryToRead(() => readBillField(row, fields.cost, currency)) ?? ZERO;
  return cost.plus(tryToRead(() => readBillField(row, fields.credits)) ?? ZERO);
}

/**
 * Reads a row of a provider's bill as an upstream charge. Returns `undefined`, and counts and notes the row, if it
 * bills no usage (such as a tax) or has no amount. The request id is set only if the caller added one.
 */
export function readProviderCharge(
  row: NativeObject,
  bill: ChargeBill,
  outcomes: RowOutcomes,
): UpstreamRecord | undefined {
  const { fields } = bill;
  const currency = readCurrency(row, bill);
  const reason = findNonUsageReason(row, bill);
  if (reason !== undefined) {
    outcomes.skip('apart');
    if (reason === 'billTotals') outcomes.note(reason);
    else outcomes.noteSum(reason, computeNet(row, bill, currency), currency);
    return undefined;
  }
  const cost = readBillField(row, fields.cost, currency);
  if (cost === undefined) {
    outcomes.skip('apart');
    outcomes.note('billEmpty');
    return undefined;
  }
  const elsewhere = readBillField(row, bill.billedElsewhere, currency);
  if (elsewhere && !elsewhere.isZero()) outcomes.noteSum('billedElsewhere', elsewhere, currency);
  if (isDateOnly(row, fields.occurredAt)) outcomes.note(DATE_NOTES[fields.occurredAt.as] ?? 'dateAlone');
  // Do not read the provider's own id as an id of the gateway, even if its column is called `request_id`.
  const requestIds = BILL.requestId.filter((key) => !fields.upstreamId?.at.includes(key));
  const requestId = readField(row, { at: requestIds, as: 'id' });
  const upstreamId = readBillField(row, fields.upstreamId);
  const tokens = isNegative(cost) ? {} : readBillTokens(row, bill);
  return omitUndefined({
    requestId,
    upstreamId,
    occurredAt: new Date(requireBillField(row, fields.occurredAt)).toISOString(),
    model: readBillField(row, fields.edition) ?? readBillField(row, fields.model) ?? 'unknown',
    ...splitBySign(row, cost, bill),
    currency,
    tokens: Object.keys(tokens).length > 0 ? tokens : undefined,
  });
}

/** Sums the readable costs of rows of known bills by currency (empty if unknown), as plain decimals. */
export function sumCosts(rows: readonly NativeObject[]): (readonly [currency: string, sum: string])[] {
  const sums = new Map<string, Decimal>();
  for (const row of rows) {
    const { amount, currency = '' } = readCost(row) ?? {};
    if (amount !== undefined) sums.set(currency, (sums.get(currency) ?? ZERO).plus(toDecimal(amount)));
  }
  return [...sums].map(([currency, sum]) => [currency, toPlainText(sum)] as const);
}

/** Reads the key and the cost of a row that a later export may list again with a higher sum; `undefined` for others. */
const readState = ({ native }: IndexedRow) =>
  tryToRead(() => {
    const { id, restated, fields } = findChargeBill(native) ?? {};
    if (restated === undefined || Object.hasOwn(native, restated.unless)) return undefined;
    const cost = readBillField(native, fields?.cost) ?? ZERO;
    // A credit is not an earlier state of a sum.
    if (isNegative(cost)) return undefined;
    return { name: JSON.stringify([id, ...restated.by.map((key) => valueAt(native, key))]), cost };
  });

/** Drops bill rows that a later export lists again with a higher sum (`restated`), and counts and notes them. */
export function dropOutdatedRows(entries: readonly IndexedRow[], outcomes: RowOutcomes) {
  const states = entries.map(readState);
  const highest = new Map<string, typeof ZERO>();
  for (const state of states)
    if (state) highest.set(state.name, larger(highest.get(state.name) ?? ZERO, state.cost));
  if (highest.size === 0) return entries;
  return entries.filter((_, position) => {
    const state = states[position];
    if (state === undefined || !exceeds(highest.get(state.name) ?? ZERO, state.cost)) return true;
    outcomes.skip('apart');
    outcomes.note('billRestated');
    return false;
  });
}
