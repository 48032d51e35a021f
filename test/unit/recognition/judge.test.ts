import { describe, expect, it, test } from 'vitest';
import { findChargeBill } from '#shared/normalizer/bills/recognize-bill.ts';
import { SelfScopeDetector } from '#shared/normalizer/log-survey/self-scoped-log.ts';
import { describeFormat, describeMisplacedFile } from '#shared/recognition/options.ts';
import { type FileKind, recognizeFile } from '#shared/recognition/recognize-file.ts';
import { newApiRow, oneApiRow, oneHubRow, type Row } from '../../support/fixtures/native-rows.ts';
import { tableRows } from '../../support/table.ts';

describe('the kind of a file is recognized by its rows', () => {
  it.each<[name: string, row: Row, kind: FileKind, more?: object]>([
    ['a log of new-api', newApiRow(), 'logs', { needsUnit: true }],
    ['a log of one-api', oneApiRow(), 'logs', { connector: 'one-api' }],
    ['a log of one-hub', oneHubRow(), 'logs', { connector: 'one-hub', isAmbiguous: false }],
    ['a log that states money', { ...newApiRow(), cost: 0.1 }, 'logs', { needsUnit: false }],
    ['a bill of no known provider', { model: 'm', cost: 1, timestamp: 1 }, 'bill'],
    ['a bill of records', { costAmount: '1', occurredAt: '' }, 'bill'],
    ['a known bill', { generation_id: 'g', cost_total: 1 }, 'bill'],
    ['top-ups', { trade_no: 't', money: 1, amount: 1 }, 'payments'],
    ['payments of records', { transactionId: 't', amount: '1' }, 'payments'],
    ['channels', { id: 1, name: 'c', models: 'm', type: 1 }, 'channels'],
    ['users', { username: 'u', quota: 1, used_quota: 2 }, 'users', { unused: expect.anything() }],
    ['prices', { model_name: 'm', model_ratio: 1 }, 'prices', { unused: expect.anything() }],
    [
      'prices of one-hub',
      { model: 'm', type: 'tokens', channel_type: 1, input: 1, output: 2 },
      'prices',
      { unused: expect.anything() },
    ],
    [
      'tokens',
      { name: 't', remain_quota: 1, used_quota: 2, created_time: 1 },
      'keys',
      { unused: expect.anything() },
    ],
    ['settings', { key: 'k', value: '1' }, 'options', { unused: expect.anything() }],
    [
      'Midjourney’s tasks',
      { mj_id: '1', action: 'IMAGINE', submit_time: 1, quota: 5 },
      'unread',
      { unused: expect.anything() },
    ],
    [
      'Stripe’s charges',
      { id: 'ch_1', amount_captured: 5, payment_intent: 'pi_1', balance_transaction: 'txn_1' },
      'unread',
      { unused: expect.anything() },
    ],
    ['redemption codes', { name: 'c', quota: 1, redeemed_time: 0 }, 'codes', { unused: expect.anything() }],
    ['normalized usage', { requestId: 'r', chargedAmount: '1' }, 'ledgers'],
    ['a report', { findings: [], summary: {} }, 'report', { unused: expect.anything() }],
    ['a table of a report', { severity: '', code: '', message: '' }, 'report'],
    ['the rows of a report', { findingId: '', ledger: '', id: '', file: '' }, 'report'],
    ['a list of tasks', { task_id: 1, platform: 'p', action: 'a', quota: 1 }, 'unread'],
    ['anything else', { error: 'no' }, 'unknown'],
  ])('%s', (_, row, kind, more = {}) => expect(recognizeFile([row])).toMatchObject({ kind, ...more }));

  it.each(
    tableRows(`
    WeChat Pay’s fund flow                       | 资金流水单号, 收支类型, 账户结余(元) | Send the trade bill
    that in wide brackets                        | 资金流水单号, 收支类型, 账户结余（元） | 交易账单
    a person’s bill of WeChat Pay                | 交易时间, 交易类型, 收/支, 金额(元), 交易单号, 商户单号 | wechat-person
    Alipay’s movements without their kinds       | 账务流水号, 业务流水号, 商户订单号, 业务描述 | Send the trade bill
    PayPal’s activity                            | Transaction ID, Reference Txn ID, Gross, Net | examples/mappings/paypal
    the summary beside Alipay’s movements        | 类型, 收入笔数, 收入金额（+元）, 支出笔数, 支出金额（-元） | 账务流水号
    PayPal’s activity in Dutch                   | Transactiereferentie, Bruto, Kosten, Net | paypal-payments
    PayPal’s activity in German                  | Transaktionscode, Zugehöriger Transaktionscode, Brutto, Netto | examples/mappings/paypal-day-first
    LiteLLM’s sums by day                        | startTime, spend, users, models | summarize=false
    its activity by day                          | date, metrics, breakdown | /spend/logs
    epusdt                                       | trade_id, order_id, actual_amount, amount, status, token | epusdt-payments
    aiproxy, exported                            | end_time, request_at, token_name, used_amount, model | aiproxy-export
    aiproxy                                      | created_at, token_name, usage, used_amount, model | aiproxy-api
    `),
  )('%s is refused, with advice', (_, columns = '', sentence = '') => {
    const row = Object.fromEntries(columns.split(', ').map((column) => [column, 'x']));
    const { kind, unused } = recognizeFile([row]);
    expect([kind, unused?.en]).toEqual(['unread', expect.stringContaining(sentence)]);
  });

  it('a row without the nested rows of its bill', () =>
    expect(recognizeFile([{ start_time: 1, results: [null] }]).kind).toBe('unknown'));

  it('the kind of most rows decides', () => {
    expect(recognizeFile([newApiRow(), newApiRow(), { error: 1 }]).kind).toBe('logs');
    expect(recognizeFile([newApiRow(), { error: 1 }]).kind).toBe('unknown');
    expect(recognizeFile([]).kind).toBe('unknown');
  });
});

