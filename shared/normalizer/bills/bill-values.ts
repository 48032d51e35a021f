import type { BillField } from '../../bills/bill.ts';
import { type BillCodec, minorUnitDigits, narrowBrackets } from '../../bills/vocabulary.ts';
import { parseCivilTime, parseInZone, parseUnixDecimals } from '../../civil-time.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { type Decimal, shiftPoint, sumBy, toPlainText, ZERO } from '../../money/money.ts';
import { REQUIRED } from '../../schemas/sentences.ts';
import type { Sentence } from '../../sentence.ts';
import { decoders, readCount } from '../fields/codecs.ts';
import { FieldProblem } from '../fields/row-problem.ts';
import { readCurrencySign, readSignedDecimal, ungroup } from '../fields/written-number.ts';
import { parseIfJson } from '../intake/filter-row.ts';
import { asText, cleanCell, isAbsent, isObject, isPlaceholder, type NativeObject } from '../intake/native.ts';
import { IS_TOTAL, isTotalName } from '../records/generic-bill.ts';

const ANY_SIGN = '(¤)';
const SIGN_AT_END = /\([^()\d]{1,3}\)$/;

/** Finds the column that a key of a bill format means in a row: `Cost(¤)` may be `Cost($)`, and `（元）` may be `(元)`. */
export function resolveKey(row: NativeObject, key: string): string {
  if (!key.endsWith(ANY_SIGN))
    return key.includes('（') && !Object.hasOwn(row, key) ? narrowBrackets(key) : key;
  const name = key.slice(0, -ANY_SIGN.length);
  return (
    Object.keys(row).find((head) => head.startsWith(name) && SIGN_AT_END.exec(head)?.index === name.length) ??
    key
  );
}

/** Returns the value at a key or path of a row, if any, without outer spaces and marks such as WeChat Pay’s backquote. */
export function valueAt(row: NativeObject, at: string): unknown {
  const key = resolveKey(row, at);
  let value: unknown = row;
  if (Object.hasOwn(row, key)) value = row[key];
  else
    for (const step of key.split('.')) {
      const object = parseIfJson(value);
      value = isObject(object) && Object.hasOwn(object, step) ? object[step] : undefined;
    }
  return typeof value === 'string' ? cleanCell(value) : value;
}

/** Adds signed amounts exactly. Throws a `FieldProblem` if the sum has more than `AMOUNT_LENGTH_MAX` characters. */
export const sumSigned = (amounts: readonly Decimal[], at: string): Decimal =>
  readSignedDecimal(toPlainText(sumBy(amounts, (amount) => amount)), at) ?? ZERO;

function amounts(value: unknown, at: string): Decimal | undefined {
  const list = parseIfJson(value);
  if (list === undefined) throw new FieldProblem(at, { en: 'must be a JSON list', zh: '必须是 JSON 列表' });
  if (!Array.isArray(list)) return readSignedDecimal(list, at);
  const read = (item: unknown) => readSignedDecimal(isObject(item) ? item.amount : item, `${at}[].amount`);
  const each = list.map((item) => read(item) ?? ZERO);
  return sumSigned(each, at);
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
  if (isTotalName(text)) throw new FieldProblem(at, IS_TOTAL);
  if (instant === undefined || instant < 0)
    throw new FieldProblem(at, {
      en: 'must be a date, or a date and time. For other formats, use a mapping with timeFormat',
      zh: '必须是日期，或日期加时间。其他写法请使用列映射并填写 timeFormat',
    });
  return instant;
}

const MONTH_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const PACIFIC = 'America/Los_Angeles';
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
const WAY = /\.(?:online|offline)\./i;

/** A map of product attributes is longer than a name. */
const EDITION_LENGTH_MAX = 10_000;
const EDITION = /(?:^|product_name=)([^={},]+) \(Amazon Bedrock Edition\)/i;

function beforeComma(value: unknown, at: string): string | undefined {
  const text = decoders.name(value, at);
  const comma = text?.lastIndexOf(', ') ?? -1;
  return comma > 0 ? text?.slice(0, comma) : text;
}

/** Words that separate the kind of tokens from the model in a SKU of the Gemini API, and words after the model. */
const TOKEN_COUNT = /\btoken count\b(?: for)? /i;
const AFTER_MODEL =
  / (?:short|long|input|output|text|image|audio|video|cached|caching|batch|flex|priority|thinking|non-thinking)(?= |$)/i;

/** Splits the text of an SKU at `token count`: the kind of tokens, and the model with the words after it. */
function splitSku(text: string): readonly [kind: string, counted: string] | undefined {
  const found = TOKEN_COUNT.exec(text);
  if (found === null) return undefined;
  const counted = text.slice(found.index + found[0].length);
  return counted === '' ? undefined : [text.slice(0, found.index), counted];
}

function skuKind(value: unknown, at: string): string | undefined {
  const text = decoders.name(value, at);
  const [before] = splitSku(text ?? '') ?? [];
  if (before === undefined) return text;
  if (/\boutput\b/i.test(before)) return 'output tokens';
  return /\bcached\b/i.test(before) || / caching$/i.test(text ?? '') ? 'cached tokens' : 'input tokens';
}

