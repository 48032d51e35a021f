import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseInZone } from '#shared/civil-time.ts';
import { describeFile } from '#shared/files/describe-file.ts';
import { findBuiltInMapping } from '#shared/files/mapping/built-in-mappings.ts';
import { createRowMapper } from '#shared/files/mapping/map-row.ts';
import { parseMapping } from '#shared/files/mapping/mapping.ts';
import { isTimeZone } from '#shared/zoned-time.ts';
import { makeOpenableFile } from '../../support/files/file-bytes.ts';
import { tableRows } from '../../support/table.ts';

type Cells = Record<string, string>;
type Row = { native: Record<string, unknown> };
const bill = { rows: 'upstreamCharges', columns: { occurredAt: 'Day', model: 'Model', costAmount: 'Cost' } };
const payment = { rows: 'payments', columns: { transactionId: 'No', occurredAt: 'Day', amount: 'Paid' } };
const moves = { ...payment, movements: { column: 'What', charge: ['Sale'] } };
const mapped = (mapping: object, cells: Cells) =>
  createRowMapper(parseMapping(mapping, 'map.json'), Object.keys(cells), 'bill.csv')(cells);
const row = { Day: '2026-10-01', Model: 'm', Cost: '1.50' };
const part = (split: string, number: number) => ({ column: 'Model', split, part: number });
const ends = { columns: { ...bill.columns, endsAt: 'Till' } };
describe('a mapping of a bill', () => {
  it.each<[rules: object, cells: Cells, record: object]>([
    [{}, {}, { occurredAt: '2026-10-01T00:00:00.000Z', model: 'm', costAmount: '1.5', status: 'success' }],
    [{ constants: { currency: 'CNY', channelId: '7' } }, {}, { currency: 'CNY', channelId: '7' }],
    [{ divisor: 100 }, { Cost: '123.45' }, { costAmount: '1.2345' }],
    [{ divisor: { costAmount: 1000 } }, { Cost: '5' }, { costAmount: '0.005' }],
    [{ divisor: { refundAmount: 1000 } }, { Cost: '5' }, { costAmount: '5' }],
    [{}, { Cost: '1.2e-05' }, { costAmount: '0.000012' }],
    [{}, { Cost: '1.234,50' }, { costAmount: '1234.5' }],
    [{}, { Cost: '-2' }, { status: 'refunded', costAmount: '0', refundAmount: '2' }],
    [{}, { Cost: '$1.50' }, { costAmount: '1.5', currency: 'USD' }],
    [{ constants: { currency: 'CNY' } }, { Cost: '-¥1.50' }, { refundAmount: '1.5', currency: 'CNY' }],
    [
      { columns: { ...bill.columns, occurredAt: { join: ['Day', 'Hour'] } }, timeZone: 'Europe/Berlin' },
      { Day: '2026-10-02', Hour: '10:00' },
      { occurredAt: '2026-10-02T08:00:00.000Z' },
    ],
    [
      { columns: { ...bill.columns, occurredAt: { join: ['Day', 'Hour'] } } },
      { Day: '2026-10-02', Hour: '' },
      { occurredAt: '2026-10-02T00:00:00.000Z' },
    ],
    // A factor is exact: amount × factor ÷ divisor.
    [{ factor: '0.73' }, { Cost: '0.15' }, { costAmount: '0.1095' }],
    [{ factor: 0.5, divisor: 100 }, { Cost: '123.45' }, { costAmount: '0.61725' }],
    [{ factor: { costAmount: '0.85' } }, { Cost: '-2' }, { costAmount: '0', refundAmount: '1.7' }],
    [
      { factor: '0.333333333333333333333333333333' },
      { Cost: '3' },
      { costAmount: '0.999999999999999999999999999999' },
    ],
    // A part of a cell, counted from either end.
    [{ columns: { ...bill.columns, model: part('|', 2) } }, { Model: 'cn-1| m2 |in' }, { model: 'm2' }],
    [{ columns: { ...bill.columns, model: part('::', -1) } }, { Model: 'a::m2' }, { model: 'm2' }],
    [{ columns: { ...bill.columns, model: [part(';', 2), 'Model'] } }, { Model: 'm2' }, { model: 'm2' }],
    [{ columns: { ...bill.columns, channelId: part('/', 2) } }, { Model: 'm2' }, { model: 'm2' }],
    // The end of the time that a row bills.
    [{ grain: 'hour' }, { Day: '2026-10-01 03:00' }, { endsAt: '2026-10-01T04:00:00.000Z' }],
    [{ grain: 'event' }, { Day: '2026-10-01 03:00' }, { endsAt: '2026-10-01T03:00:00.000Z' }],
    [
      { grain: 'day', timeZone: 'America/Los_Angeles' },
      { Day: '2026-11-01' },
      { occurredAt: '2026-11-01T07:00:00.000Z', endsAt: '2026-11-02T08:00:00.000Z' },
    ],
    [{ grain: 'month', timeZone: '+08:00' }, {}, { endsAt: '2026-10-31T16:00:00.000Z' }],
    [ends, { Till: '2026-10-03' }, { endsAt: '2026-10-04T00:00:00.000Z' }],
    [ends, { Till: '2026-10-01 23:59:59' }, { endsAt: '2026-10-02T00:00:00.000Z' }],
    [ends, { Till: '2026-10-01 23:59:59.999' }, { endsAt: '2026-10-02T00:00:00.000Z' }],
    [ends, { Till: '2026-10-01 12:00:00' }, { endsAt: '2026-10-01T12:00:00.000Z' }],
    // Exports put an apostrophe before text that a spreadsheet would read as a formula.
    [{}, { Cost: "'-0.5", Model: "'@cf/meta/llama" }, { model: '@cf/meta/llama', refundAmount: '0.5' }],
  ])('reads records by %j: %j', (rules, cells, record) =>
    expect(mapped({ ...bill, ...rules }, { ...row, ...cells })).toMatchObject({ native: record }),
  );

  it.each(
    tableRows(`
    +08:00           |                            | 2026-10-01 08:00:55            | 2026-10-01T00:00:55.000Z
    America/New_York |                            | 2026-07-01 0:00                | 2026-07-01T04:00:00.000Z
    Asia/Shanghai    |                            | 2026-10-01T08:00Z              | 2026-10-01T08:00:00.000Z
                     | DD.MM.YYYY HH:mm           | 1.10.2026 08:30                | 2026-10-01T08:30:00.000Z
                     | MM/DD/YYYY HH:mm:ss AM     | 10/1/2026 12:05:00 AM          | 2026-10-01T00:05:00.000Z
                     | MM/DD/YYYY HH:mm:ss AM     | 10/1/2026 3:05:00 am           | 2026-10-01T03:05:00.000Z
                     | MM/DD/YYYY HH:mm:ss AM     | 10/1/2026 12:05:00 PM          | 2026-10-01T12:05:00.000Z
                     | MM/DD/YYYY HH:mm:ss AM     | 10/1/2026 3:05:00 PM           | 2026-10-01T15:05:00.000Z
                     |                            | 1790812800                     | 2026-10-01T00:00:00.000Z
                     |                            | 1790812800123                  | 2026-10-01T00:00:00.123Z
                     |                            | 1790812800.129                 | 2026-10-01T00:00:00.129Z
                     |                            | 2026-10-02 16:00:00+08         | 2026-10-02T08:00:00.000Z
                     |                            | 2026-10-02 08:00:00.123456-0330 | 2026-10-02T11:30:00.123Z
                     |                            | 2026-10-02 08:00:03 +0000 UTC  | 2026-10-02T08:00:03.000Z
                     |                            | 2026-10-02 16:00:03.5 +0800 CST | 2026-10-02T08:00:03.500Z
                     |                            | 2026-10-02T08:00:07.123999789Z | 2026-10-02T08:00:07.123Z
                     |                            | 2026-10-02 08:00:07 GMT        | 2026-10-02T08:00:07.000Z
    Asia/Shanghai    |                            | 2026/10/2 18:00:10             | 2026-10-02T10:00:10.000Z
    Asia/Shanghai    | YYYY-MM-DD HH:mm:ss.SSS z  | 2026-10-02 18:00:03.120 CST    | 2026-10-02T10:00:03.120Z
    Asia/Shanghai    | YYYY-MM-DD HH:mm:ss.SSS z  | 2026-10-02 18:00:03.1 UTC      | 2026-10-02T18:00:03.100Z
                     | DD/MM/YYYY HH:mm:ss Z      | 02/10/2026 10:00:00 -0700      | 2026-10-02T17:00:00.000Z
    `),
  )('reads times in zone %s with format “%s”: %s', (timeZone, timeFormat, Day, occurredAt) => {
    const rules = { ...bill, ...(timeZone && { timeZone }), ...(timeFormat && { timeFormat }) };
    expect(mapped(rules, { ...row, Day: Day ?? '' })).toMatchObject({ native: { occurredAt } });
  });

  it.each([
    ['12345', 12_345],
    ['12,345', 12_345],
    ['1.234.567', 1_234_567],
    ['12 345', 12_345],
  ])('reads token counts with thousands separators: %s', (In, input) => {
    const columns = { ...bill.columns, 'tokens.input': 'In' };
    expect(mapped({ ...bill, columns }, { ...row, In })).toMatchObject({ native: { tokens: { input } } });
  });

  it.each([
    [
      { In: '100', Hit: '60', New: '10' },
      { input: 30, cacheRead: 60, cacheWrite: 10 },
    ],
    [{ In: '100', Hit: '', New: '' }, { input: 100 }],
    // Some providers count fewer input tokens than cached tokens.
    [
      { In: '50', Hit: '60', New: '' },
      { input: 0, cacheRead: 60 },
    ],
    [{ In: '', Hit: '60', New: '' }, { cacheRead: 60 }],
  ])('subtracts cached tokens from the input: %j', (cells, tokens) => {
    const columns = {
      ...bill.columns,
      'tokens.input': 'In',
      'tokens.cacheRead': 'Hit',
      'tokens.cacheWrite': 'New',
    };
    const rules = { ...bill, columns };
    expect(mapped({ ...rules, cacheInInput: true }, { ...row, ...cells })).toMatchObject({
      native: { tokens },
    });
    expect(mapped(rules, { ...row, In: '100', Hit: '60', New: '' })).toMatchObject({
      native: { tokens: { input: 100, cacheRead: 60 } },
    });
  });

  it('reads tokens and status words', () => {
    const columns = { ...bill.columns, status: 'State', 'tokens.input': 'In', requestId: 'Id' };
    const cells = { ...row, State: 'Broken', In: '12', Id: ' r ' };
    expect(mapped({ ...bill, columns, statuses: { broken: 'failed' } }, cells)).toMatchObject({
      native: { status: 'failed', tokens: { input: 12 }, requestId: 'r' },
    });
  });

  it('accepts that an optional column is missing', () => {
    const columns = { ...bill.columns, channelId: ['Channel', null] };
    expect(mapped({ ...bill, columns }, row)).not.toHaveProperty('native.channelId');
    expect(mapped({ ...bill, columns }, { ...row, Channel: '9' })).toHaveProperty('native.channelId', '9');
  });

  it('reads the model name at the provider', () => {
    const columns = { ...bill.columns, upstreamRequestId: 'Trace' };
    expect(mapped({ ...bill, columns }, { ...row, Trace: ' up-1 ' })).toMatchObject({
      native: { upstreamRequestId: 'up-1', costAmount: '1.5' },
    });
    expect(mapped({ ...bill, columns }, { ...row, Trace: '' })).not.toHaveProperty(
      'native.upstreamRequestId',
    );
  });

  it('skips rows of a type that is not a charge', () =>
    expect(
      mapped({ ...bill, skip: [{ column: 'Model', is: ['Total'] }] }, { ...row, Model: 'Total ' }),
    ).toMatchObject({ isSkipped: true }));

  it.each<[rules: object, cells: Cells, reason: RegExp]>([
    [{}, { Cost: '1,500' }, /^column “Cost” has a comma that can be read in two ways/],
    [
      { columns: { ...bill.columns, status: 'State' } },
      { State: 'odd' },
      /^column “State” has the type “odd”, which `statuses` of the mapping does not list\. Add it with its meaning/,
    ],
    [{}, { Model: '全部模型' }, /^column “Model” is a total, not a model/],
    [{}, { Cost: '¥1.5' }, /^column “Cost” has a currency sign/],
    [{ constants: { currency: 'EUR' } }, { Cost: '$1.5' }, /^column “Cost” has a currency sign/],
    [{}, { Cost: 'free' }, /^column “Cost” must be a decimal number/],
    [{}, { Day: 'today' }, /^column “Day” must be a date and time such as/],
    [{}, { Day: '46296.3333' }, /^column “Day” must be a date and time such as/],
    // CST is the name of several zones, and the day or the month may be first.
    [{}, { Day: '2026-10-02 18:00:03 CST' }, /^column “Day” must be a date and time such as .*timeFormat/],
    [{}, { Day: '10/02/2026' }, /^column “Day” must be .*timeFormat/],
    [{}, { Day: '02.10.2026' }, /^column “Day” must be .*timeFormat/],
    [{}, { Day: '2026-10-02-03' }, /^column “Day” must be .*timeFormat/],
    [
      { timeFormat: 'YYYY/MM/DD' },
      { Day: '2026/10/01 x' },
      /^column “Day” must match the timeFormat of the mapping/,
    ],
    // A day, an hour on a 12-hour clock, and a half of the day that do not exist.
    [{ timeFormat: 'DD.MM.YYYY' }, { Day: '31.02.2026' }, /^column “Day”/],
    [{ timeFormat: 'YYYY-MM-DD HH:mm AM' }, { Day: '2026-10-01 13:00 PM' }, /^column “Day”/],
    [{ timeFormat: 'YYYY-MM-DD HH:mm AM' }, { Day: '2026-10-01 08:00 XM' }, /^column “Day”/],
    [{}, { Model: ' ' }, /^model is required/],
    [
      { columns: { ...bill.columns, model: part('|', 3) } },
      { Model: 'a|b' },
      /^column “Model” has no part 3/,
    ],
    [
      { columns: { ...bill.columns, model: part('|', -3) } },
      { Model: 'a|b' },
      /^column “Model” has no part -3/,
    ],
    [ends, { Till: '2026-09-30' }, /^column “Till” is before the start/],
    [ends, { Till: 'never' }, /^column “Till” must be a date/],
  ])('rejects rows by %j: %j', (rules, cells, reason) =>
    expect(mapped({ ...bill, ...rules }, { ...row, ...cells })).toMatchObject({
      reason: { en: expect.stringMatching(reason), zh: expect.stringMatching(/\p{Script=Han}/u) },
    }),
  );
});

