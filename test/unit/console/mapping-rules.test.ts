import { expect, test } from 'vitest';
import {
  findRulesFor,
  fitsTable,
  looksLikeRules,
  type MappingRules,
  parseRules,
  suggestRules,
} from '#functions/console/page/mapping-rules.ts';
import { previewRules } from '#functions/console/page/worker/preview.ts';
import { makeOpenableFile } from '../../support/files/file-bytes.ts';

const RULES: MappingRules = {
  rows: 'upstreamCharges',
  columns: { requestId: 'Trace', occurredAt: 'When', model: 'Model', costAmount: 'Cents' },
  divisor: 100,
  timeZone: '+08:00',
};
const COLUMNS = ['Trace', 'When', 'Model', 'Cents', 'Note'];
const HEAD = COLUMNS.join(',');
const row = (id: number, cents: string): string => `r${id},2026-10-01 08:00:00,gpt-4o,${cents},`;
const previewOf = (rules: MappingRules, ...lines: readonly string[]) =>
  previewRules(makeOpenableFile(`${lines.join('\n')}\n`, undefined, 'bill.csv'), rules);

test('a preview shows the first three rows, each with its fields or its reason', async () => {
  const rows = [row(2, '150'), row(3, 'much'), row(4, '1'), row(5, '1')];
  expect((await previewOf(RULES, HEAD, ...rows)).rows).toEqual([
    { row: 2, fields: expect.objectContaining({ costAmount: '1.5' }) },
    { row: 3, reason: expect.objectContaining({ en: expect.stringContaining('Cents') }) },
    { row: 4, fields: expect.objectContaining({ costAmount: '0.01' }) },
  ]);
});

test.each<[what: string, rules: object, lines: string[], rows: number[]]>([
  ['below other lines', {}, ['Shop,Berlin', 'October,2026', HEAD, row(1, '150')], [4]],
  ['without a header', { header: COLUMNS }, [row(1, '150')], [1]],
  ['before its totals', { end: 'Sum' }, [HEAD, row(1, '150'), 'Sum,,,150,'], [2]],
])('a preview shows a table %s', async (_, rules, lines, rows) =>
  expect((await previewOf({ ...RULES, ...rules }, ...lines)).rows.map(({ row: at }) => at)).toEqual(rows),
);

test('rules that name a missing column are refused, and the existing columns are listed', async () => {
  const rules = { ...RULES, columns: { ...RULES.columns, currency: 'Curr' } };
  await expect(previewOf(rules, HEAD, row(1, '1'))).rejects.toThrow(
    expect.objectContaining({ quotingDetails: [expect.stringMatching(/^bill\.csv: .*“Curr”.*Trace, When/)] }),
  );
});

type Suggestion = [
  columns: string[],
  rows: MappingRules['rows'],
  suggested: MappingRules['columns'],
  detected?: 'downstreamUsage',
];
test.each<Suggestion>([
  [
    ['Date', 'Model name', 'Request ID', 'Cost (USD)'],
    'upstreamCharges',
    { occurredAt: 'Date', model: 'Model name', requestId: 'Request ID', costAmount: 'Cost (USD)' },
  ],
  [
    ['订单号', '交易时间', '金额', '手续费', '用户'],
    'payments',
    { occurredAt: '交易时间', transactionId: '订单号', feeAmount: '手续费', amount: '金额', userId: '用户' },
  ],
  [
    ['upstream_request_id', 'model', 'time', 'cost'],
    'upstreamCharges',
    { occurredAt: 'time', model: 'model', costAmount: 'cost', upstreamRequestId: 'upstream_request_id' },
  ],
  [['a', 'b'], 'payments', {}],
  // The reader has detected the log of another gateway.
  [
    ['id', 'at_time', 'meta.customer', 'model', 'spend'],
    'downstreamUsage',
    {
      occurredAt: 'at_time',
      model: 'model',
      chargedAmount: 'spend',
      requestId: 'id',
      userId: 'meta.customer',
    },
    'downstreamUsage',
  ],
])('columns %j suggest rules of %s', (columns, rows, suggested, detected) => {
  expect(suggestRules(columns, detected)).toEqual({ rows, columns: suggested });
});

test('rules match tables that contain all their columns', () => {
  expect(fitsTable(RULES, COLUMNS)).toBe(true);
  expect(fitsTable(RULES, ['Trace'])).toBe(false);
  const columns = {
    occurredAt: { join: ['Day', 'Hour'] },
    amount: { in: 'In', out: { column: 'Out', split: ';', part: 1 } },
  };
  expect(fitsTable({ rows: 'payments', columns }, ['Day', 'Hour', 'In', 'Out'])).toBe(true);
  expect(fitsTable({ rows: 'payments', columns }, ['Day', 'In', 'Out'])).toBe(false);
  // A column may be a path into JSON.
  expect(fitsTable({ ...RULES, columns: { model: 'meta.model' } }, ['meta'])).toBe(true);
  expect(looksLikeRules(RULES)).toBe(true);
  for (const other of [null, [], { rows: [] }, { rows: 'payments', columns: [] }, { rows: 'payments' }])
    expect(looksLikeRules(other)).toBe(false);
});

