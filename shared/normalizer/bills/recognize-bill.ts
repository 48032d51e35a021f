import type { Bill, ChargeBill, NonUsageRule, PaymentBill, UsageBill } from '../../bills/bill.ts';
import {
  bills,
  mappedReports,
  type UnreadReport,
  unreadReports,
  usageReports,
} from '../../bills/registry.ts';
import type { ApartReason } from '../../bills/vocabulary.ts';
import { matchesStars } from '../../stars.ts';
import { RowProblem } from '../fields/row-problem.ts';
import { isAbsent, isNative, type Native } from '../intake/native.ts';
import { valueAt } from './bill-values.ts';
import { mappedMovements } from './mapped-movements.ts';

const hasKey = (native: Native, key: string): boolean =>
  Object.hasOwn(native, key) || valueAt(native, key) !== undefined;

const hasColumnsOf = (native: Native, { signatures }: Bill): boolean =>
  signatures.some((keys) => keys.every((key) => hasKey(native, key)));

const hasSignatureOf = (native: Native, { signatures, unless }: UnreadReport): boolean =>
  signatures.some((keys) => keys.every((key) => Object.hasOwn(native, key))) &&
  !(unless !== undefined && Object.hasOwn(native, unless));

/** Finds the usage report (tokens without money) that a row comes from. */
export const findUsageReport = (native: Native): UsageBill | undefined =>
  usageReports.find((report) => hasSignatureOf(native, report));

/** Finds the unsupported report that a row comes from. */
export function findUnreadReport(native: Native): UnreadReport | undefined {
  // An API reply contains its rows in `results`.
  const [inner] = Array.isArray(native.results) ? native.results : [];
  return unreadReports.find(
    (report) => hasSignatureOf(native, report) || (isNative(inner) && hasSignatureOf(inner, report)),
  );
}

/** Finds the report that a row of a file comes from and that is not read without a mapping. */
export const findUnreadFile = (native: Native): UnreadReport | undefined =>
  findUnreadReport(native) ?? mappedReports.find((report) => hasSignatureOf(native, report));

/** Throws a `RowProblem` that names the report to send instead, for rows of unsupported reports and usage reports. */
export function refuseUnreadReport(native: Native): void {
  const unread = findUnreadReport(native) ?? findUsageReport(native);
  if (unread) throw new RowProblem([{ sentence: unread.sentence }]);
}

/** Finds the provider's bill that a row of `upstreamCharges` comes from. Throws a `RowProblem` for unsupported reports. */
export function findChargeBill(native: Native): ChargeBill | undefined {
  refuseUnreadReport(native);
  return matchChargeBill(native);
}

const matchChargeBill = (native: Native): ChargeBill | undefined =>
  bills.find((bill): bill is ChargeBill => bill.ledger === 'upstreamCharges' && hasColumnsOf(native, bill));

/** Finds the provider's bill whose table has these columns. */
export const findChargeBillOfHead = (columns: readonly string[]): ChargeBill | undefined =>
  matchChargeBill(Object.fromEntries(columns.map((column) => [column, ''])));

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

/** Returns whether a column contains one of some words, in which `*` stands for any text. */
export function hasAnyWord(native: Native, at: string, words: readonly string[]): boolean {
  const value = valueAt(native, at);
  return (
    typeof value === 'string' && words.some((word) => matchesStars(normalizeWord(value), normalizeWord(word)))
  );
}

function isNonUsage(native: Native, { at, is, isNot, unless, isBlank }: NonUsageRule): boolean {
  const value = valueAt(native, at);
  if (isAbsent(value)) return isBlank === true && Object.hasOwn(native, at);
  if (isBlank || typeof value !== 'string') return false;
  if (is) return hasAnyWord(native, at, is);
  return (
    !hasAnyWord(native, at, isNot ?? []) && !unless?.some((other) => hasAnyWord(native, other.at, other.is))
  );
}

/** Finds why a bill row is not usage, such as a tax or a purchase; `undefined` for usage. */
export const findNonUsageReason = (native: Native, { nonUsage }: Bill): ApartReason | undefined =>
  nonUsage?.find((rule) => isNonUsage(native, rule))?.reason;

/** Returns whether a row of `upstreamCharges` belongs to a recognized bill, but bills no usage. */
export const isNonUsageRow = (native: Native): boolean => {
  const bill = matchChargeBill(native);
  return bill !== undefined && findNonUsageReason(native, bill) !== undefined;
};