describe('a mapping of a log of any gateway', () => {
  const usage = {
    rows: 'downstreamUsage',
    columns: {
      requestId: 'Id',
      occurredAt: 'At',
      userId: ['meta.customer', 'meta.team'],
      model: 'meta.model',
      chargedAmount: 'Spend',
    },
    kinds: { column: 'Call', charge: ['chat'], failure: ['error'], refund: ['back'], none: ['top-up'] },
  };
  const sold = { Id: 'r', At: '2026-10-01T00:00:00Z', Spend: '1.2e-05', Call: 'chat' };
  const meta = (of: object) => ({ ...sold, meta: JSON.stringify({ model: 'm', ...of }) });
  it.each<[cells: Cells, result: object]>([
    [
      meta({ customer: 7 }),
      { native: { userId: '7', model: 'm', chargedAmount: '0.000012', status: 'success' } },
    ],
    // The first column with a value counts.
    [meta({ customer: '', team: 't' }), { native: { userId: 't' } }],
    [{ ...meta({}), Call: 'error' }, { native: { status: 'failed' } }],
    [
      { ...meta({}), Call: 'back' },
      { native: { status: 'refunded', chargedAmount: '0', refundAmount: '0.000012' } },
    ],
    [{ ...meta({}), Call: 'top-up' }, { isSkipped: true }],
    [
      { ...meta({}), Call: 'gift' },
      { reason: { en: expect.stringMatching(/^column “Call” has the type “gift”, which `kinds`/) } },
    ],
    [{ ...sold, meta: '{' }, { reason: { en: expect.stringMatching(/^model is required/) } }],
  ])('reads paths into JSON text, and row types: %j', (cells, result) =>
    expect(mapped(usage, cells)).toMatchObject(result),
  );

  it('makes an id for an empty id cell', () =>
    expect(mapped(usage, { ...meta({}), Id: '' })).toHaveProperty(
      'native.requestId',
      expect.stringMatching(/^row:[0-9a-f]{16}$/),
    ));

  it('reads objects, which have no columns', () => {
    const map = createRowMapper(parseMapping(usage, 'map.json'), [], 'log.jsonl');
    expect(map({ ...sold, Spend: 0.5, meta: { model: 'm' } })).toMatchObject({
      native: { chargedAmount: '0.5' },
    });
  });

  it('makes ids from the content of rows without ids', () => {
    const { requestId: _, ...columns } = usage.columns;
    const map = () => createRowMapper(parseMapping({ ...usage, columns }, 'map.json'), [], 'app.csv');
    const ids = (of: ReturnType<typeof map>) =>
      [meta({}), meta({ customer: 7 }), meta({})].map((cells) => (of(cells) as Row).native.requestId);
    const [first, other, again] = ids(map());
    expect([first, other]).toEqual([
      expect.stringMatching(/^row:[0-9a-f]{16}$/),
      expect.stringMatching(/^row:/),
    ]);
    expect(other).not.toBe(first);
    expect(again).toBe(`${first}#2`);
    // Equal rows of another file get the same ids.
    expect(ids(map())).toEqual([first, other, again]);
  });

  it.each([
    ['2026-10-01 08:00:00', undefined, true],
    ['2026-10-01 08:00:00', 'UTC', undefined],
    ['2026-10-01T08:00:00+08:00', undefined, undefined],
    ['2026-10-01T08:00:00.118+00:00', undefined, undefined],
    ['2026-10-01T08:00:00-05:00', undefined, undefined],
    ['2026-10-01 8:00', undefined, true],
    ['2026-10-01', undefined, undefined],
  ])('at %s in %s reads the time and reports whether a zone was given', (At, timeZone, isInUtc) => {
    const rules = { ...usage, ...(timeZone && { timeZone }) };
    const row = mapped(rules, { ...meta({}), At });
    expect(row).toHaveProperty('native');
    expect('isInUtc' in row).toBe(isInUtc === true);
  });
});

