import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { wordProblemForPage } from '#functions/console/page/page-wording.ts';
import { buildExampleFiles } from '#functions/console/page/worker/example.ts';
import { inspectFile } from '#functions/console/page/worker/inspect-file.ts';
import type { Role, RunFile, RunInput } from '#functions/console/page/worker/protocol.ts';
import { ReadColumns, readWholeFile } from '#functions/console/page/worker/read-whole-file.ts';
import {
  buildRunSettings,
  buildSource,
  reconcileFiles,
} from '#functions/console/page/worker/reconcile-files.ts';
import { example } from '#functions/example/example.ts';
import type { SettingsFile } from '#shared/pipeline/settings/settings-file.ts';
import { Rejection } from '#shared/rejections.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { monthCommand } from '#tools/month/command.ts';
import { type MonthSettings, readMonthSettings } from '#tools/month/settings/settings.ts';
import { describePrices } from '#tools/month/show-prices.ts';
import { capturedBooks } from '../../support/fixtures/captured-books.ts';
import { TestFolder } from '../../support/test-folder.ts';

const AT = '2026-11-22T00:00:00.000Z';
const folder = new TestFolder();

const fileOf = (name: string, content: unknown): File =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], name);

/** Recognizes files and reads them completely, as the page does before a run. */
async function readFiles(
  files: readonly (readonly [file: File, role?: Role])[],
  settings: SettingsFile,
  isPartial = false,
) {
  const sources = await Promise.all(
    files.map(async ([file, chosen], id): Promise<RunFile> => {
      const { recognition } = await inspectFile(file, isPartial);
      const { role, connector } = recognition;
      return { id, file, role: chosen ?? role, connector, rules: undefined };
    }),
  );
  const input: RunInput = { sources, settings, isPartial };
  const columns = new ReadColumns();
  for (const runFile of sources) {
    const source = buildSource(runFile, 0);
    const reading = source && { source, settings: await buildRunSettings(input) };
    const content = await readWholeFile(runFile.file, isPartial, reading, () => {});
    if (reading && content.columns) columns.set(runFile.id, reading, content.columns);
  }
  return { input, columns };
}

/** Runs files as the page does, each in its recognized or given role. */
async function runOnPage(...files: Parameters<typeof readFiles>) {
  const { input, columns } = await readFiles(...files);
  return reconcileFiles(input, AT, () => {}, columns);
}

/** Runs files with the month command and returns its report. */
async function runCommand(options: Readonly<Record<string, File | undefined>>, settings: SettingsFile) {
  const paths: Record<string, string> = {};
  for (const [option, file] of Object.entries(options)) {
    if (file === undefined) continue;
    paths[option] = `in/${file.name}`;
    folder.put(paths[option], await file.text());
  }
  const month = folder.put('month.json', JSON.stringify({ ...settings, ...paths }));
  await monthCommand(['--settings', month, '--out', folder.at('out'), '--quiet']);
  return JSON.parse(readFileSync(folder.at('out', 'report.json'), 'utf8'));
}

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'an answer',
    (error) => {
      if (!(error instanceof Rejection)) throw error;
      const { message, details } = wordProblemForPage(error.sentences);
      return [message, ...details].map(({ en, zh }) => `${en} ${zh}`).join('\n');
    },
  );

