import { parseCivilTime, parseUnixDecimals, tryParseInstant } from '../../civil-time.ts';
import { DECIMAL_PATTERN } from '../../decimal-text.ts';
import type { Field } from '../../gateways/connector.ts';
import type { Codec } from '../../gateways/vocabulary.ts';
import { AMOUNT_LENGTH_MAX } from '../../limits.ts';
import { isNegative, toPlainText } from '../../money/money.ts';
import type { Amount } from '../../schemas/fields.ts';
import { NOT_NEGATIVE, NOT_TEXT, REQUIRED } from '../../schemas/sentences.ts';
import type { Sentence } from '../../sentence.ts';
import { isAbsent, isObject, isPlaceholder, type NativeObject } from '../intake/native.ts';
import { FieldProblem } from './row-problem.ts';
import { readSignedDecimal } from './written-number.ts';

/** Returns whether a text has control characters, which could forge lines of a table or act on a terminal. */
export function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return true;
  }
  return false;
}
/** Reason for refusing a text with control characters. */
export const NO_CONTROL: Sentence = { en: 'must not contain control characters', zh: '不能含控制字符' };

const API_KEY = /(?:^|[^A-Za-z0-9])sk-[\w-]{16}/;

/** Returns whether a text contains something like an API key. Such a text is refused and never repeated. */
const containsApiKey = (text: string): boolean => text.includes('sk-') && API_KEY.test(text);

/** Longest id or name, in UTF-16 code units. Longer ones are refused: a cut id would name another row. */
const NAME_LENGTH_MAX = 200;
/** Numbers from here on are milliseconds: as seconds they would be the year 5138. */
const MILLISECONDS_FROM = 1e11;
/** Years 2001 to 2100, in milliseconds. Other numbers are dates such as `20260901`, or days of a spreadsheet. */
const [NUMBER_TIME_MIN, NUMBER_TIME_MAX] = [Date.UTC(2001), Date.UTC(2101) - 1];

