import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { configureRun } from '#shared/pipeline/settings/configure-run.ts';
import { buildAnswer } from '#shared/report/answer/first-lines.ts';
import { buildCallRow } from '../../support/pipeline/log-rows.ts';
import {
  makeTextFile,
  runFiles,
  runInMemory,
  SETTINGS,
  type TextFile,
} from '../../support/pipeline/run-in-memory.ts';

const OCTOBER = { start: '2026-10-01T00:00:00Z', end: '2026-10-04T00:00:00Z' };
/** One request a day, sold for 1, at half past an hour in UTC. */
const sold = (model: string, hour: number, days: readonly number[] = [1, 2, 3]) =>
  days.map((day, place) =>
    buildCallRow(100 * hour + day + place, Date.UTC(2026, 9, day, hour, 30), model, 1, {
      request_id: `${model}-${day}`,
    }),
  );
const table = (...lines: readonly string[]) => lines.join('\n');
const reportOf = async (
  rows: readonly object[],
  bill: string,
  more: Partial<TextFile> = {},
  period = OCTOBER,
) =>
  runInMemory(
    [makeTextFile('logs', rows), makeTextFile('upstreamCharges', bill, { name: 'bill.csv', ...more })],
    {
      ...SETTINGS,
      supplied: { upstreamCharges: true, payments: false },
      rejectedShareMax: 0.01,
      period,
    },
  );

describe('a bill is compared over the time of its rows', () => {
  const hours = (days: readonly number[], length: number) =>
    table(
      'usage_start_time,usage_end_time,service.id,sku.description,cost,currency',
      ...days.map(
        (day) =>
          `2026-10-0${day} 03:00:00,2026-10-0${day} ${`${3 + length}`.padStart(2, '0')}:00:00,AEFD-7695-64FA,Generate content input token count gemini 2.5 pro short input text,2,USD`,
      ),
    );
  test.each([
    ['an hour each night', hours([1, 2, 3], 1), 3],
    ['two lengths in one file', `${hours([1, 2], 1)}\n${hours([3], 4).split('\n')[1]}`, 3],
    ['one night only', hours([2], 1), 1],
  ])('%s', async (_, bill, rows) => {
    const { report } = await reportOf(sold('gemini-2.5-pro', 3), bill);
    expect(report.summary.money.lost).toBe(`${rows}`);
    expect(report.findings.map(({ code }) => code)).not.toContain('bill_beyond_log');
  });

  test('a row that ends before it starts is refused', async () => {
    const bill = hours([1, 2, 3], 1).replace('2026-10-01 04:00:00', '2026-10-01 02:00:00');
    await expect(reportOf(sold('gemini-2.5-pro', 3), bill)).rejects.toThrow();
  });
});

describe('amounts that are rounded per row', () => {
  const bill = (...costs: readonly string[]) =>
    table(
      'usage_date_utc,model,token_type,cost_usd',
      ...costs.map((cost, place) => `2026-10-0${1 + (place % 3)},Claude Sonnet 4.5,output,${cost}`),
    );
  test('may differ from the price by half a cent a row', async () => {
    const rows = sold('claude-sonnet-4-5', 12);
    expect((await reportOf(rows, bill('1.01', '1.00', '1.00'))).report.summary.money.lost).toBe('0');
    expect((await reportOf(rows, bill('1.01', '1.01', '1.00'))).report.summary.money.lost).toBe('0.02');
  });
});

describe('rows left out are reported with their sum, by currency', () => {
  const services = (group: string) =>
    table(
      `Service,Claude Sonnet 4.5 (Amazon Bedrock Edition)($),${group},Total costs($)`,
      'Service total,2.4,9,11.4',
      ...[1, 2, 3].map((day) => `2026-10-0${day},0.8,3,3.8`),
    );
  test('services of a cloud, and totals, which repeat other rows', async () => {
    const { report, overview } = await reportOf(sold('claude-sonnet-4-5', 12), services('EC2-Instances($)'));
    expect(report.summary.cost?.net).toBe('2.4');
    expect(overview.figures.sums).toEqual({ otherServices: { USD: '9' } });
  });

  test('Bedrock in Cost Explorer names no model, so its money is reported as unread', async () => {
    const { report } = await runFiles(
      [
        makeTextFile('logs', sold('claude-sonnet-4-5', 12)),
        makeTextFile('upstreamCharges', services('Bedrock($)')),
      ],
      { period: OCTOBER, rejectedShareMax: 0.01 },
    );
    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'unread_rows', amount: 9 }));
  });

  test('a table grouped by anything but service is refused, without a mapping', async () => {
    const bill = services('EC2-Instances($)').replace('Service,', 'Usage type,');
    const refusal = await reportOf(sold('m', 12), bill).catch((error) => error);
    expect(refusal.details.join()).toMatch(/Cost Explorer.*group by Service/);
    expect(refusal.details.join()).not.toContain('mapping');
  });
});

