import { AMOUNT_LENGTH_MAX } from '../../limits.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { type Decimal, toDecimal, toPlainText } from '../../money/money.ts';
import type { Sentence } from '../../sentence.ts';
import { isAbsent } from '../intake/native.ts';
import { FieldProblem } from './row-problem.ts';

/** What stands beside a number for its currency, and which currencies it may be. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'AUD', 'CAD', 'HKD', 'MXN', 'NZD', 'SGD', 'TWD'],
  us$: ['USD'],
  hk$: ['HKD'],
  '€': ['EUR'],
  '£': ['GBP'],
  '₹': ['INR'],
  '¥': ['CNY', 'JPY'],
  '￥': ['CNY', 'JPY'],
  元: ['CNY'],
  円: ['JPY'],
};
/** A sign that several currencies share is most often this one's. */
const USUAL_CURRENCIES = ['USD'];

/** A number as people and spreadsheets write it: in one reading, or in none. */
interface WrittenNumber {
  /** A decimal with a point, perhaps with a sign and an exponent. */
  readonly text: string;
  /** Currencies that it may be in, where a sign or a code stands beside it. */
  readonly currencies?: readonly string[];
}

/** Longest text that is looked at: an amount of the contract, a sign, and separators. */
const LENGTH_MAX = 128;
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;
const BEFORE = /^([+-]?)([^\d\s.,'’+-]{0,3})\s?([+-]?)/u;
const AFTER = /(e[+-]?\d{1,3})?\s?([^\d\s.,'’+-]{0,3})$/iu;
const SPACES = /[\s'’]/gu;
const GROUPED_BY_SPACE = /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/u;
const GROUPED_BY_COMMA = /^\d{1,3}(?:,\d{3})+\.\d+$|^\d{1,3}(?:,\d{3}){2,}$/;
const GROUPED_BY_POINT = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/;
const DECIMAL_COMMA = /^\d*,\d+$/;
/** `1,234`: a comma of decimals, or of thousands. */
const TWO_READINGS = /^[1-9]\d{0,2},\d{3}$/;

/** The digits with a decimal point and without separators of thousands; `undefined` where they have no reading, or two. */
function normalizeDigits(written: string): string | undefined {
  if (GROUPED_BY_SPACE.test(written)) return written.replaceAll(SPACES, '').replace(',', '.');
  if (GROUPED_BY_COMMA.test(written)) return written.replaceAll(',', '');
  if (GROUPED_BY_POINT.test(written)) return written.replaceAll('.', '').replace(',', '.');
  if (DECIMAL_COMMA.test(written) && !TWO_READINGS.test(written)) return written.replace(',', '.');
  return PLAIN.test(written) ? written : undefined;
}

function findCurrencies(sign: string): readonly string[] | undefined {
  const code = toCurrencyCode(sign);
  return SIGNS[sign.toLowerCase()] ?? (/^[A-Z]{3}$/.test(code) ? [code] : undefined);
}

/** Reads `1.234,50`, `1,234.50`, `0,0014`, `$1.50`, `1.2e-05`; `undefined` for what is no number, or may be two. */
function parseWrittenNumber(value: string): WrittenNumber | undefined {
  if (value.length > LENGTH_MAX) return undefined;
  if (PLAIN.test(value)) return { text: value };
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

/** The currency that a number names itself. */
export function findNamedCurrency(value: unknown): string | undefined {
  const { currencies = [] } = (typeof value === 'string' && parseWrittenNumber(value)) || {};
  return currencies.length === 1 ? currencies[0] : currencies.find((one) => USUAL_CURRENCIES.includes(one));
}

const TWO_NUMBERS: Sentence = {
  en: 'must have a decimal point, not a comma, and no thousands separators: its comma can be read in two ways, or in none',
  zh: '小数点必须是句点而不是逗号，且不能有千位分隔符：其中的逗号有两种读法，或无法解读',
};
const OTHER_SIGN: Sentence = {
  en: 'has a currency sign that does not say which currency it is, or says another one than its row; state the currency, in a mapping as "constants": {"currency": "CNY"}',
  zh: '带有货币符号，但看不出是哪种货币，或与所在行的币种不符；请写明币种，如在映射中写 "constants": {"currency": "CNY"}',
};

/** The number that a text is, unless its sign is of another currency than its row's. */
function readNumberText(text: string, at: string, currency: string | undefined): string | undefined {
  const number = parseWrittenNumber(text);
  if (number?.currencies && !number.currencies.includes(toCurrencyCode(currency ?? '')))
    throw new FieldProblem(at, OTHER_SIGN);
  if (number === undefined && /\d,\d/.test(text)) throw new FieldProblem(at, TWO_NUMBERS);
  return number?.text;
}

/**
 * An exact decimal with its sign: `1.2e-05`, `-5.00`, `.5`, and `1.234,50` or `$5`, where they can be read in one way.
 * @param currency of the row, which a sign beside the number must agree with
 */
export function readSignedDecimal(value: unknown, at: string, currency?: string): Decimal | undefined {
  if (isAbsent(value)) return undefined;
  const number = typeof value === 'string' ? readNumberText(value, at, currency) : value;
  const amount =
    typeof number === 'string' || Number.isFinite(number) ? toDecimal(number as number | string) : undefined;
  if (amount === undefined || toPlainText(amount.abs()).length > AMOUNT_LENGTH_MAX)
    throw new FieldProblem(at, {
      en: `must be a decimal number of at most ${AMOUNT_LENGTH_MAX} characters`,
      zh: `必须是最多 ${AMOUNT_LENGTH_MAX} 个字符的十进制数`,
    });
  return amount;
}