/** Rows as gateways write them, and their records by the mapping that the project ships. */
const litellm = {
  request_id: 'chatcmpl-1',
  spend: 0.000034,
  startTime: '2026-10-01T08:00:00.118000',
  metadata: {},
  model: 'provider/bought',
  model_group: 'sold',
  model_id: 'd1',
  end_user: 'c',
  user: 'team',
  prompt_tokens: 12,
  completion_tokens: 3,
  status: 'success',
  call_type: 'acompletion',
};
const spent = {
  requestId: 'chatcmpl-1',
  occurredAt: '2026-10-01T08:00:00.118Z',
  channelId: 'd1',
  currency: 'USD',
  tokens: { input: 12, output: 3 },
  status: 'success',
};
/** A row of sub2api’s table `usage_logs`, exported by COPY. */
const sub2api = {
  request_id: 'req_1',
  user_id: '2',
  api_key_id: '12',
  account_id: '4',
  model: 'claude-sonnet-4-5',
  input_tokens: '1000',
  output_tokens: '100',
  cache_creation_tokens: '0',
  cache_read_tokens: '7',
  total_cost: '0.0123450000',
  actual_cost: '0.0098760000',
  rate_multiplier: '0.8',
  created_at: '2026-10-01 23:59:59.5+08',
  billing_type: '0',
};
const spentThere = {
  occurredAt: '2026-10-01T15:59:59.500Z',
  model: 'claude-sonnet-4-5',
  currency: 'USD',
  status: 'success',
  tokens: { input: 1000, output: 100, cacheRead: 7, cacheWrite: 0 },
};
const paypal = (day: string) => ({
  ...{ Date: day, Time: '02:01:00', TimeZone: 'PDT', Type: 'Website Payment', Status: 'Completed' },
  ...{ Currency: 'USD', Gross: '20.00', Fee: '-1.07', Net: '18.93', 'Transaction ID': '1AA' },
  ...{ 'Reference Txn ID': '', 'Invoice Number': 'USR5NO1', 'Balance Impact': 'Credit' },
});
const movement = {
  ...{ mappedMovement: 'charge', transactionId: 'USR5NO1', movementId: '1AA', provider: 'paypal' },
  ...{ occurredAt: '2026-10-02T09:01:00.000Z', amount: '20', feeAmount: '-1.07', currency: 'USD' },
};
const proxied = {
  ...{ requestId: 'up0', userId: 'g1', channelId: '3', status: 'success', chargedAmount: '0.0123' },
  ...{ currency: 'USD', tokens: { input: 900, output: 200, cacheRead: 100 } },
};
const shipped: Record<string, { row: Record<string, unknown>; record: object; isKnown?: true }> = {
  'litellm-log': {
    row: litellm,
    isKnown: true,
    record: {
      ...spent,
      call: expect.stringMatching(/^[0-9a-f]{16} acompletion$/),
      userId: 'c',
      model: 'sold',
      upstreamModel: 'provider/bought',
      chargedAmount: '0.000034',
    },
  },
  'sub2api-log': {
    row: sub2api,
    record: {
      ...spentThere,
      requestId: 'req_1',
      userId: '2',
      tokenId: '12',
      channelId: '4',
      chargedAmount: '0.009876',
    },
    isKnown: true,
  },
  'sub2api-bill': {
    row: sub2api,
    isKnown: true,
    record: {
      ...spentThere,
      upstreamId: 'req_1',
      costAmount: '0.009876',
      endsAt: '2026-10-01T15:59:59.500Z',
    },
  },
  'paypal-payments': {
    row: paypal('10/02/2026'),
    record: movement,
  },
  'paypal-day-first-payments': {
    row: paypal('02/10/2026'),
    record: { ...movement, occurredAt: '2026-10-02T01:01:00.000Z' },
  },
  'epusdt-payments': {
    row: {
      ...{ id: '3', trade_id: '20261003', order_id: 'USR7NO3', actual_amount: '20.56', amount: '146.0000' },
      ...{ token: 'TX', status: '2', created_at: '2026-10-02 17:00:20', deleted_at: 'NULL' },
    },
    record: {
      ...{ transactionId: 'USR7NO3', occurredAt: '2026-10-02T09:00:20.000Z', provider: 'epay' },
      ...{ status: 'settled', amount: '146', currency: 'CNY' },
    },
  },
  'wechat-person-payments': {
    row: {
      ...{ 交易时间: '2026-10-02 17:00:20', 交易类型: '二维码收款', '收/支': '收入', '金额(元)': '¥73.00' },
      ...{ 商品: '收款方备注:二维码收款付款方留言:USR5NO1', 交易单号: '4200001\t', 备注: '/' },
    },
    record: {
      ...{ mappedMovement: 'charge', transactionId: 'USR5NO1', movementId: '4200001', provider: 'wxpay' },
      ...{ occurredAt: '2026-10-02T09:00:20.000Z', amount: '73', isSigned: true, currency: 'CNY' },
    },
  },
  'aiproxy-export-log': {
    row: {
      ...{ id: '1', end_time: '2026-10-02 18:00:03.120 CST', group: 'g1', channel: '3', model: "'@cf/llama" },
      ...{ code: '200', request_id: 'req0', upstream_id: 'up0', used_amount: '0.0123' },
      ...{ input_tokens: '1000', output_tokens: '200', cached_tokens: '100' },
    },
    record: { ...proxied, model: '@cf/llama', occurredAt: '2026-10-02T10:00:03.120Z' },
  },
  'aiproxy-api-log': {
    row: {
      ...{ id: 1, created_at: 1790935203120, group: 'g1', channel: 3, model: 'gpt-4o', code: 200 },
      ...{ request_id: 'req0', upstream_id: 'up0', used_amount: 0.0123 },
      usage: { input_tokens: 1000, output_tokens: 200, cached_tokens: 100 },
    },
    record: { ...proxied, model: 'gpt-4o', occurredAt: '2026-10-02T10:00:03.120Z' },
  },
  'done-hub-export-log': {
    row: {
      时间: '2026-11-22 15:52:26',
      渠道: '1 (openai-main)',
      用户: 'dave',
      类型: '消费',
      模型: 'gpt-4o',
      输入Token: '2694',
      输出Token: '395',
      额度: '0.008956',
      请求ID: '20261122r',
      上游请求ID: 'req_a',
    },
    record: {
      requestId: '20261122r',
      occurredAt: '2026-11-22T15:52:26.000Z',
      userId: 'dave',
      model: 'gpt-4o',
      channelId: '1 (openai-main)',
      chargedAmount: '0.008956',
      currency: 'USD',
      status: 'success',
      tokens: { input: 2694, output: 395 },
    },
    isKnown: true,
  },
};