describe('page and command give the same report, byte for byte', () => {
  test.each(capturedBooks)(
    'for the books of $name',
    async ({ connector, logs, upstreamCharges, quotaPerUnit }) => {
      const settings = { connector, quotaPerUnit } as SettingsFile;
      const log = fileOf('logs.json', logs);
      const bill = upstreamCharges.length === 0 ? undefined : fileOf('bill.json', upstreamCharges);
      const page = await runOnPage([[log, 'logs'], ...(bill ? [[bill, 'bill'] as const] : [])], settings);
      const month = await runCommand({ logs: log, upstream: bill }, settings);
      expect(page.report).toEqual({ ...month, generatedAt: AT });
    },
  );

  test('for payments from two sources, with rates and prices', async () => {
    const [log, upstream, payments] = buildExampleFiles() as [File, File, File];
    const settings: SettingsFile = {
      connector: 'new-api',
      ...UNIT,
      rates: { CNY: '0.14' },
      prices: { models: [{ model: 'gpt-4o', input: '2.5', output: '10' }] },
    };
    const page = await runOnPage([[log], [payments]], settings);
    expect(page.report.summary).toHaveProperty('estimate');
    expect(page.report).toEqual({
      ...(await runCommand({ logs: log, payments }, settings)),
      generatedAt: AT,
    });
    const bought = await runOnPage([[log], [upstream, 'upstreamLogs']], settings);
    const month = await runCommand({ logs: log, upstream }, settings);
    expect(bought.report).toEqual({ ...month, generatedAt: AT });
  });

  test('for prices of the published list, which the page gets from a price file of the command', async () => {
    const [log] = buildExampleFiles() as [File, File, File];
    const channels = fileOf('channels.json', [
      ...[3, 7].map((id) => ({ id, name: 'openai', type: 1, models: 'm' })),
      { id: 12, name: 'anthropic', type: 14, models: 'm' },
    ]);
    const files: Parameters<typeof readFiles>[0] = [[log], [channels]];
    const settings: SettingsFile = { connector: 'new-api', ...UNIT };
    const models = [{ model: 'gpt-5-mini', input: '0.25', output: '2' }];
    const listed: SettingsFile = { ...settings, prices: { list: 'genai-prices', models } };
    const options = { logs: log, channels };

    const page = await runOnPage(files, listed);
    const unlisted = await runCommand(options, { ...settings, prices: { models } });
    expect(page.report).toEqual({ ...unlisted, generatedAt: AT });
    expect(page.unpriced?.map(({ model }) => model)).toContain('gpt-4o');
    expect(page.priceHint?.en).toMatch(
      /published price list\. Enter the prices, or save .*--show-prices --json/,
    );
    expect(page.priceHint?.zh).toContain('--show-prices --json');

    const month = await runCommand(options, listed);
    const configured = await readMonthSettings([
      '--settings',
      folder.at('month.json'),
      '--show-prices',
      '--json',
    ]);
    const [text = ''] = await describePrices(configured as MonthSettings);
    const filled = await runOnPage(files, { ...settings, prices: JSON.parse(text) });
    expect(filled.report).toEqual({ ...month, generatedAt: AT });
    expect(filled.report.summary).not.toEqual(page.report.summary);
    expect(filled.priceHint).toBeUndefined();
  });

  test('for complete ledgers in the format of reconcile', async () => {
    const { report } = await runOnPage([[fileOf('ledgers.json', example)]], {
      ...(example.currency !== undefined && { currency: example.currency }),
      ...(example.period && { period: example.period }),
    });
    expect(report).toEqual(reconcile(example, AT));
  });
});

test('the log of any gateway can be read with a mapping', async () => {
  const log = fileOf(
    'usage.csv',
    'Req,At,Who,Model,Cost\nr1,2026-10-01T08:00:00Z,7,m,0.5\nr2,2026-10-01T09:00:00Z,7,m,1.25\n',
  );
  const columns = {
    requestId: 'Req',
    occurredAt: 'At',
    userId: 'Who',
    model: 'Model',
    chargedAmount: 'Cost',
  };
  const rules = { rows: 'downstreamUsage', columns } as const;
  const sources: RunFile[] = [{ id: 1, file: log, role: 'mapped', connector: undefined, rules }];
  const { report } = await reconcileFiles({ sources, settings: {}, isPartial: false }, AT, () => {});
  expect(report.summary.revenue.net).toBe('1.75');
});

test('a discount granted by the operator is not a loss', async () => {
  const native = new URL('../../support/fixtures/native/one-hub.logs.json', import.meta.url);
  const log = new File([readFileSync(native)], 'log.json');
  const order = { id: 1, user_id: 8, gateway_id: 1, trade_no: 'T1', gateway_no: 'G1', status: 'success' };
  const paid = { amount: 50, order_amount: 47.25, order_currency: 'USD', fee: 2.25, discount: 5.25 };
  const orders = [{ ...order, ...paid, quota: 25_000_000, created_at: 1_771_497_900 }];
  const { report } = await runOnPage([[log], [fileOf('orders.json', { data: orders })]], {
    quotaPerUnit: 500_000,
  });
  const { causes, payments, money } = report.summary;
  expect(payments).toMatchObject({ gross: '47.25' });
  expect(causes.filter(({ code }) => /payment|credit|discount/.test(code))).toEqual([
    expect.objectContaining({ code: 'discount_granted', severity: 'info', side: null }),
  ]);
  expect(money.lost).toBe('0');
});

const row = (id: number, more: object = {}) => ({
  id,
  created_at: 1_790_000_000 + 60 * id,
  type: 2,
  user_id: 1 + (id % 3),
  model_name: 'm',
  quota: 500,
  request_id: `r${id}`,
  upstream_request_id: '',
  channel: 1,
  token_id: 5,
  ...more,
});
const rows = (count: number, more: (id: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, i) => row(i + 1, more(i + 1)));
const UNIT = { quotaPerUnit: 500_000 };
const pricing = (more: object) =>
  JSON.stringify({ model_ratio: 1, group_ratio: 1, completion_ratio: 1, model_price: -1, ...more });
