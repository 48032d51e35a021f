import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { link } from '#shared/pipeline/link/link.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import { AT, newApiRow, type Row, ratios, topUpRow } from '../../support/fixtures/native-rows.ts';
import { fileOf, readFiles, SETTINGS, type TextFile } from '../../support/pipeline/run-here.ts';

const other = ratios();
const plain = newApiRow({ request_id: 'r', other });
/** The same request in a table of a few columns, which has no number and no snapshot. */
const { id: _, other: __, username: ___, token_name: ____, channel_name: _____, ...few } = plain;
const refund = (over: Row = {}): Row => ({
  ...newApiRow({ type: 6, other: ratios({ task_id: 't' }), ...over }),
  id: undefined,
  request_id: undefined,
});
const bill = (over: Row = {}): Row => ({ time: AT, model: 'm', cost: '1', ...over });
/** The same request as a page prints it: a mapping makes canonical usage of it. */
const printed = (over: Row = {}): Row => ({
  requestId: 'r',
  occurredAt: new Date(AT * 1000).toISOString(),
  model: plain.model_name,
  status: 'success',
  chargedAmount: String(Number(plain.quota) / 500_000),
  ...over,
});
const logs = (...rows: Row[]) => fileOf('logs', rows);
const bills = (...rows: Row[]) => fileOf('upstreamCharges', rows);
/** Of a bill in other forms: a reply and an export of OpenAI, a reply and an export of OpenRouter, a day of LiteLLM. */
const reply = (over: Row = {}): Row => ({
  start_time: AT,
  amount: { value: 0.25, currency: 'usd' },
  line_item: 'm, input',
  project_id: 'p',
  ...over,
});
const exported = (amount = '0.25', project = 'p') =>
  `start_time,amount_value,amount_currency,line_item,project_id\n${AT},${amount},usd,"m, input",${project}\n`;
const generation = {
  id: 'gen-1',
  total_cost: 0.5,
  native_tokens_prompt: 7,
  created_at: '2026-10-01T00:00:15Z',
};
const activity = (cost: number) =>
  `generation_id,created_at,cost_total,model_permaslug\ngen-1,2026-10-01 00:00:15.118,${cost},m\n`;
const spent = (cost: string, day = '01'): Row => ({
  BilledCost: cost,
  ChargePeriodStart: `2026-10-${day}T00:00:00Z`,
  ChargeCategory: 'Usage',
  ResourceId: 'm',
});
/** A charge of Stripe's payout report; other columns may be selected of it. */
const paid = (over: Row = {}): Row => ({
  balance_transaction_id: 'txn_1',
  charge_id: 'ch_1',
  created_utc: '2026-10-01 10:00:00',
  reporting_category: 'charge',
  gross: '10.00',
  fee: '0.59',
  currency: 'usd',
  ...over,
});
const table = (text: string) => fileOf('upstreamCharges', text);
const payments = (...rows: Row[]) => fileOf('payments', rows);

test.each<
  [
    what: string,
    files: TextFile[],
    records: [usage: number, charges: number, payments: number],
    left: Record<string, number>,
  ]