it.each(globSync('examples/mappings/*.json').map((file) => basename(file, '.json')))('%s', (name) => {
  const { row, record, isKnown } = shipped[name] ?? {};
  if (!row) throw new Error(`No row for ${name}: add one as its gateway writes it, and what becomes of it.`);
  const rules = parseMapping(JSON.parse(readFileSync(`examples/mappings/${name}.json`, 'utf8')), 'map.json');
  expect(createRowMapper(rules, [], 'rows.jsonl')(row)).toEqual(expect.objectContaining({ native: record }));
  if (isKnown)
    expect(
      findBuiltInMapping(rules.rows === 'upstreamCharges' ? rules.rows : 'logs', row)?.mapping,
      `${name} is said to be known: add its line to shared/files/mapping/built-in-mappings.ts.`,
    ).toEqual(rules);
});

it('the cost of failed attempts in LiteLLM is left out, with its sum', () => {
  const rules = findBuiltInMapping('logs', litellm)?.mapping;
  if (!rules) throw new Error('LiteLLM’s log is not recognized.');
  const row = { ...litellm, request_id: 'chatcmpl-1-attempt-1', status: 'failure' };
  const left = createRowMapper(
    rules,
    [],
    'spend.csv',
  )({
    ...row,
    metadata: '{"status": "failure", "billed_retry_attempt": true}',
  });
  expect(left).toMatchObject({ isSkipped: true, leftOut: { currency: 'USD' } });
  expect('leftOut' in left && left.leftOut?.amount.toFixed()).toBe('0.000034');
});

