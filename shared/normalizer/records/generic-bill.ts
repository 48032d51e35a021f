import { parseCivilTime } from '../../civil-time.ts';
import { BILL, BILL_STATUSES } from '../../gateways/vocabulary.ts';
import { isNegative, toPlainText } from '../../money/money.ts';
import { type UpstreamRecord, USAGE_STATUSES } from '../../schemas/reconciliation-input.ts';
import { mustBeOneOf, REQUIRED } from '../../schemas/sentences.ts';
import type { Sentence } from '../../sentence.ts';
import { decoders, readField } from '../fields/codecs.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import { FieldProblem, UnknownKindProblem } from '../fields/row-problem.ts';
import { findNamedCurrency, readSignedDecimal } from '../fields/written-number.ts';
import { isAbsent, type NativeObject } from '../intake/native.ts';
import type { RowOutcomes } from '../row-outcomes.ts';

const STATUSES: ReadonlyMap<string, UpstreamRecord['status']> = new Map([
  ...USAGE_STATUSES.map((status) => [status, status] as const),
  ...Object.entries(BILL_STATUSES),
]);

function readBillStatus(row: NativeObject): UpstreamRecord['status'] {
  const value = row[BILL.status];
  if (isAbsent(value)) return 'success';
  const status = typeof value === 'string' ? STATUSES.get(value.trim().toLowerCase()) : undefined;
  if (status !== undefined) return status;
  throw new UnknownKindProblem([BILL.status], mustBeOneOf([...STATUSES.keys()]));
}

/** Reads money, ignoring spaces around it. Plain numbers and texts keep their form. */
function readBillMoney(written: unknown, at: string, currency: string | undefined) {
  const value = typeof written === 'string' ? written.trim() : written;
  if (typeof value !== 'string' || /^-?[\d.]*$/.test(value)) return decoders.money(value, at);
  const cost = readSignedDecimal(value, at, currency);
  return cost && { amount: toPlainText(cost.abs()), negative: isNegative(cost) };
}

/** Reads a time; without a time zone, UTC is assumed and noted. */
function readBillTime(value: unknown, at: string, outcomes: RowOutcomes): number | undefined {
  const civil = typeof value === 'string' ? parseCivilTime(value, 'Z') : undefined;
  if (typeof value === 'string' && isTotalName(value)) throw new FieldProblem(at, IS_TOTAL);
  if (civil === undefined || civil.instant < 0) return decoders.time(value, at);
  if (!civil.hasZone) outcomes.note(civil.isDateOnly ? 'dateAlone' : 'timeInUtc');
  return civil.instant;
}

/** Returns the value of the first key that is not empty; `undefined` if all are. */
function readFirst<T>(
  row: NativeObject,
  keys: readonly string[],
  decode: (value: unknown, at: string) => T | undefined,
) {
  for (const key of keys) {
    const value = decode(row[key], key);
    if (value !== undefined) return value;
  }
  return undefined;
}

function refuseMissing(fields: readonly string[]): never {
  throw new FieldProblem(fields, REQUIRED);
}

/** Names of total rows, which would double the bill. */
const TOTAL =
  /^(?:(?:grand[- ]?|sub[- ]?)?totals?|(?:grand )?sum|overall|all(?: models)?|合计|总计|小计|总额|汇总|全部(?:模型)?|所有模型)[:：]?$/i;
/** Returns whether the model name or the date in a bill row is the label of a total row, such as `Total` or `合计`. */
export const isTotalName = (text: string): boolean => TOTAL.test(text.trim());

/** Reason for refusing a total row. */
export const IS_TOTAL: Sentence = {
  en: 'is a total. Remove such rows, or leave them out with "end" or "skip" of a mapping',
  zh: '是合计。请删除合计行，或在列映射中用 "end" 或 "skip" 排除',
};

function readBillModel(value: unknown, at: string): string | undefined {
  if (typeof value !== 'string' || !isTotalName(value)) return decoders.model(value, at);
  throw new FieldProblem(at, IS_TOTAL);
}

/**
 * Reads a bill row of an unknown provider as an upstream charge. The request id of the charge may be the provider's own
 * id. Throws a `FieldProblem` if amount or time is missing or a field cannot be read.
 */
export function readGenericBill(row: NativeObject, outcomes: RowOutcomes): UpstreamRecord {
  const written = row[BILL.money.find((key) => !isAbsent(row[key])) ?? ''];
  const currency = decoders.name(row[BILL.currency], BILL.currency) ?? findNamedCurrency(written);
  const readMoney = (value: unknown, at: string) => readBillMoney(value, at, currency);
  const cost = readFirst(row, BILL.money, readMoney) ?? refuseMissing(BILL.money);
  const status = readBillStatus(row);
  const requestId = readField(row, { at: BILL.requestId, as: 'id' });
  const upstreamId = readField(row, { at: BILL.upstreamId, as: 'id' });
  const readTime = (value: unknown, at: string) => readBillTime(value, at, outcomes);
  const occurredAt = readFirst(row, BILL.time, readTime) ?? refuseMissing(BILL.time);
  return omitUndefined({
    requestId,
    upstreamId,
    occurredAt: new Date(occurredAt).toISOString(),
    model: readFirst(row, BILL.model, readBillModel) ?? 'unknown',
    status: cost.negative ? ('refunded' as const) : status,
    costAmount: cost.negative ? '0' : cost.amount,
    refundAmount: cost.negative ? cost.amount : undefined,
    currency,
  });
}