>([
  [
    'equal rows without a name of one file are as many as they are',
    [logs(refund(), refund())],
    [2, 0, 0],
    {},
  ],
  ['of two files, one row that was read twice', [logs(refund()), logs(refund())], [1, 0, 0], { '1 0': 1 }],
  [
    'as often as the file with most of them has it',
    [logs(refund()), logs(refund(), refund()), logs(refund(), refund(), refund()), logs(refund())],
    [3, 0, 0],
    { '1 0': 1, '2 0': 1, '2 1': 1, '3 0': 1 },
  ],
  ['but not where they differ', [logs(refund()), logs(refund({ quota: 7 }))], [2, 0, 0], {}],
  [
    'nor where they have names',
    [bills(bill({ request_id: 'a' })), bills(bill({ request_id: 'b' }))],
    [0, 2, 0],
    {},
  ],
  ['bills, however they are written', [bills(bill()), bills(bill({ cost: 1 }))], [0, 1, 0], { '1 0': 1 }],
  [
    'but not by three fields, where they have a name',
    [1, '1'].map((cost) => bills({ request_id: 'a', time: AT, cost })),
    [0, 2, 0],
    {},
  ],
  ['bills in two forms', [bills(reply()), table(exported())], [0, 1, 0], { '1 0': 1 }],
  ['one row for one', [bills(reply(), reply()), table(exported())], [0, 2, 0], { '1 0': 1 }],
  ['but not of another amount', [bills(reply()), table(exported('0.26'))], [0, 2, 0], {}],
  ['nor of another project', [bills(reply()), table(exported('0.25', 'q'))], [0, 2, 0], {}],
  ['nor in one form', [bills(reply()), bills(reply({ project_id: 'q' }))], [0, 2, 0], {}],
  ['charges in two forms by their id', [bills(generation), table(activity(0.5))], [0, 1, 0], { '1 0': 1 }],
  ['but not of another cost', [bills(generation), table(activity(0.6))], [0, 2, 0], {}],
  [
    'lines with a name that a table has twice',
    [table('id,time,cost\na,2026-10-01,1\na,2026-10-01,1\n')],
    [0, 2, 0],
    {},
  ],
  [
    'and that another table has twice, too',
    ['c,a', 'a,c'].map((order) =>
      table(`id,time,cost,${order}\n${'a,2026-10-01,1,x,x\n'.repeat(2)}b,2026-10-01,1,x,x\n`),
    ),
    [0, 3, 0],
    { '1 0': 3 },
  ],
  [
    'the highest sum of a day that came again, as often as it is there',
    [bills(spent('0.1'), spent('0.3'), spent('0.2', '02')), bills(spent('0.2')), bills(spent('0.3'))],
    [0, 2, 0],
    { '2 0': 1 },
  ],
  [
    'but all sums of a bill of articles',
    [bills(...['0.1', '0.3'].map((cost) => ({ ...spent(cost), SkuId: 's' })))],
    [0, 2, 0],
    {},
  ],
  ['payments by their number', [payments(topUpRow()), payments(topUpRow())], [0, 0, 1], { '1 0': 1 }],
  [
    'or by that of their order, where one list leaves out their own',
    [payments(topUpRow({ id: 5 }), topUpRow({ id: 6 })), payments(topUpRow({ id: undefined }))],
    [0, 0, 1],
    { '1 0': 1 },
  ],
  [
    'an order that was credited twice by one list',
    [payments(topUpRow({ id: undefined }), topUpRow({ id: undefined })), payments()],
    [0, 0, 1],
    {},
  ],
  [
    'the one that says more stays',
    [payments(topUpRow()), payments(topUpRow({ note: 'x' }))],
    [0, 0, 1],
    { '0 1': 1 },
  ],
  [
    'movements by their number, in whatever columns',
    [payments(paid()), payments(paid({ client_reference_id: 'o1' }))],
    [0, 0, 1],
    { '0 1': 1 },
  ],
  [
    'but not those of another number',
    [payments(paid()), payments(paid({ balance_transaction_id: 'txn_2', charge_id: 'ch_2' }))],
    [0, 0, 2],
    {},
  ],
  ['a table of a few columns beside the whole log', [logs(plain), logs(few)], [1, 0, 0], { '1 0': 1 }],
  ['and before it', [logs(few), logs(plain)], [1, 0, 0], { '0 1': 1 }],
  ['of another time', [logs(plain), logs({ ...few, created_at: AT + 1 })], [2, 0, 0], {}],
  ['of another quota', [logs(plain), logs({ ...few, quota: 7 })], [2, 0, 0], {}],
  ['of another model', [logs(plain), logs({ ...few, model_name: 'n' })], [2, 0, 0], {}],
  ['of another request', [logs(plain), logs({ ...few, request_id: 's' })], [2, 0, 0], {}],
  ['of none', [logs(plain), logs({ ...few, request_id: undefined })], [2, 0, 0], {}],
  ['in one file they are two', [logs(plain, few)], [2, 0, 0], {}],
  ['also beside another file', [logs(plain, few), logs({ ...plain, id: 1, request_id: 's' })], [3, 0, 0], {}],
  ['what is given back is no repetition', [logs(plain), logs({ ...few, type: 6 })], [2, 0, 0], {}],
  ['a printed log beside the gateway’s own', [logs(plain), logs(printed())], [1, 0, 0], { '1 0': 1 }],
  ['and before it', [logs(printed()), logs(plain)], [1, 0, 0], { '0 1': 1 }],
  [
    'beside a row that is not plain',
    [logs({ ...plain, other: '' }), logs(printed())],
    [1, 0, 0],
    { '1 0': 1 },
  ],
  [
    'half a unit of quota is rounding',
    [logs(plain), logs(printed({ chargedAmount: String((Number(plain.quota) + 0.5) / 500_000) }))],
    [1, 0, 0],
    { '1 0': 1 },
  ],
  [
    'more is another charge',
    [logs(plain), logs(printed({ chargedAmount: String((Number(plain.quota) - 0.51) / 500_000) }))],
    [2, 0, 0],
    {},
  ],
  ...[-14 * 60, 5.5 * 60, 0.9].map(
    (minutes) =>
      [
        `a zone or seconds that it does not print: ${minutes} minutes`,
        [logs(plain), logs(printed({ occurredAt: new Date(AT * 1000 + minutes * 60_000).toISOString() }))],
        [1, 0, 0],
        { '1 0': 1 },
      ] as never,
  ),
  ...[-14.25 * 60, 7, 1].map(
    (minutes) =>
      [
        `another time: ${minutes} minutes`,
        [logs(plain), logs(printed({ occurredAt: new Date(AT * 1000 + minutes * 60_000).toISOString() }))],
        [2, 0, 0],
        {},
      ] as never,
  ),
  ['and so is that of another model', [logs(plain), logs(printed({ model: 'n' }))], [2, 0, 0], {}],
  ['or request', [logs(plain), logs(printed({ requestId: 's' }))], [2, 0, 0], {}],
  ['in one file they are two charges', [logs(plain, printed(), printed())], [3, 0, 0], {}],
  [
    'printed twice, in other columns',
    [logs(printed()), logs(printed({ userId: 'u' }))],
    [1, 0, 0],
    { '1 0': 1 },
  ],
  [
    'thrice, with another charge between',
    [
      logs(printed()),
      logs(printed({ chargedAmount: '7' })),
      logs(printed({ chargedAmount: '7', userId: 'u' })),
    ],
    [2, 0, 0],
    { '2 1': 1 },
  ],
])('%s', async (_what, files, [downstreamUsage, upstreamCharges, paid], left) => {
  const { columns } = await readFiles(files, SETTINGS);
  const { outcome } = link(columns, SETTINGS, true);
  expect(outcome.records).toEqual({ downstreamUsage, upstreamCharges, payments: paid });
  const pairs = outcome.repeats.map(({ source, earlier, rows }) => [`${source} ${earlier}`, rows]);
  expect(Object.fromEntries(pairs)).toEqual(left);
  expect(outcome.figures.skipped.pageOverlap).toBe(Object.values(left).reduce((sum, rows) => sum + rows, 0));
});