it('a payment is mapped; fees lose their sign, and a negative payment is a refund', () => {
  const columns = { ...payment.columns, feeAmount: 'Fee', status: 'State' };
  const cells = {
    No: '4200000000202610010000000001',
    Day: '2026-10-01',
    Paid: '73.00',
    Fee: '-0.44',
    State: 'PAID',
  };
  const mapping = {
    rows: 'payments',
    columns,
    statuses: { Paid: 'settled' },
    constants: { currency: 'CNY' },
  };
  expect(mapped(mapping, cells)).toMatchObject({
    native: { transactionId: cells.No, amount: '73', feeAmount: '0.44', status: 'settled', currency: 'CNY' },
  });
  expect(mapped(mapping, { ...cells, Paid: '-73' })).toMatchObject({
    native: { status: 'refunded', amount: '73', refundAmount: '73' },
  });
});

it('a row of a database dump gets the field names of the gateway and Unix seconds, and keeps other columns', () => {
  const mapping = { rows: 'logs', columns: { created_at: '时间', quota: '额度' }, timeZone: 'Asia/Shanghai' };
  expect(mapped(mapping, { 时间: '2026-10-01 08:00:00', 额度: '500', other: '{}' })).toEqual({
    native: { created_at: 1_790_812_800, quota: '500', other: '{}' },
  });
});

