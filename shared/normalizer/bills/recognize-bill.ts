import type { Bill, ChargeBill, PaymentBill, UsageBill } from '../../bills/bill.ts';
import { bills, type UnreadReport, unreadReports, usageReports } from '../../bills/registry.ts';
import { RowProblem } from '../fields/row-problem.ts';
import { isAbsent, type Native } from '../intake/native.ts';
import { valueAt } from './bill-values.ts';
import { mappedMovements } from './mapped-movements.ts';

const hasKey = (native: Native, key: string): boolean =>
  Object.hasOwn(native, key) || valueAt(native, key) !== undefined;

const hasColumnsOf = (native: Native, { marks }: Bill): boolean =>
  marks.some((keys) => keys.every((key) => hasKey(native, key)));

const hasSignatureOf = (native: Native, { marks, unless }: UnreadReport): boolean =>
  marks.some((keys) => keys.every((key) => Object.hasOwn(native, key))) &&
  !(unless !== undefined && Object.hasOwn(native, unless));

/** Finds the usage report (tokens without money) that a row comes from. */
export const findUsageReport = (native: Native): UsageBill | undefined =>
  usageReports.find((report) => hasSignatureOf(native, report));

/** Finds the unsupported report that a row comes from. */
export const findUnreadReport = (native: Native): UnreadReport | undefined =>
  unreadReports.find((report) => hasSignatureOf(native, report));

/**
 * Refuses rows of unsupported reports and of usage reports.
 * @throws RowProblem that names the report to send instead
 */
export function refuseUnreadReport(native: Native): void {
  const unread = findUnreadReport(native) ?? findUsageReport(native);
  if (unread) throw new RowProblem([{ sentence: unread.sentence }]);
}

/**
 * Finds the provider's bill that a row of `upstreamCharges` comes from.
 * @throws RowProblem for a row of an unsupported report
 */
export function findChargeBill(native: Native): ChargeBill | undefined {
  refuseUnreadReport(native);
  return matchChargeBill(native);
}

const matchChargeBill = (native: Native): ChargeBill | undefined =>
  bills.find((bill): bill is ChargeBill => bill.ledger === 'upstreamCharges' && hasColumnsOf(native, bill));

/** Finds the report of money movements that a row of `payments` comes from. */
export const findPaymentBill = (native: Native): PaymentBill | undefined =>
  [...bills, mappedMovements].find(
    (bill): bill is PaymentBill => bill.ledger === 'payments' && hasColumnsOf(native, bill),
  );

/**
 * Normalizes a word for comparison: exports of one provider differ in case (`microsoft.cognitiveservices`) and write
 * `rounding_error`.
 */
const normalizeWord = (word: string): string => word.toLowerCase().replaceAll('_', ' ');

/** Returns whether a bill row is neither usage nor a payment: a tax, a purchase, another service. */
export const isNonUsage = (native: Native, { apart }: Bill): boolean =>
  apart?.some(({ at, is, isNot }) => {
    const value = valueAt(native, at);
    if (isAbsent(value) || typeof value !== 'string') return false;
    const isIn = (words: readonly string[]): boolean =>
      words.some((word) => normalizeWord(word) === normalizeWord(value));
    return is ? isIn(is) : !isIn(isNot ?? []);
  }) ?? false;

/** Returns whether a row of `upstreamCharges` belongs to a recognized bill, but bills no usage. */
export const isNonUsageRow = (native: Native): boolean => {
  const bill = matchChargeBill(native);
  return bill !== undefined && isNonUsage(native, bill);
};