const PRICED = { prompt_tokens: 1, completion_tokens: 1, other: pricing({}) };
/** Rows of a fixed price, which show what a unit is. */
const fixed = (quota: number) =>
  rows(30, () => ({ ...PRICED, quota, other: pricing({ model_price: 0.01, model_ratio: 0 }) }));

const log = (content: unknown, name = 'log.json'): [File] => [fileOf(name, content)];
const LOG = log(rows(5));

describe('the page refuses the same files as the command, with the same sentences', () => {
  test.each<[what: string, files: [File, Role?][], settings: SettingsFile, refusal: RegExp]>([
    [
      'the log of the gateway upstream among those that sell',
      [
        log(rows(20, (id) => ({ upstream_request_id: `u${id}`, ...PRICED }))),
        log(
          rows(20, (id) => ({ request_id: `u${id}`, ...PRICED })),
          'bought.json',
        ),
      ],
      UNIT,
      /“Gateway log”.*is the log of the upstream gateway.*“Log of the upstream gateway”.*bought\.json/s,
    ],
    [
      'a bill as payments',
      [LOG, [fileOf('bill.json', [{ costAmount: '1', model: 'm' }]), 'payments']],
      UNIT,
      /bill\.json: is a provider’s bill\. Supply it with “Provider’s bill”.* instead of “Payments”/,
    ],
    [
      'a bill of which no row can be read',
      [LOG, [fileOf('bill.csv', 'Trace,Cents\n1,2\n3,4\n'), 'bill']],
      UNIT,
      /bill\.csv: none of its rows can be read.*Trace, Cents.*“Other table”/s,
    ],
    [
      'a period that no row is of',
      [LOG],
      { ...UNIT, period: '2020-01' },
      /None of the 5 requests.*“From” and “Until”/s,
    ],
    [
      'another unit than rows with a fixed price were charged with',
      [log(fixed(5000))],
      { quotaPerUnit: 1000 },
      /Rows with a fixed price were charged at 500000 quota per unit.*“Quota per unit”/s,
    ],
    ['a setting that is none', [LOG], { quotaPerUnit: 0 }, /quotaPerUnit/],
    ['a file that breaks off', [log(JSON.stringify(rows(5)).slice(0, -30))], UNIT, /is cut off/],
  ])('%s', async (_what, files, settings, refusal) => {
    const as = { connector: 'new-api', rules: undefined };
    const sources = files.map(([file, role = 'logs'], id) => ({ id, file, role, ...as }));
    const message = await refusalOf(reconcileFiles({ sources, settings, isPartial: false }, AT, () => {}));
    expect(message).toMatch(refusal);
    expect(message).not.toMatch(/--[a-z]/);
  });

  test('a truncated file is read up to its end if allowed, and the answer mentions it first', async () => {
    const broken = fileOf('log.json', JSON.stringify(rows(5)).slice(0, -30));
    const { report, meta } = await runOnPage([[broken]], UNIT, true);
    expect(report.completeness.rows).toBe(false);
    expect(report.summary.requests.total).toBe(4);
    expect(meta?.notes[0]).toContain('is cut off after row 4');
  });
});

test('every row of evidence names its file and row, for logs, bills and payments', async () => {
  const [log, bill, payments] = buildExampleFiles() as [File, File, File];
  const { evidence = {} } = await runOnPage([[log], [bill, 'upstreamLogs'], [payments]], {
    ...UNIT,
  });
  const rows = Object.values(evidence).flat();
  expect(new Set(rows.map(({ ledger }) => ledger))).toEqual(
    new Set(['downstreamUsage', 'upstreamCharges', 'payments']),
  );
  const files = { downstreamUsage: log, upstreamCharges: bill, payments };
  const lines = { downstreamUsage: await log.text(), payments: await payments.text(), upstreamCharges: '' };
  for (const { ledger, id, file, row } of rows) {
    expect(file).toBe(files[ledger].name);
    if (ledger !== 'upstreamCharges') expect(lines[ledger].split('\n')[Number(row) - 1]).toContain(id);
  }
});

test('channels have the names in the channel list, if there is one', async () => {
  const channels = fileOf('channels.json', [
    { id: 1, name: 'main', type: 1, status: 1, models: 'm' },
    { id: 2, name: 'unused', type: 1, status: 1, models: 'm' },
  ]);
  expect(
    (await runOnPage([[fileOf('log.json', rows(3))], [channels, 'channels']], UNIT)).channelNames,
  ).toEqual({
    1: 'main',
  });
});

