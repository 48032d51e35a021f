import * as v from 'valibot';
import { DECIMAL_PATTERN } from '../decimal-text.ts';
import { instantOf } from '../instant.ts';
import { AMOUNT_LENGTH_MAX, TEXT_LENGTH_MAX } from '../limits.ts';

/** Any text of bounded length; an empty one counts as absent. */
export const textSchema = v.pipe(
  v.string('must be a string'),
  v.maxLength(TEXT_LENGTH_MAX, `must have at most ${TEXT_LENGTH_MAX} characters`),
);

/** A required id or name: bounded text that is not empty. */
export const nameSchema = v.pipe(
  v.string('must be a string'),
  v.minLength(1, 'must not be empty'),
  v.maxLength(TEXT_LENGTH_MAX, `must have at most ${TEXT_LENGTH_MAX} characters`),
);

const isoTimestamp = v.isoTimestamp<string, string>(
  'must be an ISO 8601 date-time with an offset, such as 2026-03-10T10:00:00Z',
);
/** A real instant. Valibot's own pattern knows neither the lengths of months nor every offset. */
export const timestampSchema = v.pipe(
  v.string('must be a string'),
  v.maxLength(TEXT_LENGTH_MAX, `must have at most ${TEXT_LENGTH_MAX} characters`),
  Object.assign(isoTimestamp, {
    requirement: { test: (text: string) => instantOf(text) !== undefined } as RegExp,
  }),
);

const NUMBER_MESSAGE = 'must be a finite number of at least 0';
/** A finite JSON number >= 0: `1e400` arrives as Infinity and is refused. */
export const countSchema = v.pipe(
  v.number(NUMBER_MESSAGE),
  v.minValue(0, NUMBER_MESSAGE),
  v.maxValue(Number.MAX_VALUE, NUMBER_MESSAGE),
);

const AMOUNT_MESSAGE = `must be a finite number of at least 0, or a plain decimal string such as "0.10" of at most ${AMOUNT_LENGTH_MAX} characters`;
const decimalTextSchema = v.pipe(
  v.string(AMOUNT_MESSAGE),
  v.maxLength(AMOUNT_LENGTH_MAX, AMOUNT_MESSAGE),
  v.regex(DECIMAL_PATTERN, AMOUNT_MESSAGE),
);
/** The contract's Amount. Decimal strings are recommended: they carry every digit. */
export const amountSchema = v.union([countSchema, decimalTextSchema], AMOUNT_MESSAGE);
export type Amount = v.InferOutput<typeof amountSchema>;

/** A JSON number whose plain text is longer than a decimal string may be: 1e308 spells 309 digits. */
export const isLongNumber = (value: unknown): boolean =>
  typeof value === 'number' && value !== 0 && (value >= 10 ** AMOUNT_LENGTH_MAX || value < 1e-45);

export const oneOf = <const TValues extends readonly string[]>(values: TValues) =>
  v.picklist(values, `must be one of ${values.join(', ')}`);
