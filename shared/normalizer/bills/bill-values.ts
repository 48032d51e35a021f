import type { BillField } from '../../bills/bill.ts';
import { type BillCodec, minorUnitDigits } from '../../bills/vocabulary.ts';
import { parseCivilTime, parseUnixDecimals } from '../../civil-time.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { type Decimal, shiftPoint, sumBy, toPlainText, ZERO } from '../../money/money.ts';
import { NOT_NEGATIVE, REQUIRED } from '../../schemas/sentences.ts';
import { decoders } from '../fields/codecs.ts';
import { FieldProblem } from '../fields/row-problem.ts';
import { readSignedDecimal } from '../fields/written-number.ts';
import { asText, isAbsent, isNative, type Native } from '../intake/native.ts';

/** The codecs of `bills/vocabulary.ts`; `fields/codecs.ts` has those of gateways. */

/**
 * Returns the value at a key of a row, or at a path into its objects, without spaces and the backquote that reports
 * put around texts.
 */
export function valueAt(native: Native, key: string): unknown {
  let value: unknown = native;
  if (Object.hasOwn(native, key)) value = native[key];
  else
    for (const step of key.split('.'))
      value = isNative(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return typeof value === 'string' ? value.trim().replace(/^`/, '') : value;
}

/**
 * Adds signed amounts exactly.
 * @throws FieldProblem if the sum is longer than an amount may be
 */
export const sumSigned = (amounts: readonly Decimal[], at: string): Decimal =>
  readSignedDecimal(toPlainText(sumBy(amounts, (amount) => amount)), at) ?? ZERO;

function listAt(text: string, at: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FieldProblem(at, { en: 'must hold a JSON list', zh: '必须是 JSON 列表' });
  }
}

function amounts(value: unknown, at: string): Decimal | undefined {
  const list = typeof value === 'string' && value.startsWith('[') ? listAt(value, at) : value;
  if (!Array.isArray(list)) return readSignedDecimal(list, at);
  const each = list.map((item) => readSignedDecimal(isNative(item) ? item.amount : item, `${at}[].amount`));
  return sumSigned(
    each.flatMap((amount) => amount ?? []),
    at,
  );
}

/** A date as `20261001`, and a month, which counts as its first day. */
const COMPACT_DATE = /^(\d{4})(\d{2})(\d{2})$/;
const MONTH_ONLY = /^\d{4}-\d{2}$/;
function civil(value: unknown, at: string, offset: string): number | undefined {
  if (isAbsent(value)) return undefined;
  const text = typeof value === 'string' ? value : '';
  const instant =
    parseUnixDecimals(text) ??
    parseCivilTime(text.replace(COMPACT_DATE, '$1-$2-$3').replace(MONTH_ONLY, '$&-01'), offset)?.instant;
  if (instant === undefined || instant < 0)
    throw new FieldProblem(at, {
      en: 'must be a date, or a date and time. A file with other times needs a mapping with timeFormat',
      zh: '必须是日期，或日期加时间。其他写法的文件请用列映射填写 timeFormat',
    });
  return instant;
}

const MONTH_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
function monthDayYear(value: unknown, at: string): number | undefined {
  const [, month, day, year] = MONTH_FIRST.exec(asText(value)) ?? [];
  return civil(year === undefined ? value : `${year}-${month}-${day}`, at, 'Z');
}

/** Kinds of tokens in instances of Bailian, after any context length. */
const INSTANCE_KIND = /^(?:.*_)?(?:in|out)put_tokens?(?:_cache)?$/;
const WORKSPACE = /^(?:llm|ws)-/;

/** Finds the model among the parts of a Bailian instance. Their number depends on model, channel and shop. */
function instanceModel(value: unknown, at: string): string | undefined {
  const parts = decoders.name(value, at)?.split(';') ?? [];
  const kindAt = parts.findIndex((part) => INSTANCE_KIND.test(part));
  const workspaceAt = parts.findIndex((part) => WORKSPACE.test(part));
  const modelAt = kindAt > 0 ? kindAt - 1 : workspaceAt < 0 ? -1 : workspaceAt + 1;
  const resold = parts.find((part) => part.includes('/'));
  return (resold ?? parts[modelAt]) || undefined;
}

const CHARGE_ID = /\b(?:ch|py)_\w+/;
const chargeId = (value: unknown): string | undefined => CHARGE_ID.exec(asText(value))?.[0];

function beforeComma(value: unknown, at: string): string | undefined {
  const text = decoders.name(value, at);
  const comma = text?.lastIndexOf(', ') ?? -1;
  return comma > 0 ? text?.slice(0, comma) : text;
}

const REGION = /^[A-Z]{3}\d-(?=.)/;
/** Start of the kind of usage in a meter of AWS or a SKU of Google. */
const USAGE =
  /-(?:cache-(?:read|write)-input-token-count|(?:in|out)put-tokens)| (?:Text|Image|Audio|Video) (?:In|Out)put| Input (?:Text|Image|Audio|Video) Caching/;
/** Words before it that are not part of the model. */
const TRAITS: readonly string[] = ['Thinking', 'Global', 'GA'];
function meteredModel(value: unknown, at: string): string | undefined {
  const text = decoders.name(value, at) ?? '';
  const words = text.slice(0, USAGE.exec(text)?.index).replace(REGION, '').split(' ');
  return words.filter((word) => !TRAITS.includes(word)).join(' ') || text || undefined;
}

function minorUnits(value: unknown, at: string, currency: string | undefined): Decimal | undefined {
  const units = readSignedDecimal(value, at, currency);
  if (units !== undefined && !units.isInteger())
    throw new FieldProblem(at, {
      en: 'must be a whole number of the currency’s smallest unit',
      zh: '必须是以币种最小单位计的整数',
    });
  return units && shiftPoint(units, -(minorUnitDigits[currency ?? ''] ?? 2));
}

const flag = (value: unknown): boolean =>
  value === true || value === 1 || value === '1' || asText(value).toLowerCase() === 'true';

const count = (value: unknown, at: string): number | undefined => {
  const tokens = decoders.quota(value, at);
  if (tokens !== undefined && tokens < 0) throw new FieldProblem(at, NOT_NEGATIVE);
  return tokens;
};

const readers = {
  amount: readSignedDecimal,
  amounts,
  cents: (value: unknown, at: string, currency: string | undefined) => {
    const cents = readSignedDecimal(value, at, currency);
    return cents && shiftPoint(cents, -2);
  },
  minorUnits,
  time: decoders.time,
  utcTime: (value: unknown, at: string) => civil(value, at, 'Z'),
  chinaTime: (value: unknown, at: string) => civil(value, at, '+08:00'),
  monthDayYear,
  id: decoders.id,
  name: decoders.name,
  word: (value: unknown, at: string) => decoders.name(typeof value === 'number' ? `${value}` : value, at),
  currency: (value: unknown, at: string) => {
    const name = decoders.name(value, at);
    return name && toCurrencyCode(name);
  },
  flag,
  count,
  quantity: readSignedDecimal,
  chargeId: (value: unknown, at: string) => decoders.id(chargeId(value), at),
  beforeComma,
  instanceModel,
  meteredModel,
} satisfies Record<BillCodec, (value: unknown, at: string, currency: string | undefined) => unknown>;

/** Returns whether a time is only a date. */
export const isDay = (native: Native, { at, as }: BillField): boolean =>
  as !== 'time' && at.some((key) => /^[\d/-]{8,10}$/.test(asText(valueAt(native, key))));

type BillValue<TCodec extends BillCodec> = Exclude<ReturnType<(typeof readers)[TCodec]>, undefined>;

/**
 * Returns the value of the first key of a field that is not empty; `undefined` if all are.
 * @param currency currency of the row, for codecs that depend on it
 * @throws FieldProblem
 */
export function billValue<TCodec extends BillCodec>(
  native: Native,
  field: BillField<TCodec> | undefined,
  currency?: string,
): BillValue<TCodec> | undefined {
  if (field === undefined) return undefined;
  for (const key of field.at) {
    const value = valueAt(native, key);
    const read = isAbsent(value) ? undefined : readers[field.as](value, key, currency);
    if (read !== undefined) return read as BillValue<TCodec>;
  }
  return undefined;
}

/**
 * Like `billValue`, for a field that must not be empty.
 * @throws FieldProblem
 */
export function requireBillValue<TCodec extends BillCodec>(
  native: Native,
  field: BillField<TCodec>,
  currency?: string,
): BillValue<TCodec> {
  const value = billValue(native, field, currency);
  if (value === undefined) throw new FieldProblem(field.at, REQUIRED);
  return value;
}
