import { AMOUNT_LENGTH_MAX } from '../../limits.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { type Decimal, toDecimal, toPlainText } from '../../money/money.ts';
import type { Sentence } from '../../sentence.ts';
import { isAbsent, isPlaceholder } from '../intake/native.ts';
import { FieldProblem } from './row-problem.ts';

const SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'AUD', 'CAD', 'HKD', 'MXN', 'NZD', 'SGD', 'TWD'],
  us$: ['USD'],
  hk$: ['HKD'],
  '€': ['EUR'],
  '£': ['GBP'],
  '₹': ['INR'],
  '¥': ['CNY', 'JPY'],
  'cn¥': ['CNY'],
  'jp¥': ['JPY'],
  元: ['CNY'],
  円: ['JPY'],
};
/** Currency that a shared sign most often means. */
const USUAL_CURRENCIES = ['USD'];

/** A number as people and spreadsheets write it, if it has exactly one reading. */
interface WrittenNumber {
  /** A decimal with a point, and possibly a sign and an exponent. */
  readonly text: string;
  readonly currencies?: readonly string[];
}

/** Longest text that is parsed: an amount of the contract, a sign, and separators. */
const LENGTH_MAX = 128;
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const BEFORE = /^([+-]?)([^\d\s.,'’+-]{0,3})\s*([+-]?)/u;
const AFTER = /(e[+-]?\d{1,3})?\s?([^\d\s.,'’+-]{0,3})$/iu;
const SPACES = /[\s'’]/gu;
const GROUPED_BY_SPACE = /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/u;
const GROUPED_BY_COMMA = /^\d{1,3}(?:,\d{3})+\.\d+$|^\d{1,3}(?:,\d{3}){2,}$/;
const GROUPED_BY_POINT = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/;
const DECIMAL_COMMA = /^\d*,\d+$/;
/** Ambiguous: the comma of `1,234` may separate decimals or thousands. */
const TWO_READINGS = /^[1-9]\d{0,2},\d{3}$/;

const DASHES = /[‐-―−]/g;
/** Ways to write a negative number: `5-`, and `(5)` with a sign of a currency within or around the brackets. */
const MINUS_AT_END = /^([^-]*\d)-$/;
const IN_BRACKETS = /^([^()\d]{0,4})\(([^()]+)\)([^()\d]{0,4})$/;

/** Writes digits and signs of other scripts, dashes and the negative numbers of accountants in the plain way. */
const simplify = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(DASHES, '-')
    .replace(MINUS_AT_END, '-$1')
    .replace(IN_BRACKETS, '-$1$2$3')
    .trim();

/** Returns the digits with a decimal point and without thousands separators; `undefined` if they have no reading, or two. */
function normalizeDigits(written: string): string | undefined {
  if (GROUPED_BY_SPACE.test(written)) return written.replaceAll(SPACES, '').replace(',', '.');
  if (GROUPED_BY_COMMA.test(written)) return written.replaceAll(',', '');
  if (GROUPED_BY_POINT.test(written)) return written.replaceAll('.', '').replace(',', '.');
  if (DECIMAL_COMMA.test(written) && !TWO_READINGS.test(written)) return written.replace(',', '.');
  return PLAIN.test(written) ? written : undefined;
}

const GROUPED_WHOLE = /^\d{1,3}(?:[,.\s'’]\d{3})+$/u;
/** Removes separators between the thousands of a text that can only be a whole number, such as a count of tokens. */
export const ungroup = (text: string): string =>
  GROUPED_WHOLE.test(text) ? text.replaceAll(/\D/g, '') : text;

function findCurrencies(sign: string): readonly string[] | undefined {
  const code = toCurrencyCode(sign);
  return SIGNS[sign.toLowerCase()] ?? (/^[A-Z]{3}$/.test(code) ? [code] : undefined);
}

/** Parses `1.234,50`, `1,234.50`, `0,0014`, `$1.50`, `(5)` and `1.2e-05`, unless a text has no reading, or two. */
export function parseWrittenNumber(written: string): WrittenNumber | undefined {
  if (written.length > LENGTH_MAX) return undefined;
  if (PLAIN.test(written)) return { text: written };
  const value = simplify(written);
  const [start = '', first, before, second] = BEFORE.exec(value) ?? [];
  const [end = '', exponent = '', after] = AFTER.exec(value) ?? [];
  const text = normalizeDigits(value.slice(start.length, value.length - end.length));
  if (text === undefined || (first && second) || (before && after)) return undefined;
  const number = { text: `${first || second || ''}${text}${exponent}` };
  const sign = before || after;
  if (!sign) return number;
  const currencies = findCurrencies(sign);
  return currencies && { ...number, currencies };
}

const findUsual = (currencies: readonly string[] = []): string | undefined =>
  currencies.length === 1 ? currencies[0] : currencies.find((code) => USUAL_CURRENCIES.includes(code));

/** Returns the currency that the sign or code beside a number means, if any: `€5` is EUR, and `$5` most often USD. */
export const findNamedCurrency = (value: unknown): string | undefined =>
  typeof value === 'string' ? findUsual(parseWrittenNumber(value)?.currencies) : undefined;

const TWO_NUMBERS: Sentence = {
  en: 'has a comma that can be read in two ways. Use a decimal point and no thousands separators',
  zh: '含有逗号，有两种读法。请用句点作小数点，不要用千位分隔符',
};
const OTHER_SIGN: Sentence = {
  en: 'has a currency sign that is ambiguous or does not match the stated currency. Set "currency": "CNY" for the file in the settings, or in the constants of its mapping',
  zh: '带有看不出币种的货币符号，或与所写的币种不符。请在设置中为该文件写明 "currency": "CNY"，或写入列映射的 constants',
};

/**
 * Returns the currency of amounts with this sign: the stated one, otherwise the one that the sign means. Throws a
 * `FieldProblem` if the sign does not mean the stated currency, or has several meanings and no currency is stated.
 */
export function readCurrencySign(sign: string, at: string, stated: string | undefined): string {
  const currencies = findCurrencies(sign);
  const currency = stated ?? findUsual(currencies);
  if (currency === undefined || currencies?.includes(currency) === false)
    throw new FieldProblem(at, OTHER_SIGN);
  return currency;
}

/** Throws a `FieldProblem` if the sign contradicts the currency of the row, or the comma has two readings. */
function readNumberText(text: string, at: string, currency: string | undefined): string | undefined {
  const number = parseWrittenNumber(text);
  if (number?.currencies && !number.currencies.includes(toCurrencyCode(currency ?? '')))
    throw new FieldProblem(at, OTHER_SIGN);
  if (number === undefined && /\d,\d/.test(text)) throw new FieldProblem(at, TWO_NUMBERS);
  return number?.text;
}

/**
 * Reads an exact signed decimal: `1.2e-05`, `-5.00`, `.5`, and `1.234,50` or `$5` if they have only one meaning.
 * Returns `undefined` for a missing value; throws a `FieldProblem` for any other text.
 * @param at name of the column, for the error message
 * @param currency currency of the row, which a currency sign in the text must match
 */
export function readSignedDecimal(value: unknown, at: string, currency?: string): Decimal | undefined {
  if (isAbsent(value) || (typeof value === 'string' && isPlaceholder(value))) return undefined;
  const number = typeof value === 'string' ? readNumberText(value, at, currency) : value;
  const amount =
    typeof number === 'string' || Number.isFinite(number) ? toDecimal(number as number | string) : undefined;
  if (amount === undefined || toPlainText(amount.abs()).length > AMOUNT_LENGTH_MAX)
    throw new FieldProblem(at, {
      en: `must be a decimal number with at most ${AMOUNT_LENGTH_MAX} characters`,
      zh: `必须是最多 ${AMOUNT_LENGTH_MAX} 个字符的十进制数`,
    });
  return amount;
}
