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

const hasSignatureOf = (native: Native, { marks }: UnreadReport): boolean =>
  marks.some((keys) => keys.every((key) => Object.hasOwn(native, key)));

/** The report of tokens without money that a row is of. */
export const findUsageReport = (native: Native): UsageBill | undefined =>
  usageReports.find((report) => hasSignatureOf(native, report));

/** The report that is not read and that a row is of. */
export const findUnreadReport = (native: Native): UnreadReport | undefined =>
  unreadReports.find((report) => hasSignatureOf(native, report));

/** @throws RowProblem for a row of a report that is not read, saying what to send instead */
export function refuseUnreadReport(native: Native): void {
  const unread = findUnreadReport(native) ?? findUsageReport(native);
  if (unread) throw new RowProblem([{ sentence: unread.sentence }]);
}

/**
 * The provider's bill that a row of `upstreamCharges` is of.
 * @throws RowProblem for a row of a report that is not read
 */
export function findChargeBill(native: Native): ChargeBill | undefined {
  refuseUnreadReport(native);
  return matchChargeBill(native);
}

const matchChargeBill = (native: Native): ChargeBill | undefined =>
  bills.find((bill): bill is ChargeBill => bill.ledger === 'upstreamCharges' && hasColumnsOf(native, bill));

/** The report of money movements that a row of `payments` is of. */
export const findPaymentBill = (native: Native): PaymentBill | undefined =>
  [...bills, mappedMovements].find(
    (bill): bill is PaymentBill => bill.ledger === 'payments' && hasColumnsOf(native, bill),
  );

/** A word of a bill as it is compared: exports of one provider differ in case (`microsoft.cognitiveservices`) and write `rounding_error`. */
const normalizeWord = (word: string): string => word.toLowerCase().replaceAll('_', ' ');

/** Whether a row of a bill is neither usage nor a payment: a tax, a purchase, another service. */
export const isNonUsage = (native: Native, { apart }: Bill): boolean =>
  apart?.some(({ at, is, isNot }) => {
    const value = valueAt(native, at);
    if (isAbsent(value) || typeof value !== 'string') return false;
    const isIn = (words: readonly string[]): boolean =>
      words.some((word) => normalizeWord(word) === normalizeWord(value));
    return is ? isIn(is) : !isIn(isNot ?? []);
  }) ?? false;

/** Whether a row of `upstreamCharges` is of a known bill, and bills nothing that was used. */
export const isNonUsageRow = (native: Native): boolean => {
  const bill = matchChargeBill(native);
  return bill !== undefined && isNonUsage(native, bill);
};
