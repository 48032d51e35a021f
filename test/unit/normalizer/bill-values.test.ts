import { describe, expect, it } from 'vitest';
import type { BillCodec } from '#shared/bills/vocabulary.ts';
import {
  isDateOnly,
  readBillField,
  requireBillField,
  valueAt,
} from '#shared/normalizer/bills/bill-values.ts';
import { FieldProblem } from '#shared/normalizer/fields/row-problem.ts';
import { REQUIRED } from '#shared/schemas/sentences.ts';

const read = (as: BillCodec, value: unknown, currency?: string): unknown => {
  const found: unknown = readBillField({ at: value }, { at: ['at'], as }, currency);
  return typeof found === 'object' ? String(found) : found;
};
const utc = (text: string) => Date.parse(text);
const RESOLD = '6;ZHIPU/GLM-5.3;1;ws-a;ap-southeast-1;international;output_tokens;k-5';

describe('a bill value', () => {
  it.each<[codec: BillCodec, value: unknown, read: unknown]>([
    ['amount', '-5.00', '-5'],
    ['amount', 1.5, '1.5'],
    ['amount', '.5', '0.5'],
    ['amount', '1.2e-05', '0.000012'],
    ['amount', '1.234,56', '1234.56'],
    ['amount', '-1,234.56', '-1234.56'],
    ['amount', '1,234,567', '1234567'],
    ['amount', '0,123', '0.123'],
    ['amount', '1234,567', '1234.567'],
    ['amount', '1,5e-05', '0.000015'],
    ['amount', "1'234.50", '1234.5'],
    ['amount', '1 234,567', '1234.567'],
    ['amount', '(1,234.56)', '-1234.56'],
    ['amount', '5-', '-5'],
    ['amount', '−0.5', '-0.5'],
    ['amount', '１，２３４．５', '1234.5'],
    ['amount', '="0.5"', '0.5'],
    ['amount', "'0.5", '0.5'],
    ['amount', '', undefined],
    ['amount', '-', undefined],
    ['amount', '(NULL)', undefined],
    ['id', 'N/A', undefined],
    ['id', "'42", '42'],
    ['amounts', [{ amount: -0.1 }, { amount: '-2e-1' }, { name: 'of no amount' }], '-0.3'],
    ['amounts', '[{"amount":-0.1},{"amount":0.3}]', '0.2'],
    ['amounts', [], '0'],
    ['amounts', '[]', '0'],
    ['amounts', '-0.5', '-0.5'],
    ['amounts', null, undefined],
    ['cents', '-150', '-1.5'],
    ['minorUnits', 150, '1.5'],
    ['utcTime', '2026-03-10', utc('2026-03-10T00:00:00Z')],
    ['utcTime', '20260310', utc('2026-03-10T00:00:00Z')],
    ['utcTime', '2026-03-10 01:00:00 UTC', utc('2026-03-10T01:00:00Z')],
    ['utcTime', '', undefined],
    ['chinaTime', '2026-03-10 08:00:00', utc('2026-03-10T00:00:00Z')],
    ['chinaTime', '2026-03', utc('2026-02-28T16:00:00Z')],
    ['monthDayYear', '03/10/2026', utc('2026-03-10T00:00:00Z')],
    ['monthDayYear', '2026-03-10', utc('2026-03-10T00:00:00Z')],
    ['currency', 'usd', 'USD'],
    ['currency', null, undefined],
    ['flag', true, true],
    ['flag', 1, true],
    ['flag', '1', true],
    ['flag', 'TRUE', true],
    ['flag', false, false],
    ['flag', 0, false],
    ['flag', 'no', false],
    ['count', 7, 7],
    ['count', '0', 0],
    ['count', '1,234,567', 1234567],
    ['count', '-', undefined],
    ['currency', 'N/A', undefined],
    ['beforeComma', 'gpt-5, input', 'gpt-5'],
    ['beforeComma', 'a, b, c', 'a, b'],
    ['beforeComma', 'gpt-5', 'gpt-5'],
    ['beforeComma', ', input', ', input'],
    ['instanceModel', '1;llm-a;qwen-max;input_token;app', 'qwen-max'],
    ['instanceModel', 'llm-a;qwen-max;output_token;app', 'qwen-max'],
    ['instanceModel', '1;ws-a;glm-5.1;input_token;0', 'glm-5.1'],
    ['instanceModel', '1;ws-a;qwen3.8-flash;input_token_cache;;0', 'qwen3.8-flash'],
    ['instanceModel', '1;ws-a;qwen3.7-plus;context_0-256k_output_token;;0', 'qwen3.7-plus'],
    ['instanceModel', RESOLD, 'ZHIPU/GLM-5.3'],
    ['instanceModel', '1;ws-a;qwen-image;image_number;;0', 'qwen-image'],
    ['instanceModel', 'i-t4n8842xkq', undefined],
    ['instanceModel', 'a;b', undefined],
    ['meteredModel', 'Gemini 2.5 Flash GA Text Input - Predictions', 'Gemini 2.5 Flash'],
    ['meteredModel', 'Gemini 2.5 Flash Lite Text Output - Predictions', 'Gemini 2.5 Flash Lite'],
    ['meteredModel', 'Gemini 2.5 Flash GA Thinking Text Output - Predictions', 'Gemini 2.5 Flash'],
    ['meteredModel', 'Gemini 2.5 Flash GA Text Output (Thinking On) - Predictions', 'Gemini 2.5 Flash'],
    ['meteredModel', 'Gemini 2.5 Pro Text Output Priority (Long) - Predictions', 'Gemini 2.5 Pro'],
    ['meteredModel', 'Gemini 3.5 Flash Global Audio Input - Predictions', 'Gemini 3.5 Flash'],
    ['meteredModel', 'Gemini 3.1 Flash Image Text Input - Predictions', 'Gemini 3.1 Flash Image'],
    ['meteredModel', 'Gemini 3 Flash Text Input Caching Storage', 'Gemini 3 Flash'],
    ['meteredModel', 'Veo Generation 4k with Audio', 'Veo Generation 4k with Audio'],
    ['meteredModel', 'USE1-Claude4.6Sonnet-input-tokens-batch', 'Claude4.6Sonnet'],
    ['meteredModel', '-input-tokens', '-input-tokens'],
    ['meteredModel', '', undefined],
  ])('is read as %s: %j', (as, value, expected) => expect(read(as, value)).toBe(expected));

  it.each<[codec: BillCodec, value: unknown, sentence: RegExp]>([
    ['amount', '1,234', /has a comma that can be read in two ways/],
    ['amount', '1,23,456', /has a comma that can be read in two ways/],
    ['amount', '1.234,56.7', /has a comma that can be read in two ways/],
    ['amount', '$1', /currency sign/],
    ['amount', '+-1', /must be a decimal number/],
    ['amount', '(-1)', /must be a decimal number/],
    ['amount', '-1-', /must be a decimal number/],
    ['amount', 'x', /must be a decimal number/],
    ['amount', Number.POSITIVE_INFINITY, /must be a decimal number/],
    ['amount', [1], /must be a decimal number/],
    ['amount', `1${'0'.repeat(64)}`, /must be a decimal number/],
    ['amounts', [{ amount: 'x' }], /must be a decimal number/],
    ['amounts', ['x'], /must be a decimal number/],
    ['amounts', '[{"amount":', /must be a JSON list/],
    ['amounts', { amount: 1 }, /must be a decimal number/],
    ['minorUnits', '1.5', /whole number/],
    ['utcTime', 'yesterday', /must be a date/],
    ['utcTime', 'Total', /is a total/],
    ['utcTime', 20260310, /must be a date/],
    ['utcTime', '1969-12-31', /must be a date/],
    ['monthDayYear', '13/45/2026', /must be a date/],
    ['count', -1, /at least 0/],
  ])('is refused as %s: %j', (as, value, sentence) =>
    expect(() => read(as, value)).toThrow(
      expect.objectContaining({
        reasons: [
          {
            fields: [expect.stringMatching(/^at/)],
            sentence: expect.objectContaining({ en: expect.stringMatching(sentence) }),
          },
        ],
      }),
    ),
  );

  it.each([
    ['$0.5', 'USD', '0.5'],
    ['-$0.5', 'USD', '-0.5'],
    ['$-0.5', 'AUD', '-0.5'],
    ['$(0.5)', 'USD', '-0.5'],
    ['(0,5 €)', 'EUR', '-0.5'],
    [' $   0.5', 'USD', '0.5'],
    ['￥5', 'CNY', '5'],
    ['CN¥5', 'CNY', '5'],
    ['¥1,234.50', 'CNY', '1234.5'],
    ['12,5 €', 'eur', '12.5'],
    ['3元', 'CNY', '3'],
    ['0.1 USD', 'USD', '0.1'],
    ['RMB 0.1', 'CNY', '0.1'],
    ['0.1人民币', 'RMB', '0.1'],
    ['US$0.1', 'US$', '0.1'],
  ])('may have the sign of its currency: %s in %s', (value, currency, amount) => {
    expect(String(readBillField({ at: value }, { at: ['at'], as: 'amount' }, currency))).toBe(amount);
    expect(() => readBillField({ at: value }, { at: ['at'], as: 'amount' }, 'CHF')).toThrow(FieldProblem);
  });

  it('may have 64 digits', () => expect(read('amount', '1'.repeat(64))).toContain('1111'));

  it('is found by its column name or path, and without the backquote and blanks of a report', () => {
    expect(valueAt({ 'a.b': 1, a: { b: 2 } }, 'a.b')).toBe(1);
    expect(valueAt({ a: { b: 2 } }, 'a.b')).toBe(2);
    expect(valueAt({ a: 1 }, 'a.b')).toBeUndefined();
    expect(valueAt({ a: ' `x`y ' }, 'a')).toBe('x`y');
    expect(valueAt({ a: 'x`y' }, 'a')).toBe('x`y');
  });

  it('is taken from the first column with a value, and refused if a required one is missing', () => {
    const field = { at: ['a', 'b'], as: 'id' } as const;
    expect(readBillField({ a: '', b: 'x' }, field)).toBe('x');
    expect(readBillField({ a: 'y', b: 'x' }, field)).toBe('y');
    expect(readBillField({ a: 'y' }, undefined)).toBeUndefined();
    expect(() => requireBillField({ b: '' }, field)).toThrow(
      expect.objectContaining({ reasons: [{ fields: ['a', 'b'], sentence: REQUIRED }] }),
    );
  });
});

it.each<[codec: BillCodec, value: unknown, isDay: boolean]>([
  ['utcTime', '2026-03-10', true],
  ['utcTime', '2026-03-10T00:00:00Z', false],
  ['utcTime', '', false],
  ['utcTime', undefined, false],
  ['monthDayYear', '03/10/2026', true],
  ['monthDayYear', '3/1/2026', true],
  ['monthDayYear', 'on 3/1/2026', false],
  ['chinaTime', '2026-03-10', true],
])('a %s of %j is a date without a time: %j', (as, value, expected) =>
  expect(isDateOnly({ other: 'x', at: value }, { at: ['missing', 'at'], as })).toBe(expected),
);
