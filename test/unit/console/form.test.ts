import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EMPTY_FORM,
  findSettingPath,
  formToSettings,
  normalizeNumber,
  settingsToForm,
  withLinesFor,
  withoutFileSettings,
} from '#functions/console/page/settings/form.ts';
import { type SettingsFile, settingsSchema } from '#shared/pipeline/settings/settings-file.ts';
import { validate } from '#shared/schemas/read.ts';

const line = (model: string, channel: string, input = '', output = '') => [
  ...[model, channel, input, output],
  ...['', '', '', ''],
];
const fillForm = (settings: SettingsFile) => ({ ...EMPTY_FORM, ...settingsToForm(settings) });

const amount = fc.constantFrom('0', '0.5', '2.50', '10');
const day = fc.constantFrom('2026-10-01', '2026-10-15');
const entry = fc
  .record(
    {
      input: amount,
      output: amount,
      cacheWrite1h: amount,
      request: amount,
      from: day,
      factor: amount,
      currency: fc.constant('CNY'),
      channel: fc.constantFrom<(string | string[])[]>('3', ['3', '4']),
    },
    { requiredKeys: [] },
  )
  .map((rest) => ({ model: 'm', input: '1', ...rest }));
const settings = fc.record(
  {
    quotaPerUnit: fc.constantFrom(500_000, 0.5),
    currency: fc.constantFrom('CNY', 'EUR'),
    paymentsCurrency: fc.constantFrom('CNY', 'EUR'),
    rates: fc.constantFrom<NonNullable<SettingsFile['rates']>[]>(
      ...[{ CNY: '0.1389' }, { CNY: { '2026-10-01': '0.14', '2026-10-15': '0.13' }, EUR: '1.1' }],
    ),
    names: fc.constant({ 'Claude4.6Sonnet': 'claude-sonnet-4-6' }),
    upstream: fc.constant<NonNullable<SettingsFile['upstream']>>([
      { channel: '9', balance: { opening: '20', closing: '5.5' } },
      {
        channel: '7',
        currency: 'CNY',
        factor: '0.7',
        balance: { opening: '0', toppedUp: ['10', '5'], closing: '1' },
      },
    ]),
    prices: fc.record(
      { currency: fc.constant('CNY'), models: fc.array(entry, { minLength: 1, maxLength: 4 }) },
      { requiredKeys: ['models'] },
    ),
  },
  { requiredKeys: [] },
);

describe('settings in the form', () => {
  test('are taken from the files, in order of precedence', () => {
    fc.assert(
      fc.property(settings, (file) => {
        expect(formToSettings(fillForm(file as SettingsFile))).toEqual(file);
      }),
    );
  });

  test('are shown up to the first unknown price', () => {
    const [a, ofSale, b] = [
      { model: 'a', input: 1 },
      { channel: '12', ofSale: '0.6' },
      { model: 'b', input: 1 },
    ] as const;
    const { prices, rest } = fillForm({ prices: { models: [a, ofSale, b] } });
    expect(prices).toEqual([line('a', '', '1')]);
    expect(rest.models).toHaveLength(2);
  });

  test('leave out rows that only ask for a value', () => {
    const form = { ...EMPTY_FORM, rates: [['CNY', '', '']], prices: [line('a', '')], names: [['x', '']] };
    expect(formToSettings(form)).toEqual({});
  });

  test('are removed with the file that they came from, unless the user changed them; another file takes its place', () => {
    const file = {
      rates: { CNY: '0.14' },
      names: { a: 'b' },
      prices: { models: [{ model: 'm', input: '1' }] },
    };
    const typed = { ...fillForm(file), rates: [['CNY', '', '0.2']] };
    const form = withoutFileSettings(typed, file, { names: { c: 'd' } });
    expect(formToSettings(form)).toEqual({ rates: { CNY: '0.2' }, names: { c: 'd' } });
  });

  test('ask for each missing value once', () => {
    const lines = [line('a', '', '1'), line('old', '')];
    expect(withLinesFor('prices', lines, ['a', 'b'])).toEqual([line('a', '', '1'), line('b', '')]);
  });

  test.each([
    ['rates', [['CNY', '', 'much']], 0, 2],
    ['rates', [['', '', '1']], 0, 2],
    ['rates', [['CNY', '2026-13-01', '1']], 0, 2],
    ['prices', [line('a', ''), line('b', '', '-1')], 1, 2],
    ['prices', [line('b', '', '1', '1e3')], 0, 3],
    ['prices', [line('', '', '1')], 0, 0],
  ] as const)('a refusal of %s %j is shown at its cell', (sheet, lines, place, cell) => {
    const checked = validate(settingsSchema, formToSettings({ ...EMPTY_FORM, [sheet]: lines }));
    const paths = 'problems' in checked ? checked.problems.map(({ path }) => path) : [];
    expect(paths).toEqual([findSettingPath(sheet, lines, place, cell)]);
  });
});

test.each([
  ['500,000', '500000'],
  ['500 000', '500000'],
  ['500\u202f000', '500000'],
  ['0,14', '0.14'],
  ['1.234,5', '1234.5'],
  ['1,234.5', '1234.5'],
  ['0.14', '0.14'],
  ['much', 'much'],
  ['1,2,3', '1,2,3'],
])('a number typed as %s is read as %s', (typed, plain) => {
  expect(normalizeNumber(typed)).toBe(plain);
});