describe('a report of Google without days', () => {
  const bill = table(
    'Service description,Service ID,SKU description,SKU ID,Usage amount,Usage unit,List cost ($),Unrounded subtotal ($),Subtotal ($)',
    'Gemini API,AEFD-7695-64FA,Generate content output token count gemini 2.5 pro short output text,S,"1,000",count,6,6.004,6.00',
    ',,,,,,,Subtotal,6.00',
  );
  test('counts in the period of the run', async () => {
    const { report } = await reportOf(sold('gemini-2.5-pro', 12), bill);
    expect(report.summary.money.lost).toBe('3.004');
  });
  test('is refused without a period', async () => {
    await expect(reportOf(sold('m', 12), bill, {}, {} as typeof OCTOBER)).rejects.toThrow(
      /only in the file name/,
    );
  });
});

describe('sub2api’s page states amounts before the multiplier of the account', () => {
  const bill = readFileSync('test/support/fixtures/bills/sub2api-usage.csv', 'utf8');
  test.each([
    ['0.3', '0.0342'],
    ['1', '0.114'],
  ])('they are multiplied by %s', async (factor, cost) => {
    const { report, overview } = await reportOf(sold('claude-sonnet-4-5', 10), bill, { factor });
    expect(report.summary.cost?.net).toBe(cost);
    expect(overview.figures.sums).toEqual({ paidByPlan: { USD: '0.002' } });
    expect(overview.notices.map(({ en }) => en).join()).toContain(
      `bill.csv: amounts are read according to the settings (times ${factor})`,
    );
  });
  test('and the run asks for the multiplier', async () => {
    const refusal = await reportOf(sold('m', 10), bill).catch((error) => error);
    expect(refusal.message).toContain('do not include the multiplier of your account');
    expect(refusal.details.join()).toContain('"factor": "0.3"');
  });
});

describe('settings of a bill', () => {
  const bill = table('date,model,cost', ...[1, 2, 3].map((day) => `2026-10-0${day},m,5`));
  test('give the currency of rows that name none', async () => {
    const { report } = await runInMemory(
      [
        makeTextFile('logs', sold('m', 12)),
        makeTextFile('upstreamCharges', bill, { currency: 'CNY', factor: '0.5' }),
      ],
      { ...SETTINGS, period: OCTOBER, rates: { CNY: '0.14' } },
    );
    expect(report.summary.cost?.net).toBe('1.05');
  });
  test('are refused if rows name another currency', async () => {
    const named = bill.replaceAll(/$/gm, ',USD').replace('cost,USD', 'cost,currency');
    await expect(reportOf(sold('m', 12), named, { currency: 'CNY' })).rejects.toThrow(
      /are not in the "currency" set for this file/,
    );
  });
  test('are refused as a unit if the bill states money', async () => {
    await expect(reportOf(sold('m', 12), bill, { quotaPerUnit: 5 })).rejects.toThrow(
      /bill.csv contains amounts of money, not quota/,
    );
  });
});