test('rules may name parts of cells, joined columns and two columns of an amount', () => {
  const rules: MappingRules = {
    rows: 'payments',
    columns: {
      occurredAt: { join: ['Day', 'Hour'] },
      amount: { in: 'In', out: 'Out' },
      userId: { column: 'Note', split: ';', part: 2 },
    },
  };
  expect(fitsTable(rules, ['Day', 'Hour', 'In', 'Out', 'Note'])).toBe(true);
  expect(fitsTable(rules, ['Day', 'Hour', 'In', 'Out'])).toBe(false);
});

test('rules typed as JSON are validated', () => {
  expect(parseRules('{"rows":"payments","columns":{},"movements":{"column":"What"}}')).toMatchObject({
    rows: 'payments',
  });
  expect([parseRules('{"rows":'), parseRules('[]')]).toEqual([undefined, undefined]);
});

const BILL_RULES = {
  rows: 'upstreamCharges',
  columns: { model: 'model', costAmount: 'fee', occurredAt: 'day' },
} as const;
const BILL_COLUMNS = ['day', 'model', 'fee'];
const [A, B] = [{ ...BILL_RULES }, { ...BILL_RULES }];
const both = (a: string, b: string) => [
  { path: a, rules: A },
  { path: b, rules: B },
];

test.each<
  [
    what: string,
    table: string,
    files: Parameters<typeof findRulesFor>[2],
    mapping: object | undefined,
    rules: object | undefined,
  ]
>([
  [
    'the settings name it',
    'x/cny.csv',
    both('real.mapping.json', 'cny.mapping.json'),
    { 'cny.csv': 'cny.mapping.json' },
    B,
  ],
  [
    'the settings name it, although another has the name of the table',
    'cny.csv',
    both('cny.mapping.json', 'b.json'),
    { 'cny.csv': 'b.json' },
    B,
  ],
  [
    'it has the name of the table',
    'cny.csv',
    both('real.mapping.json', 'cny.csv.mapping.json'),
    undefined,
    B,
  ],
  ['only it fits the columns', 'bill.csv', [{ path: 'real.mapping.json', rules: A }], undefined, A],
  ['two fit, so none is used', 'bill.csv', both('a.json', 'b.json'), undefined, undefined],
  [
    'the settings name it for a table of this name in another folder',
    'm/b/bill.csv',
    both('m/a/bill.mapping.json', 'm/b/bill.mapping.json'),
    { 'a/bill.csv': 'a/bill.mapping.json', 'b/bill.csv': 'b/bill.mapping.json' },
    B,
  ],
  [
    'it has the name of the table, in the same folder',
    'm/b/bill.csv',
    both('m/a/bill.mapping.json', 'm/b/bill.mapping.json'),
    undefined,
    B,
  ],
  [
    'two tables of this name have one in the settings, so none is used',
    'bill.csv',
    both('one.json', 'two.json'),
    { 'a/bill.csv': 'one.json', 'b/bill.csv': 'two.json' },
    undefined,
  ],
  [
    'the settings name it beside the table, and one of an older month',
    'm/bill.csv',
    both('m/old/bill.json', 'm/bill.json'),
    { 'old/bill.csv': 'old/bill.json', 'bill.csv': 'bill.json' },
    B,
  ],
  [
    'the only one belongs to another table, so none is used',
    'bill.csv',
    [{ path: 'real.mapping.json', rules: A }],
    { 'real.csv': 'real.mapping.json' },
    undefined,
  ],
])('the mapping of a table is found: %s', (_what, table, files, mapping, rules) => {
  expect(findRulesFor(table, BILL_COLUMNS, files, mapping as Record<string, string> | undefined)).toBe(rules);
});

test.each<[what: string, columns: readonly string[], cost: string | undefined]>([
  ['the only column of money', ['date', 'model', 'fee', 'Cost'], 'Cost'],
  ['not a rebate, a tax or a balance', ['date', 'model', 'Rebate USD', 'tax amount', 'balance'], undefined],
  ['not what was deducted', ['日期', '模型', '抵扣金额', '应付金额'], '应付金额'],
  ['not a discount', ['date', 'model', 'discount amount', 'Cost'], 'Cost'],
  ['not a unit price', ['date', 'model', 'unit price', '费用'], '费用'],
  ['none of two columns of money', ['date', 'model', 'list cost', 'amount', 'cost'], undefined],
])('the cost of a bill is %s', (_what, columns, cost) => {
  expect(suggestRules(columns, 'upstreamCharges').columns.costAmount).toBe(cost);
});