describe('books of rows that are not plain', () => {
  const mapped = ratios({ is_model_mapped: true, upstream_model_name: 'real-x' });
  const attempt = newApiRow({
    id: 3,
    type: 5,
    quota: 0,
    request_id: 'f',
    upstream_request_id: 'uf',
    channel: 9,
  });
  const sold = {
    requestId: 'c',
    chargedAmount: '2',
    occurredAt: '2026-08-17T00:00:00Z',
    model: 'm',
    status: 'success',
  };
  const log = logs(
    newApiRow({ id: 1, request_id: 'r', upstream_request_id: 'u', channel: 8, other: mapped }),
    attempt,
    { ...sold, chargedAmount: 'much' },
    sold,
    newApiRow({ id: 4, request_id: 'söme…', other: ratios({ group_ratio: 2 }) }),
  );
  const bought = bills(
    bill({ request_id: 'u' }),
    bill({ request_id: 'uf' }),
    bill({ request_id: 'c' }),
    bill({ request_id: 'x' }),
  );
  const books = async (
    more: Partial<RunSettings> = {},
    isBilled = true,
    files = [log, bought, payments(topUpRow())],
  ) => {
    const stated = { ...SETTINGS, ...more };
    const { columns } = await readFiles(files, stated);
    return link(columns, stated, isBilled);
  };

  test('say where their rows stand, and what is wrong with them', async () => {
    const { books: of, outcome } = await books();
    const placed = ({ source, row }: { source: number; row: number }) => `${source}:${row}`;
    expect(Object.values(of.places).map((places) => places.map(placed).join(' '))).toEqual([
      '0:2 0:5 0:4',
      '1:1 1:2 1:3 1:4',
      '2:1',
    ]);
    expect(of.downstreamUsage.map(({ requestId }) => requestId)).toEqual(['f', 'söme…', 'c']);
    expect(outcome.rejected).toMatchObject([{ source: 0, row: 3, money: {} }]);
    expect(outcome.records).toEqual({ downstreamUsage: 4, upstreamCharges: 4, payments: 1 });
  });

  test('join bills to requests, plain ones too', async () => {
    const { books: of, outcome } = await books();
    expect(of.upstreamCharges.map(({ requestId, channelId }) => [requestId, channelId])).toEqual([
      ['r', '8'],
      ['f', '9'],
      ['c', undefined],
      ['x', undefined],
    ]);
    expect(outcome.figures.notes).toMatchObject({ linked: 2 });
    expect(outcome.figures.notes.linkUnknown).toBeUndefined();
    expect(outcome.ties).toEqual([['gpt-5-mini', 'real-x']]);
  });

  test('know the ids of log rows, and their files', async () => {
    const { own, upstream, sources } = (await books()).books.salesAside;
    // An id that no column has room for is none.
    expect([0, 1].map((row) => [own.text(row), upstream.text(row), sources[row]])).toEqual([
      ['f', 'uf', 0],
      [undefined, undefined, 0],
    ]);
    expect([own.length, upstream.length, sources.length]).toEqual([2, 2, 2]);
  });

  test('say what was bought only where it is priced', async () => {
    const prices = { models: [{ model: '*', input: '1', output: '2' }] };
    const [free, priced] = [(await books()).books, (await books({ prices })).books];
    expect(free.purchases).toEqual([]);
    expect(free.lineFacts.filter((facts) => facts?.meter)).toEqual([]);
    expect(priced.purchases.map((purchase) => purchase?.groupRatio)).toEqual([undefined, 2, undefined]);
    expect(priced.lineFacts.length).toBe(4);
  });

  test('count what a report of usage says only beside a bill', async () => {
    const usage = fileOf(
      'upstreamCharges',
      readFileSync('test/support/fixtures/bills/openai-usage-completions.json', 'utf8'),
    );
    for (const isBilled of [true, false])
      expect((await books({}, isBilled, [log, usage])).books.counted.length > 0).toBe(isBilled);
  });

  test('name the channels that the list does not know, those of plain rows too', async () => {
    const { outcome } = await books({ channels: [{ id: 9, name: 'nine' }] });
    expect(outcome.figures.unknownChannels).toEqual(['12', '8']);
  });
});