describe('a mapping is refused with a sentence', () => {
  const MAPPINGS: Readonly<Record<string, { columns: object }>> = { bill, payment, moves };
  // Kind of mapping | changed keys, with added columns | refusal
  it.each(
    tableRows(`
    bill    | {"rows":"bills","columns":{}}                     | rows: must be one of downstreamUsage, upstreamCharges, payments, logs
    bill    | {"colums":{}}                                     | colums: is not a property of a mapping (did you mean columns?)
    bill    | {"columns":{"cost":"Cost"}}                       | columns.cost: is not a field of upstreamCharges. Its fields are: requestId,
    bill    | {"constants":{"model":"m"}}                       | constants.model: is set in \`columns\` as well
    bill    | {"timeZone":"Mars/Base"}                          | timeZone: must be an offset
    bill    | {"timeFormat":"HH:mm"}                            | timeFormat: must contain
    bill    | {"timeFormat":"DD/MM/YYYY hh:mm"}                 | timeFormat: must contain
    bill    | {"timeFormat":"YYYY-MM-DD HH:mm:ss z"}            | timeFormat: contains z,
    bill    | {"divisor":3}                                     | divisor: must divide every amount exactly
    bill    | {"divisor":{"costAmount":3}}                      | divisor.costAmount: must divide
    bill    | {"divisor":{"cost":100}}                          | divisor.cost: is not a field of upstreamCharges
    bill    | {"divisor":0}                                     | divisor: must be a number above 0
    bill    | {"divisor":-1}                                    | divisor: must be a number above 0
    bill    | {"cacheInInput":"yes"}                            | cacheInInput: must be true or false
    bill    | {"constants":{"AKIAIOSFODNN7EXAMPLE":"x"}}        | constants.?: is not a field of upstreamCharges
    bill    | {"columns":{"refundAmount":"Cost"}}               | columns.refundAmount: is also the column of the amount
    bill    | {"header":["a","b","a"]}                          | header: lists a column name twice
    bill    | {"movements":{"column":"What"}}                   | movements: is only for mappings of payments
    bill    | {"columns":{"costAmount":{"in":"In","out":"Out"}}} | columns.costAmount: works only
    payment | {"columns":{"refersTo":"Original"}}               | columns.refersTo: works only
    moves   | {"statuses":{"x":"settled"}}                      | statuses: is not needed with movements,
    moves   | {"columns":{"status":"What"}}                     | columns.status: is not needed with movements
    moves   | {"columns":{"refundAmount":"Back"}}               | columns.refundAmount: is not needed with movements
    moves   | {"movements":{"column":"What","charges":["Sale"]}} | movements.charges: is not
    bill    | {"factor":0}                                      | factor: must be a decimal above 0
    bill    | {"factor":"-0.5"}                                 | factor: must be a decimal above 0
    bill    | {"factor":{"costAmount":"0.00"}}                  | factor.costAmount: must be a decimal above 0
    bill    | {"factor":"0.3333333333333333333333333333333"}    | at most 30 digits
    bill    | {"factor":{"cost":"1"}}                           | factor.cost: is not a field of upstreamCharges
    bill    | {"rows":"logs","factor":"2"}                      | factor: cannot be used for logs
    bill    | {"columns":{"model":{"column":"Model","split":";","part":0}}} | columns.model.part: must be a whole number from 1, or from -1
    bill    | {"columns":{"model":{"column":"Model","split":"","part":1}}} | columns.model.split: must not be empty
    bill    | {"grain":"week"}                                  | grain: must be one of event, minute, hour, day, month
    payment | {"grain":"day"}                                   | grain: is only for mappings of upstreamCharges
    bill    | {"columns":{"endsAt":"Till"},"grain":"day"}       | grain: is not needed with columns.endsAt
    `),
  )('%s with %s', (kind = '', json = '', sentence = '') => {
    const { columns, ...changes } = JSON.parse(json);
    const mapping = MAPPINGS[kind] ?? bill;
    const all = { ...mapping, ...changes, columns: { ...mapping.columns, ...columns } };
    expect(() => parseMapping(all, 'map.json')).toThrow(
      expect.objectContaining({
        details: expect.arrayContaining([expect.stringContaining(sentence)]),
      }),
    );
  });

  it('if it is not an object', () =>
    expect(() => parseMapping('text', 'map.json')).toThrow(
      expect.objectContaining({ details: ['map.json: body: must be an object'] }),
    ));

  it('that lists the columns of the file if a column is missing', () =>
    expect(() => mapped(bill, { Datum: '1', Model: 'm', Cost: '1' })).toThrow(
      expect.objectContaining({
        details: ['bill.csv: lacks columns of the mapping: “Day”. Its columns are: Datum, Model, Cost'],
      }),
    ));
});

