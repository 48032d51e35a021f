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

/** Finds the known report that a row comes from, if this service does not support that report. */
export function findUnreadReport(native: Native): UnreadReport | undefined {
  // In an API reply, look at the first of the rows in `results`.
  const [inner] = Array.isArray(native.results) ? native.results : [];
  return unreadReports.find(
    (report) => hasSignatureOf(native, report) || (isNative(inner) && hasSignatureOf(inner, report)),
  );
}

/**
 * Finds the known report that a row of a file comes from, if it is not supported or can be read only with a mapping.
 */
export const findUnreadFile = (native: Native): UnreadReport | undefined =>
  findUnreadReport(native) ?? mappedReports.find((report) => hasSignatureOf(native, report));

/**
 * Throws a `RowProblem` for a row of an unsupported report or of a usage report. The message names the report to send
 * instead.
 */
export function refuseUnreadReport(native: Native): void {
  const unread = findUnreadReport(native) ?? findUsageReport(native);
  if (unread) throw new RowProblem([{ sentence: unread.sentence }]);
}

/**
 * Finds the provider's bill that a row of `upstreamCharges` comes from, by its columns; `undefined` for any other row.
 * Throws a `RowProblem` for unsupported reports and usage reports.
 */
export function findChargeBill(native: Native): ChargeBill | undefined {
  refuseUnreadReport(native);
  return matchChargeBill(native);
}

const matchChargeBill = (native: Native): ChargeBill | undefined =>
  bills.find((bill): bill is ChargeBill => bill.ledger === 'upstreamCharges' && hasColumnsOf(native, bill));

/** Finds the provider's bill whose table has these columns; `undefined` for an unknown table. */
export const findChargeBillOfHead = (columns: readonly string[]): ChargeBill | undefined =>
  matchChargeBill(Object.fromEntries(columns.map((column) => [column, ''])));

/** A known bill of which a table has all but one of the columns that identify it. */
export interface NearBill {
  readonly bill: Bill;
  readonly missing: string;
}

/** Finds the first known bill of which a table has at least two identifying columns and lacks exactly one. */
export function findNearBill(columns: readonly string[]): NearBill | undefined {
  const row = Object.fromEntries(columns.map((column) => [column, '']));
  for (const bill of bills)
    for (const keys of bill.signatures) {
      const [missing, ...others] = keys.filter((key) => !hasKey(row, key));
      if (keys.length > 2 && missing !== undefined && others.length === 0) return { bill, missing };
    }
  return undefined;
}

/**
 * Finds the report of money movements (payments, refunds, fees) that a row of `payments` comes from, by its columns.
 */
export const findPaymentBill = (native: Native): PaymentBill | undefined =>
  [...bills, mappedMovements].find(
    (bill): bill is PaymentBill => bill.ledger === 'payments' && hasColumnsOf(native, bill),
  );

/**
 * Normalizes a word for comparison: exports of one provider differ in case (`microsoft.cognitiveservices`) and write
 * `rounding_error`.
 */
const normalizeWord = (word: string): string => word.toLowerCase().replaceAll('_', ' ');

/** Returns whether the value in a column is one of some words. Ignores case; `*` in a word stands for any text. */
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

/** Finds why a row of this bill is not usage, such as a tax or a purchase; `undefined` for usage. */
export const findNonUsageReason = (native: Native, { nonUsage }: Bill): ApartReason | undefined =>
  nonUsage?.find((rule) => isNonUsage(native, rule))?.reason;

/** Returns whether a row of `upstreamCharges` is from a known bill and is not usage, such as a tax or a purchase. */
export const isNonUsageRow = (native: Native): boolean => {
  const bill = matchChargeBill(native);
  return bill !== undefined && findNonUsageReason(native, bill) !== undefined;
};