const REGION = /^[A-Z]{3}\d-(?=.)/;
/** Kind of usage, which follows the model in a meter of AWS or a SKU of Google. */
const USAGE =
  /-(?:cache-(?:read|write)-input-token-count|(?:in|out)put-tokens)| (?:Text|Image|Audio|Video) (?:In|Out)put| Input (?:Text|Image|Audio|Video) Caching/;
/** Words before the kind of usage that are not part of the model. */
const TRAITS: readonly string[] = ['Thinking', 'Global', 'GA'];
function meteredModel(value: unknown, at: string): string | undefined {
  const text = decoders.name(value, at) ?? '';
  const [, counted] = splitSku(text) ?? [];
  if (counted !== undefined) return counted.slice(0, AFTER_MODEL.exec(counted)?.index);
  const words = text.slice(0, USAGE.exec(text)?.index).replace(REGION, '').split(' ');
  return words.filter((word) => !TRAITS.includes(word)).join(' ') || text || undefined;
}

function minorUnits(value: unknown, at: string, currency: string | undefined): Decimal | undefined {
  const units = readSignedDecimal(value, at, currency);
  if (units !== undefined && !units.isInteger())
    throw new FieldProblem(at, {
      en: 'must be a whole number in the smallest unit of the currency, such as cents',
      zh: '必须是以币种最小单位（如分）计的整数',
    });
  return units && shiftPoint(units, -(minorUnitDigits[currency ?? ''] ?? 2));
}

/** The codecs of `bills/vocabulary.ts`: each reads one value of a bill and returns `undefined` for an empty one. */
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
  pacificTime: (value: unknown, at: string) =>
    civil(value, at, 'Z') === undefined ? undefined : parseInZone(asText(value), PACIFIC),
  monthDayYear,
  id: decoders.id,
  name: decoders.name,
  word: (value: unknown, at: string) => decoders.name(typeof value === 'number' ? `${value}` : value, at),
  currency: (value: unknown, at: string) => {
    const name = decoders.name(value, at);
    return name && toCurrencyCode(name);
  },
  signInHead: (_: unknown, at: string, currency: string | undefined) =>
    readCurrencySign(SIGN_AT_END.exec(at)?.[0].slice(1, -1) ?? '', at, currency),
  flag: (value: unknown) => value === 1 || value === '1' || asText(value).toLowerCase() === 'true',
  count: (value: unknown, at: string) => readCount(typeof value === 'string' ? ungroup(value) : value, at),
  quantity: readSignedDecimal,
  chargeId: (value: unknown, at: string) => decoders.id(CHARGE_ID.exec(asText(value))?.[0], at),
  groupedQuantity: (value: unknown, at: string) =>
    readSignedDecimal(typeof value === 'string' ? value.replaceAll(',', '') : value, at),
  beforeComma,
  beforeWay: (value: unknown, at: string) => decoders.name(value, at)?.split(WAY)[0],
  edition: (value: unknown, at: string) =>
    decoders.name(EDITION.exec(asText(value).slice(0, EDITION_LENGTH_MAX))?.[1], at),
  instanceModel,
  meteredModel,
  skuKind,
} satisfies Record<BillCodec, (value: unknown, at: string, currency: string | undefined) => unknown>;

/** Returns whether a time field contains only a date, without a time of day, in this row. */
export const isDateOnly = (row: NativeObject, { at, as }: BillField): boolean =>
  as !== 'time' && at.some((key) => /^[\d/-]{8,10}$/.test(asText(valueAt(row, key))));

/** Returns the time zone in which a codec reads times without an offset. */
export const findDefaultZone = (as: BillCodec): string =>
  as === 'chinaTime' ? '+08:00' : as === 'pacificTime' ? PACIFIC : 'UTC';

type BillValue<TCodec extends BillCodec> = Exclude<ReturnType<(typeof readers)[TCodec]>, undefined>;

/**
 * Reads a field of a bill row: decodes the value of the first of its keys that is not empty. Returns `undefined` if all
 * are empty. Throws a `FieldProblem` for a value that cannot be read.
 * @param currency currency of the row; amounts with the sign of another currency are not accepted
 */
export function readBillField<TCodec extends BillCodec>(
  row: NativeObject,
  field: BillField<TCodec> | undefined,
  currency?: string,
): BillValue<TCodec> | undefined {
  if (field === undefined) return undefined;
  for (const key of field.at) {
    const value = valueAt(row, key);
    if (isAbsent(value) || (typeof value === 'string' && isPlaceholder(value))) continue;
    const read = readers[field.as](value, resolveKey(row, key), currency);
    if (read !== undefined) return read as BillValue<TCodec>;
  }
  return undefined;
}

const MISSING_COLUMN: Sentence = {
  en: 'is missing. Select this column when you download the file',
  zh: '缺少这一列。下载文件时请选上',
};

/** Reads a field like `readBillField`, but throws a `FieldProblem` if the row has no value. */
export function requireBillField<TCodec extends BillCodec>(
  row: NativeObject,
  field: BillField<TCodec>,
  currency?: string,
): BillValue<TCodec> {
  const value = readBillField(row, field, currency);
  if (value === undefined) {
    const hasColumn = field.at.some((key) => key.includes('.') || Object.hasOwn(row, resolveKey(row, key)));
    throw new FieldProblem(field.at, hasColumn ? REQUIRED : MISSING_COLUMN);
  }
  return value;
}