const MUST_BE_OBJECT: Sentence = { en: 'must be a JSON object', zh: '必须是 JSON 对象' };
const INTEGER = /^(-?\d{1,16})(?:\.0+)?$/;
/** First character of the text of an object or array, JSON or not, with or without quotes. */
const STRUCTURE = /^\s*[[{"']/;
const INTEGER_WITH_DECIMALS = /^-?\d+\.0+$/;
/** A long number as spreadsheets print it, without most of its digits. */
const SHORTENED = /^-?\d(?:\.\d+)?E\+\d+$/i;

/** Reads a whole number, also as text or `9.0`, if there is one. Throws a `FieldProblem` for any other value. */
export function readInteger(value: unknown, at: string): number | undefined {
  if (isAbsent(value)) return undefined;
  const digits = typeof value === 'string' ? INTEGER.exec(value)?.[1] : value;
  const number = typeof digits === 'string' ? Number(digits) : digits;
  if (!Number.isSafeInteger(number))
    throw new FieldProblem(at, {
      en: 'must be a whole number up to 2^53',
      zh: '必须是不超过 2^53 的整数',
    });
  return (number as number) + 0;
}

/** Reads a whole number of at least 0, if there is one. Throws a `FieldProblem` for any other value. */
export function readCount(value: unknown, at: string): number | undefined {
  const count = readInteger(value, at);
  if (count !== undefined && count < 0) throw new FieldProblem(at, NOT_NEGATIVE);
  return count;
}

function name(value: unknown, at: string): string | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string') throw new FieldProblem(at, NOT_TEXT);
  if (value.length > NAME_LENGTH_MAX)
    throw new FieldProblem(at, {
      en: `must have at most ${NAME_LENGTH_MAX} characters`,
      zh: `最多 ${NAME_LENGTH_MAX} 个字符`,
    });
  if (hasControl(value)) throw new FieldProblem(at, NO_CONTROL);
  if (containsApiKey(value))
    throw new FieldProblem(at, {
      en: 'must not contain an API key. Remove the key from the export',
      zh: '不能含有 API 密钥，请从导出中删除',
    });
  return value;
}

/** Characters of most ids. Only the check for API keys is left for such ids. */
const PLAIN_ID = /^[\w-]+$/;

function id(value: unknown, at: string): string | undefined {
  if (isAbsent(value) || value === 0) return undefined;
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && isPlaceholder(value)) return undefined;
  if (
    typeof value === 'string' &&
    value.length <= NAME_LENGTH_MAX &&
    PLAIN_ID.test(value) &&
    !containsApiKey(value)
  )
    return value === '0' || value === '-0' ? undefined : value;
  const text = name(value, at);
  if (text === undefined || text.trim() === '') return undefined;
  if (SHORTENED.test(text))
    throw new FieldProblem(at, {
      en: 'was shortened by a spreadsheet program. Export the column as text',
      zh: '被电子表格软件缩写了。请把该列以文本形式导出',
    });
  if (/^\s*[[{]/.test(text))
    throw new FieldProblem(at, {
      en: 'must be an id, not a JSON object or array',
      zh: '必须是 ID，而不是 JSON 对象或数组',
    });
  const whole = INTEGER_WITH_DECIMALS.test(text) ? text.slice(0, text.indexOf('.')) : text;
  return whole === '0' || whole === '-0' ? undefined : whole;
}

const NO_TIME: Sentence = {
  en: 'must be Unix seconds, or a date and time with an offset or Z. For other formats, use a mapping with timeZone or timeFormat',
  zh: '必须是 Unix 秒数，或带时区偏移（或 Z）的日期时间。其他写法请使用列映射并填写 timeZone 或 timeFormat',
};

function time(value: unknown, at: string): number | undefined {
  if (isAbsent(value)) return undefined;
  const digits = typeof value === 'string' && INTEGER.test(value);
  if (typeof value === 'string' && !digits) {
    const civil = parseCivilTime(value, 'Z');
    const zoned = civil?.hasZone ? civil.instant : undefined;
    const instant = tryParseInstant(value) ?? parseUnixDecimals(value) ?? zoned;
    if (instant === undefined || instant < 0) throw new FieldProblem(at, NO_TIME);
    return instant;
  }
  const number = digits ? Number(value) : value;
  if (typeof number !== 'number')
    throw new FieldProblem(at, {
      en: 'must be Unix seconds, or a date and time',
      zh: '必须是 Unix 秒数或日期时间',
    });
  if (number === 0) return undefined;
  const milliseconds = Math.floor(number >= MILLISECONDS_FROM ? number : number * 1000);
  if (!(milliseconds >= NUMBER_TIME_MIN && milliseconds <= NUMBER_TIME_MAX))
    throw new FieldProblem(at, {
      en: 'must be a time between 2001 and 2100, in Unix seconds or milliseconds',
      zh: '必须是 2001 至 2100 年间的时间，以 Unix 秒或毫秒表示',
    });
  return milliseconds;
}

/** Reads an amount without its sign, in the form in which it was sent. */
function money(value: unknown, at: string): { amount: Amount; negative: boolean } | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value === 'number' && Number.isFinite(value))
    return { amount: Math.abs(value), negative: value < 0 };
  const digits = typeof value === 'string' && value.startsWith('-') ? value.slice(1) : value;
  if (typeof digits === 'string' && digits.length <= AMOUNT_LENGTH_MAX && DECIMAL_PATTERN.test(digits))
    return { amount: digits, negative: digits !== value && /[1-9]/.test(digits) };
  const written = readSignedDecimal(value, at);
  return written && { amount: toPlainText(written.abs()), negative: isNegative(written) };
}

function embedded(value: unknown, at: string): NativeObject | undefined {
  if (isAbsent(value)) return undefined;
  let object = value;
  if (typeof value === 'string') {
    try {
      object = JSON.parse(value);
    } catch {
      throw new FieldProblem(at, MUST_BE_OBJECT);
    }
  }
  if (object === null) return undefined;
  if (!isObject(object)) throw new FieldProblem(at, MUST_BE_OBJECT);
  return object;
}

/** Reads a channel that is given as an object, or as the JSON text of one. */
function channelObject(value: unknown, at: string): NativeObject | undefined {
  if (isObject(value)) return value;
  if (typeof value !== 'string' || !STRUCTURE.test(value)) return undefined;
  // Never read the text of a broken object as an id, because it may contain a credential.
  return embedded(value, at) ?? {};
}

function channel(value: unknown, at: string): string | undefined {
  const object = channelObject(value, at);
  return object === undefined ? id(value, at) : id(object.id, `${at}.id`);
}

/** Reads the id of a row. Numbers count only above 0, because lists of a user's own rows have 0. */
function rowId(value: unknown, at: string): number | string | undefined {
  if (typeof value === 'string' && INTEGER.test(value)) return rowId(Number(value), at);
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  return id(value, at);
}

/** The codecs of `vocabulary.ts`: each reads one native value and returns `undefined` for an empty one. */
export const decoders = {
  id,
  rowId,
  model: name,
  name,
  time,
  channel,
  channelName: (value: unknown, at: string) => name(channelObject(value, at)?.name, `${at}.name`),
  quota: readInteger,
  money,
  embedded,
} satisfies Record<Codec, (value: unknown, at: string) => unknown>;

/** Type of a value that a codec reads. */
export type Decoded<TCodec extends Codec> = Exclude<ReturnType<(typeof decoders)[TCodec]>, undefined>;

/** Reads the first key of a field that is not empty, if any. Throws a `FieldProblem` if it cannot be read. */
export function readField<TCodec extends Codec>(
  row: NativeObject,
  field: Field<TCodec> | undefined,
): Decoded<TCodec> | undefined {
  if (field === undefined) return undefined;
  for (const key of field.at) {
    const value = decoders[field.as](row[key], key) as Decoded<TCodec> | undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Reads a field of a row that is not validated yet: `undefined` also for a value that cannot be read. */
export function tryReadField<TCodec extends Codec>(
  row: NativeObject,
  field: Field<TCodec> | undefined,
): Decoded<TCodec> | undefined {
  try {
    return readField(row, field);
  } catch (problem) {
    if (problem instanceof FieldProblem) return undefined;
    throw problem;
  }
}

/** Reads a field like `readField`, but throws a `FieldProblem` if the row has no value. */
export function requireField<TCodec extends Codec>(row: NativeObject, field: Field<TCodec>): Decoded<TCodec> {
  const value = readField(row, field);
  if (value === undefined) throw new FieldProblem(field.at, REQUIRED);
  return value;
}