describe('a time zone', () => {
  it.each([['Z'], ['UTC'], ['-03:30'], ['Europe/Berlin']])('%s is valid', (zone) =>
    expect(isTimeZone(zone)).toBe(true),
  );
  it.each([['+8'], ['+25:00'], ['CEST-ish']])('%s is not valid', (zone) =>
    expect(isTimeZone(zone)).toBe(false),
  );
  it.each([
    ['2026-03-29 01:59:59', '2026-03-29T00:59:59.000Z'],
    ['2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
    ['1999-12-31 23:59:59.5', '1999-12-31T22:59:59.500Z'],
  ])('in Berlin at %s', (text, instant) =>
    expect(new Date(parseInZone(text, 'Europe/Berlin') ?? 0).toISOString()).toBe(instant),
  );
});

describe('--show-columns', () => {
  it('shows what a mapping makes of the first rows', async () => {
    const content = 'Day;Model;Cost\n2026-10-01;a;1.5\n2026-10-02;b;1,500\nTotal;;3\n2026-10-03;c;1\n';
    const mapping = parseMapping({ ...bill, skip: [{ column: 'Day', is: ['Total'] }] }, 'map.json');
    const { columns, rows, format } = await describeFile(makeOpenableFile(content), mapping);
    expect(columns).toEqual(['Day', 'Model', 'Cost']);
    expect(format.delimiter).toBe(';');
    expect(rows).toMatchObject([
      { row: 2, native: { Day: '2026-10-01' }, mapped: { native: { costAmount: '1.5' } } },
      {
        row: 3,
        mapped: { reason: { en: expect.stringContaining('comma'), zh: expect.stringContaining('逗号') } },
      },
      { row: 4, mapped: { isSkipped: true } },
    ]);
  });

  it('lists the keys of JSON rows', async () => {
    const { columns, rows } = await describeFile(makeOpenableFile('[{"a":1},{"b":2},3]'));
    expect(columns).toEqual(['a', 'b']);
    expect(rows.map(({ native }) => native)).toEqual([{ a: 1 }, { b: 2 }]);
  });
});