describe('`*` in names', () => {
  const names = { 'q-2026*': 'q', 'q-*-max': 'max', 'q-2026-mini': 'mini' };
  const bill = (...models: readonly string[]) =>
    table(
      'date,model,cost',
      ...models.flatMap((model) => [1, 2, 3].map((day) => `2026-10-0${day},${model},2`)),
    );
  const run = (models: readonly string[], more: Record<string, string> = {}) =>
    runFiles(
      [
        makeTextFile(
          'logs',
          ['q', 'max', 'mini'].flatMap((model) => sold(model, 12)),
        ),
        makeTextFile('upstreamCharges', bill(...models)),
      ],
      { period: OCTOBER, names: { ...names, ...more } },
    );
  test('matches any text, ignoring case; an exact name takes precedence', async () => {
    const { report } = await run(['Q-2026-09-11', 'q--MAX', 'q-2026-mini']);
    expect(report.byModel.map(({ model, cost }) => [model, cost]).sort()).toEqual([
      ['max', '6'],
      ['mini', '6'],
      ['q', '6'],
    ]);
  });
  test('if two names match, the longer one counts', async () => {
    const { report } = await run(['q-2026-09-max'], { 'q-2026-09*': 'mini' });
    expect(report.byModel.find(({ model }) => model === 'mini')?.cost).toBe('6');
  });
  test('if two names of equal length match for different models, both are refused with the name', async () => {
    await expect(run(['qx-max'], { 'q*-max': 'max', 'qx-m*x': 'q' })).rejects.toThrow(
      /qx-max.*q\*-max|qx-m\*x/,
    );
  });
});

describe('the total cost of a channel without models', () => {
  const rows = [...sold('a', 12), ...sold('b', 13)];
  const other = sold('c', 14).map((row) => ({ ...row, channel: 2 }));
  const configureBalance = (closing: string, more: object = {}) =>
    configureRun(
      {
        period: OCTOBER,
        upstream: { channel: '1', balance: { opening: '20', toppedUp: ['10'], closing }, ...more },
      },
      false,
    );
  const run = (settings: ReturnType<typeof configureBalance>, ...bills: readonly TextFile[]) =>
    runFiles([makeTextFile('logs', [...rows, ...other]), ...bills], {
      ...settings,
      supplied: { upstreamCharges: bills.length > 0, payments: false },
    });

  test('is derived from its balance at the provider', async () => {
    const { report } = await run(configureBalance('25.6'));
    expect(report.byChannel.map(({ channelId, cost, margin }) => [channelId, cost, margin])).toContainEqual([
      '1',
      '4.4',
      '1.6',
    ]);
    expect(report.byModel.map(({ model, cost, margin }) => [model, cost, margin]).sort()).toEqual([
      ['a', null, null],
      ['b', null, null],
      ['c', '0', '3'],
      ['unassigned', '4.4', '-4.4'],
    ]);
    expect(buildAnswer(report, 'en').text).toContain('Not in the bill: c, with 3.00 USD of the revenue');
  });

  test('may be in another currency, and shows a channel that loses money', async () => {
    const { report } = await run({ ...configureBalance('0', { currency: 'CNY' }), rates: { CNY: '0.5' } });
    expect(report.findings).toContainEqual(
      expect.objectContaining({ code: 'negative_margin_channel', severity: 'warning', amount: 9 }),
    );
  });

  test.each([
    ['a mapped bill without models', undefined],
    ['a bill that states its channel', '7'],
  ])('is stated by %s', async (_, channelId) => {
    const mapping = {
      rows: 'upstreamCharges' as const,
      columns: { occurredAt: 'day', costAmount: 'cost' },
      grain: 'day' as const,
      ...(channelId && { constants: { channelId: '1' } }),
    };
    const bill = table('day,cost', ...[1, 2, 3].map((day) => `2026-10-0${day},1.5`));
    const file = makeTextFile('upstreamCharges', bill, { mapping, ...(channelId ? {} : { channel: '1' }) });
    const { report } = await run(configureRun({ period: OCTOBER }, false), file);
    expect(report.byChannel.find(({ channelId }) => channelId === '1')).toMatchObject({
      cost: '4.5',
      margin: '1.5',
    });
    if (channelId) return;
    await expect(
      run(configureRun({ period: OCTOBER }, false), makeTextFile('upstreamCharges', bill, { mapping })),
    ).rejects.toThrow();
  });

  test('is refused without a period, if the balance grew, and if a bill contains it', async () => {
    expect(() =>
      configureRun({ upstream: { channel: '9', balance: { opening: 20, closing: 5 } } }, false),
    ).toThrow(/Channel balances need a period/);
    expect(() => configureBalance('45')).toThrow(
      /channel 1 has 45 left, but only 30 was available\. Add your top-ups/,
    );
    const bill = makeTextFile('upstreamCharges', table('date,model,cost', '2026-10-01,a,1'), {
      channel: '1',
    });
    await expect(run(configureBalance('25'), bill)).rejects.toThrow(
      /Channel 1 has both a balance and a bill in one period/,
    );
    await expect(run(configureBalance('25'), { ...bill, channel: '2' })).resolves.toBeDefined();
  });
});