test.each([
  [{ findings: [], summary: {} }, 'logs', /Remove it from --logs/],
  [{ id: 1, name: 'c', models: 'm' }, 'upstream', /Supply it with --channels/],
  [{ model: 'm', cost: 1 }, 'logs', /Supply it with --upstream/],
  [{ trade_no: 't' }, 'channels', /Supply it with --payments/],
  [newApiRow(), 'upstream', undefined],
  [{ error: 'no' }, 'payments', undefined],
] as const)('%j with --%s: %s', (row, option, sentence) => {
  const message = describeMisplacedFile('f.json', recognizeFile([row]), option);
  if (sentence === undefined) expect(message).toBeUndefined();
  else
    expect(message).toEqual({
      en: expect.stringMatching(sentence),
      zh: expect.stringMatching(/\p{Script=Han}/u),
    });
});

describe('the owner of a log', () => {
  const rows = (length: number, of: (n: number) => Row) => Array.from({ length }, (_, n) => of(n));
  it.each(
    Object.entries<readonly [rows: Row[], own: object]>({
      'of one user, ids hidden': [
        rows(3, () => ({ id: 0, user_id: 4, created_at: 9 })),
        { userId: '4', isProven: true },
      ],
      'counted from the newest': [
        rows(3, (n) => ({ id: n + 1, user_id: 4, created_at: 9 - n })),
        { isProven: true },
      ],
      'counted from the newest, two of them by seconds the other way round': [
        rows(9, (n) => ({ id: n + 1, user_id: 4, created_at: 90 - 10 * n + (n === 5 ? 11 : 0) })),
        { isProven: true },
      ],
      'counted from the newest, the oldest first': [
        rows(3, (n) => ({ id: 3 - n, user_id: 4, created_at: 9 + n })),
        { isProven: true },
      ],
      'of the administrator, two by seconds the other way round': [
        rows(9, (n) => ({ id: n + 1, user_id: 4, created_at: 10 * n + (n === 5 ? -11 : 0) })),
        { isProven: false },
      ],
      'in the order of its ids': [
        rows(3, (n) => ({ id: n + 1, user_id: 4, created_at: n })),
        { isProven: false },
      ],
      'of the administrator': [
        rows(3, (n) => ({ id: 9 - n, user_id: 4, created_at: 9 - n })),
        { isProven: false },
      ],
      'of several users': [rows(3, (n) => ({ id: 0, user_id: n, created_at: 9 })), { isProven: false }],
      'of one row': [rows(1, () => ({ id: 0, user_id: 4, created_at: 9 })), { userId: '4', isProven: false }],
      'of no user': [rows(3, () => ({ id: 0, created_at: 9 })), { isProven: false }],
    }),
  )('%s', (_, [list, own]) => {
    const marks = new SelfScopeDetector();
    for (const row of list) marks.add(row);
    expect(marks.result).toMatchObject(own);
  });
});

it.each<[name: string, row: Row, field: Parameters<typeof describeFormat>[1], sentence: RegExp]>([
  ['a log', newApiRow(), 'logs', /^is recognized as new-api and needs no mapping$/],
  [
    'a log of LiteLLM',
    { request_id: 'r', spend: 1, model_group: 'm', startTime: '' },
    'logs',
    /recognized as LiteLLM spend logs/,
  ],
  [
    'LiteLLM’s rows as a bill',
    { request_id: 'r', spend: 1, model_group: 'm', startTime: '' },
    'upstreamCharges',
    /recognized as LiteLLM/,
  ],
  [
    'a bill of nested rows',
    {
      start_time: 1,
      results: [{ amount: { value: 1, currency: 'usd' }, line_item: 'gpt-5, input' }],
    },
    'upstreamCharges',
    /recognized as OpenAI costs/,
  ],
  ['a bill of no known provider', { model: 'm', cost: 1 }, 'upstreamCharges', /^is a provider’s bill$/],
  ['channels', { id: 1, name: 'c', models: 'm' }, 'logs', /^is a gateway’s list of channels$/],
  ['users', { username: 'u', quota: 1, used_quota: 2 }, 'logs', /not needed$/],
  [
    'a file for an example',
    { trade_id: 't', order_id: 'o', actual_amount: 1, amount: 1, status: 2 },
    'payments',
    /epusdt-payments\.json/,
  ],
  ['anything else', { Day: '2026-10-01', Total: 5 }, 'payments', /^is not recognized\. Describe its columns/],
])('the format of %s is described', (_, row, field, sentence) =>
  expect(describeFormat([row], field).en).toMatch(sentence),
);

it('an API call may contain rows with the columns of a file that needs a mapping', () => {
  const row = { created_at: 1, token_name: 't', usage: {}, used_amount: 1, model: 'm', cost: 1 };
  expect(recognizeFile([row]).kind).toBe('unread');
  expect(findChargeBill(row)).toBeUndefined();
});
