import type { Bill, ChargeBill, NonUsageRule, PaymentBill, UsageBill } from '../../bills/bill.ts';
import {
  bills,
  mappedReports,
  type UnreadReport,
  unreadReports,
  usageReports,
} from '../../bills/registry.ts';
import type { NonUsageReason } from '../../bills/vocabulary.ts';
import { matchesStars } from '../../stars.ts';
import { RowProblem } from '../fields/row-problem.ts';
import { buildEmptyRow, isAbsent, isObject, type NativeObject } from '../intake/native.ts';
import { resolveKey, valueAt } from './bill-values.ts';
import { mappedMovements } from './mapped-movements.ts';

const paymentBills = [...bills, mappedMovements].filter(
  (bill): bill is PaymentBill => bill.ledger === 'payments',
);

const hasKey = (row: NativeObject, key: string): boolean =>
  Object.hasOwn(row, key) || valueAt(row, key) !== undefined;

/** Whether a row has all keys of one of the lists. Loops, because browsers would compile closures again for each file. */
function hasKeysOfAny(
  row: NativeObject,
  lists: readonly (readonly string[])[],
  has: (row: NativeObject, key: string) => boolean,
): boolean {
  next: for (const keys of lists) {
    for (const key of keys) if (!has(row, key)) continue next;
    return true;
  }
  return false;
}

const hasColumnsOf = (row: NativeObject, { signatures }: Bill): boolean =>
  hasKeysOfAny(row, signatures, hasKey);

const hasColumn = (row: NativeObject, key: string): boolean => Object.hasOwn(row, resolveKey(row, key));

const hasSignatureOf = (row: NativeObject, { signatures, unless }: UnreadReport): boolean =>
  hasKeysOfAny(row, signatures, hasColumn) && !(unless !== undefined && Object.hasOwn(row, unless));

/** Finds the usage report (tokens without money) that a row comes from; `undefined` for any other row. */
export const findUsageReport = (row: NativeObject): UsageBill | undefined =>
  usageReports.find((report) => hasSignatureOf(row, report));

/** Finds the report or list of a row that the service does not read (`unreadReports`), such as a task list. */
export function findUnreadReport(row: NativeObject): UnreadReport | undefined {
  // In an API reply, look at the first of the rows in `results`.
  const [inner] = Array.isArray(row.results) ? row.results : [];
  return unreadReports.find(
    (report) => hasSignatureOf(row, report) || (isObject(inner) && hasSignatureOf(inner, report)),
  );
}

/** Finds the report or list of a row of a file that the service does not read, or reads only with a mapping. */
export const findUnreadReportOfFile = (row: NativeObject): UnreadReport | undefined =>
  findUnreadReport(row) ?? mappedReports.find((report) => hasSignatureOf(row, report));

/** Throws a `RowProblem`, which names what to send instead, for rows of reports without money or not read here. */
export function refuseUnreadReport(row: NativeObject): void {
  const unread = findUnreadReport(row) ?? findUsageReport(row);
  if (unread) throw new RowProblem([{ sentence: unread.sentence }]);
}

/** Finds the provider's bill of a row by its columns. Throws a `RowProblem` like `refuseUnreadReport`. */
export function findChargeBill(row: NativeObject): ChargeBill | undefined {
  refuseUnreadReport(row);
  return matchChargeBill(row);
}

const matchChargeBill = (row: NativeObject): ChargeBill | undefined =>
  bills.find((bill): bill is ChargeBill => bill.ledger === 'upstreamCharges' && hasColumnsOf(row, bill));

/** Finds the provider's bill whose table has these columns; `undefined` for an unknown table. */
export const findChargeBillByColumns = (columns: readonly string[]): ChargeBill | undefined =>
  matchChargeBill(buildEmptyRow(columns));

/** Finds the payment processor's report that a row of `payments` comes from, by its columns; otherwise `undefined`. */
export const findPaymentBill = (row: NativeObject): PaymentBill | undefined =>
  paymentBills.find((bill) => hasColumnsOf(row, bill));

/** Normalizes a word for comparison: exports of one provider differ in case, and write `rounding_error`. */
const normalizeWord = (word: string): string => word.toLowerCase().replaceAll('_', ' ');

/** Returns whether a column has one of these words, ignoring case; `_` is a space, and `*` matches any text. */
export function hasAnyWord(row: NativeObject, at: string, words: readonly string[]): boolean {
  const value = valueAt(row, at);
  return (
    typeof value === 'string' && words.some((word) => matchesStars(normalizeWord(value), normalizeWord(word)))
  );
}

function isNonUsage(row: NativeObject, { at, is, isNot, unless, isBlank }: NonUsageRule): boolean {
  const value = valueAt(row, at);
  if (isAbsent(value)) return isBlank === true && Object.hasOwn(row, at);
  if (isBlank || typeof value !== 'string') return false;
  if (is) return hasAnyWord(row, at, is);
  return !hasAnyWord(row, at, isNot ?? []) && !unless?.some((other) => hasAnyWord(row, other.at, other.is));
}

/** Finds why a row of this bill is not usage, such as a tax or a purchase; `undefined` for usage. */
export const findNonUsageReason = (row: NativeObject, { nonUsage }: Bill): NonUsageReason | undefined =>
  nonUsage?.find((rule) => isNonUsage(row, rule))?.reason;

/** Returns whether a row of `upstreamCharges` is from a known bill and is not usage, such as a tax or a purchase. */
export const isNonUsageRow = (row: NativeObject): boolean => {
  const bill = matchChargeBill(row);
  return bill !== undefined && findNonUsageReason(row, bill) !== undefined;
};
