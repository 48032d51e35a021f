import * as v from 'valibot';
import { parseDay, tryParseInstant } from '../civil-time.ts';
import { DECIMAL_PATTERN } from '../decimal-text.ts';
import { AMOUNT_LENGTH_MAX, TEXT_LENGTH_MAX } from '../limits.ts';
import { toSchemaMessage } from '../sentence.ts';
import { atMostCharacters, mustBeOneOf, NOT_EMPTY } from './sentences.ts';

const STRING = toSchemaMessage({ en: 'must be a string', zh: '必须是文本' });
const LENGTH = toSchemaMessage(atMostCharacters(TEXT_LENGTH_MAX));

/** Schema of optional text of limited length; the code treats empty text as absent. */
export const textSchema = v.pipe(v.string(STRING), v.maxLength(TEXT_LENGTH_MAX, LENGTH));

/** Schema of a required id or name: text of limited length that is not empty. */
export const nameSchema = v.pipe(
  v.string(STRING),
  v.minLength(1, toSchemaMessage(NOT_EMPTY)),
  v.maxLength(TEXT_LENGTH_MAX, LENGTH),
);

/** Returns whether a text is an existing date-time with an offset; valibot's own pattern accepts 30 February. */
export const isInstant = (text: string): boolean => tryParseInstant(text) !== undefined;

/** Schema of a date-time with an offset. */
export const timestampSchema = v.pipe(
  v.string(STRING),
  v.maxLength(TEXT_LENGTH_MAX, LENGTH),
  v.check(
    isInstant,
    toSchemaMessage({
      en: 'must be an ISO 8601 date-time with an offset, such as 2026-03-10T10:00:00Z',
      zh: '必须是带时区偏移的 ISO 8601 日期时间，如 2026-03-10T10:00:00Z',
    }),
  ),
);

const DAY = toSchemaMessage({ en: 'must be a day such as 2026-10-31', zh: '必须是 2026-10-31 这样的日期' });
/** Schema of a calendar day such as `2026-10-31`. */
export const daySchema = v.pipe(
  v.string(DAY),
  v.check((day) => parseDay(day) !== undefined, DAY),
);

const NUMBER = toSchemaMessage({
  en: 'must be a finite number of at least 0',
  zh: '必须是不小于 0 的有限数字',
});
/** Schema of a finite number of at least 0; `1e400`, which JSON.parse reads as Infinity, is rejected. */
export const countSchema = v.pipe(
  v.number(NUMBER),
  v.minValue(0, NUMBER),
  v.maxValue(Number.MAX_VALUE, NUMBER),
);

const AMOUNT = toSchemaMessage({
  en: `must be a finite number of at least 0, or a plain decimal string such as "0.10" with at most ${AMOUNT_LENGTH_MAX} characters`,
  zh: `必须是不小于 0 的数字，或 "0.10" 这样的十进制字符串（最多 ${AMOUNT_LENGTH_MAX} 个字符）`,
});
const decimalTextSchema = v.pipe(
  v.string(AMOUNT),
  v.maxLength(AMOUNT_LENGTH_MAX, AMOUNT),
  v.regex(DECIMAL_PATTERN, AMOUNT),
);
/** Schema of the contract's Amount: a number or, to keep every digit, a decimal string. */
export const amountSchema = v.union([countSchema, decimalTextSchema], AMOUNT);
/** An amount of money of at least 0. */
export type Amount = v.InferOutput<typeof amountSchema>;

/** Returns whether a value is a number with more digits than a decimal string may have (1e308 has 309). */
export const isLongNumber = (value: unknown): boolean =>
  typeof value === 'number' && value !== 0 && (value >= 10 ** AMOUNT_LENGTH_MAX || value < 1e-45);

/** Builds the schema of a text that must be one of `values`. */
export const oneOf = <const TValues extends readonly string[]>(values: TValues) =>
  v.picklist(values, toSchemaMessage(mustBeOneOf(values)));

const FACTOR = toSchemaMessage({
  en: 'must be a decimal above 0 with at most 30 digits, such as "0.73"',
  zh: '必须大于 0：一个最多 30 位数字的十进制数，如 "0.73"',
});
/** Schema of a factor on amounts: a decimal above 0, as text or number, which is converted to text. */
export const factorSchema = v.pipe(
  v.union([v.string(FACTOR), v.pipe(v.number(FACTOR), v.gtValue(0, FACTOR))], FACTOR),
  v.transform(String),
  // Allow at most 30 digits, of which one is not 0. A leading `0.` does not count.
  v.regex(/^(?=[\d.]*[1-9])(?=(?:0\.)?(?:\d\.?){1,30}$)\d+(?:\.\d+)?$/, FACTOR),
);