test('a model bought under another name is the same model', async () => {
  const mapping = {
    rows: 'downstreamUsage' as const,
    columns: {
      requestId: 'id',
      occurredAt: 'at',
      model: 'sold',
      upstreamModel: 'bought',
      chargedAmount: 'cost',
    },
  };
  const log = table(
    'id,at,sold,bought,cost',
    ...[1, 2, 3].map((day) => `r${day},2026-10-0${day} 10:00:00,fast,openai/gpt-5-mini,1`),
  );
  const bills = [
    table(
      'request_id,timestamp,model,cost',
      ...[1, 2, 3].map((day) => `r${day},2026-10-0${day} 10:00:00,gpt-5-mini,0.5`),
    ),
    table('date,model,cost', ...[1, 2, 3].map((day) => `2026-10-0${day},gpt-5-mini,0.5`)),
  ];
  for (const bill of bills) {
    const { report } = await runFiles(
      [makeTextFile('logs', log, { mapping }), makeTextFile('upstreamCharges', bill)],
      {
        period: OCTOBER,
      },
    );
    expect(buildAnswer(report, 'en').text).toContain('Margin 1.50 USD');
    expect(report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(report.byModel.map(({ model }) => model)).toEqual(['fast']);
  }
});

describe('LiteLLM’s rows as a bill', () => {
  const spend = (id: number, more: object = {}) => ({
    request_id: `chatcmpl-${id}`,
    spend: 1.5,
    model: 'openai/gpt-4o',
    model_group: 'gpt-4o',
    startTime: `2026-10-0${id}T12:29:00.000Z`,
    created_at: '2026-11-20T08:00:00Z',
    metadata: { status: null },
    ...more,
  });
  const rows = [1, 2, 3].map((id) => spend(id));
  test.each<[string, unknown]>([
    ['a list', rows],
    ['a page', { data: rows, total: 3, page: 1 }],
    [
      'with a failed one, whose status is in its metadata',
      [...rows, spend(4, { spend: 0, startTime: '2026-10-03T12:00:00Z', metadata: { status: 'failure' } })],
    ],
  ])('are compared by totals: %s', async (_, content) => {
    const { report } = await runFiles(
      [makeTextFile('logs', sold('gpt-4o', 12)), makeTextFile('upstreamCharges', content)],
      { period: OCTOBER },
    );
    expect(report.summary).toMatchObject({ cost: { net: '4.5' }, money: { lost: '1.5' } });
    expect(report.findings.map(({ code }) => code)).not.toContain('ledger_ids_disjoint');
  });

  test('are refused as daily sums, with the request to send instead', async () => {
    const sums = [1, 2, 3].map((day) => ({
      startTime: `2026-10-0${day}`,
      spend: 1.5,
      users: { a: 1.5 },
      models: { m: 1.5 },
    }));
    const refusal = await reportOf(sold('gpt-4o', 12), JSON.stringify(sums)).catch((error) => error);
    expect(`${refusal.message} ${refusal.details}`).toContain('summarize=false');
  });
});

test('the Claude Console’s token export alone is refused, with the page to export', async () => {
  const usage = readFileSync('test/support/fixtures/bills/claude-console-usage.csv', 'utf8');
  const refusal = await reportOf(sold('claude-sonnet-4-5', 12), usage).catch((error) => error);
  expect(`${refusal.message} ${refusal.details}`).toContain('Cost page');
});

test('a cost table of Google has lines above its header', async () => {
  const head =
    'Service description,Service ID,SKU description,Cost type,Usage start date,Usage end date,Unrounded Cost ($),Cost ($)';
  const bill = table(
    'Invoice number,123',
    'Currency,USD',
    '',
    head,
    'Gemini API,AEFD-7695-64FA,Generate content output token count gemini 2.5 pro short input,Usage,2026-10-01,2026-10-03,3.5,3.50',
  );
  const pacific = { start: '2026-10-01T00:00:00-07:00', end: '2026-10-04T00:00:00-07:00' };
  const { report } = await reportOf(sold('gemini-2.5-pro', 12), bill, {}, pacific);
  expect(report.summary.money.lost).toBe('0.5');
});