test('books of one day are shown by the hour, and their findings have that day', async () => {
  const at = (hour: number, minute: number) => Date.UTC(2026, 9, 10, hour, minute) / 1000;
  const log = fileOf('log.json', [
    row(1, { ...PRICED, created_at: at(10, 59), prompt_tokens: 250, completion_tokens: 250 }),
    row(2, { ...PRICED, created_at: at(12, 0), prompt_tokens: 500, completion_tokens: 500 }),
  ]);
  const { hours, days, report } = await runOnPage([[log]], UNIT);
  expect(hours?.map(({ hour, requests, revenue, margin }) => [hour, requests, revenue, margin])).toEqual([
    ['2026-10-10T10', 1, '0.001', null],
    ['2026-10-10T11', 0, '0', null],
    ['2026-10-10T12', 1, '0.001', null],
  ]);
  const under = report.findings.find(({ code }) => code === 'price_undercharge');
  expect(days?.[under?.id ?? '']).toBe('2026-10-10T12');
  const next = fileOf('next.json', [row(3, { created_at: at(24, 1) })]);
  expect((await runOnPage([[log], [next]], UNIT)).hours).toEqual([]);
});

test('the quota per unit is derived from requests with a fixed price', async () => {
  const { recognition } = await inspectFile(fileOf('log.json', fixed(2500)), false);
  expect(recognition).toMatchObject({ role: 'logs', needsUnit: true, unit: 250_000 });
});

describe('files are read once', () => {
  /** A file that counts how often it is opened to be read. */
  class CountingFile extends File {
    opened = 0;
    override stream() {
      this.opened++;
      return super.stream();
    }
  }
  const example = () =>
    buildExampleFiles().map((file) => new CountingFile([file], file.name)) as [
      CountingFile,
      CountingFile,
      CountingFile,
    ];
  const readExample = async (settings: SettingsFile) => {
    const files = example();
    const [log, bill, payments] = files;
    const read = await readFiles([[log], [bill, 'upstreamLogs'], [payments]], settings);
    for (const file of files) file.opened = 0;
    return { ...read, files };
  };
  const openedBy = (files: readonly CountingFile[]) => files.map(({ opened }) => opened);

  test('a run uses the rows that were read before and gives the same report', async () => {
    const { input, columns, files } = await readExample(UNIT);
    const answered = await reconcileFiles(input, AT, () => {}, columns);
    expect(openedBy(files)).toEqual([0, 0, 0]);
    expect(answered).toEqual(await reconcileFiles(input, AT, () => {}));
    // Its columns are used up, so a second run reads anew, and answers the same.
    expect(await reconcileFiles(input, AT, () => {}, columns)).toEqual(answered);
  });

  test.each<[setting: string, change: SettingsFile]>([
    ['another unit', { quotaPerUnit: 250_000 }],
    ['prices', { ...UNIT, prices: { models: [{ model: 'gpt-4o', input: '2.5', output: '10' }] } }],
    ['another currency', { ...UNIT, currency: 'CNY' }],
  ])('a run with %s reads anew', async (_setting, settings) => {
    const { input, columns, files } = await readExample(UNIT);
    const changed = { ...input, settings };
    const answered = await reconcileFiles(changed, AT, () => {}, columns);
    expect(openedBy(files)).toEqual([1, 1, 1]);
    expect(answered).toEqual(await reconcileFiles(changed, AT, () => {}));
  });

  test('a run with new rates or another period does not read the files again', async () => {
    const { input, columns, files } = await readExample(UNIT);
    const settings: SettingsFile = { ...UNIT, period: '2026-10', timeZone: '+08:00', rates: { CNY: '0.14' } };
    const changed = { ...input, settings };
    const answered = await reconcileFiles(changed, AT, () => {}, columns);
    expect(openedBy(files)).toEqual([0, 0, 0]);
    expect(answered).toEqual(await reconcileFiles(changed, AT, () => {}));
  });
});

test('progress counts rows and bytes up to the totals', async () => {
  const files = buildExampleFiles();
  const updates: { step: string; rows: number; bytes: number; total: number }[] = [];
  const roles: Role[] = ['logs', 'upstreamLogs', 'payments'];
  const sources = files.map((file, id) => {
    const role = roles[id] ?? 'ignored';
    return { id, file, connector: 'new-api', rules: undefined, role };
  });
  await reconcileFiles({ sources, settings: UNIT, isPartial: false }, AT, (progress) =>
    updates.push(progress),
  );
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const steps = new Set(updates.map(({ step }) => step));
  expect([...steps]).toEqual(['read', 'link', 'reconcile', 'write']);
  expect(updates.at(-1)).toMatchObject({ bytes: total, total });
  expect(updates.at(-1)?.rows).toBeGreaterThan(2900);
});
