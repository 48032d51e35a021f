import { parseCivilTime } from '../../civil-time.ts';
import { BILL, BILL_STATUSES } from '../../gateways/vocabulary.ts';
import { isNegative, toPlainText } from '../../money/money.ts';
import { type UpstreamRecord, USAGE_STATUSES } from '../../schemas/reconciliation-input.ts';
import { mustBeOneOf, REQUIRED } from '../../schemas/sentences.ts';
import type { Sentence } from '../../sentence.ts';
import type { Account } from '../account.ts';
import { decoders, type Money, readField } from '../fields/codecs.ts';
import { defined } from '../fields/defined.ts';
import { FieldProblem } from '../fields/row-problem.ts';
import { namedCurrency, signedDecimal } from '../fields/written-number.ts';
import { isAbsent, type Native } from '../intake/native.ts';

const STATUSES: ReadonlyMap<string, UpstreamRecord['status']> = new Map([
  ...USAGE_STATUSES.map((status) => [status, status] as const),
  ...Object.entries(BILL_STATUSES),
]);

function statusOf(native: Native): UpstreamRecord['status'] {
  const value = native[BILL.status];
  if (isAbsent(value)) return 'success';
  const status = typeof value === 'string' ? STATUSES.get(value.trim().toLowerCase()) : undefined;
  if (status !== undefined) return status;
  throw new FieldProblem(BILL.status, mustBeOneOf([...STATUSES.keys()]));
}

/** Money as bills write it, blanks around it apart. A plain text or number stays as it is. */
function moneyOf(written: unknown, at: string, currency: string | undefined): Money | undefined {
  const value = typeof written === 'string' ? written.trim() : written;
  if (typeof value !== 'string' || /^-?[\d.]*$/.test(value)) return decoders.money(value, at);
  const cost = signedDecimal(value, at, currency);
  return cost && { amount: toPlainText(cost.abs()), negative: isNegative(cost) };
}

/** Time as bills write it; where they name no zone, UTC is taken. */
function timeOf(value: unknown, at: string, account: Account): number | undefined {
  const civil = typeof value === 'string' ? parseCivilTime(value, 'Z') : undefined;
  if (civil === undefined || civil.instant < 0) return decoders.time(value, at);
  if (!civil.hasZone) account.note(civil.isDateOnly ? 'dateAlone' : 'timeInUtc');
  return civil.instant;
}

/** What the first key says that says something; `undefined` where none does. */
function firstOf<T>(
  native: Native,
  keys: readonly string[],
  decode: (value: unknown, at: string) => T | undefined,
) {
  for (const key of keys) {
    const value = decode(native[key], key);
    if (value !== undefined) return value;
  }
  return undefined;
}

function needed<T>(...from: Parameters<typeof firstOf<T>>): T {
  const value = firstOf(...from);
  if (value === undefined) throw new FieldProblem(from[1], REQUIRED);
  return value;
}

/** A sum below the rows that it adds up would double the bill. */
const TOTAL =
  /^(?:(?:grand[- ]?|sub[- ]?)?totals?|(?:grand )?sum|overall|all(?: models)?|合计|总计|小计|总额|汇总|全部(?:模型)?|所有模型)[:：]?$/i;
export const namesTotal = (model: string): boolean => TOTAL.test(model.trim());

export const NO_MODEL: Sentence = {
  en: 'names a total, not a model: leave such rows out',
  zh: '是合计，而不是模型：请删去这样的行',
};

function modelOf(value: unknown, at: string): string | undefined {
  if (typeof value !== 'string' || !namesTotal(value)) return decoders.model(value, at);
  throw new FieldProblem(at, NO_MODEL);
}

/**
 * A billing row that no known bill describes, as a record; its request id is still the provider's own.
 * @throws FieldProblem naming the field that cannot be read
 */
export function billRecord(native: Native, account: Account): UpstreamRecord {
  const written = native[BILL.money.find((key) => !isAbsent(native[key])) ?? ''];
  const currency = decoders.name(native[BILL.currency], BILL.currency) ?? namedCurrency(written);
  const cost = needed(native, BILL.money, (value, at) => moneyOf(value, at, currency));
  const status = statusOf(native);
  const requestId = readField(native, { at: BILL.requestId, as: 'id' });
  const upstreamId = readField(native, { at: BILL.upstreamId, as: 'id' });
  const occurredAt = needed(native, BILL.time, (value, at) => timeOf(value, at, account));
  return defined({
    requestId,
    upstreamId,
    occurredAt: new Date(occurredAt).toISOString(),
    model: firstOf(native, BILL.model, modelOf) ?? 'unknown',
    status: cost.negative ? ('refunded' as const) : status,
    costAmount: cost.negative ? '0' : cost.amount,
    refundAmount: cost.negative ? cost.amount : undefined,
    currency,
  });
}
