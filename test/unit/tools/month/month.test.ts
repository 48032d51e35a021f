import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { unwrapPages } from '#shared/normalizer/intake/pages.ts';
import { Stripper } from '#shared/normalizer/intake/strip.ts';
import { runMonth } from '#tools/month/run-month.ts';
import { readMonthSettings } from '#tools/month/settings/settings.ts';
import { reconcileWithFacts } from '../../../support/engine/reconcile-with-facts.ts';
import { normalizeForMonth } from '../../../support/normalizer/normalize-for-month.ts';
import { runMonthCommand } from '../../../support/pipeline/run-month-command.ts';
import { TestFolder } from '../../../support/test-folder.ts';

const folder = new TestFolder();
const { put } = folder;
const out = () => folder.at('report');

const EXAMPLE = ['--settings', 'examples/month.json'];
const example = (name: string) => JSON.parse(readFileSync(`examples/new-api-${name}.json`, 'utf8'));
const row = (n: number, more = {}) => ({
  id: n,
  type: 2,
  created_at: 1_790_000_000 + n,
  request_id: `r${n}`,
  model_name: 'gpt-4o',
  quota: 500,
  user_id: 1,
  ...more,
});
const LINE = ['--connector', 'new-api', '--quota-per-unit', '500000'];

test('--language zh prints everything in Chinese except ids, codes and figures', async () => {
  const { code, stdout } = await runMonthCommand(...EXAMPLE, '--out', out(), '--language', 'zh');
  expect(code).toBe(1);
  expect(stdout).toMatch(/钱亏在哪里.*问题：\d+ 项/s);
  expect(stdout).not.toMatch(/Totals|What to do|\d findings?/);
  const text = readFileSync(join(out(), 'report.json'), 'utf8');
  const sentences: string[] = text.match(/"(?:message|title|remedy)": "[^"]*"/g) ?? [];
  expect(sentences.filter((sentence) => !/\p{Script=Han}/u.test(sentence))).toEqual([]);
  const findings = readFileSync(join(out(), 'findings.csv'), 'utf8');
  expect(findings).toMatch(/^\uFEFF问题编号,归属,严重程度,代码,问题,处理办法,金额,计入金额,/);
  expect(findings).toMatch(/\p{Script=Han}/u);
  const page = readFileSync(join(out(), 'report.html'), 'utf8');
  expect(page).toContain('"language":"zh"');
  expect(page).toMatch(/"since":\[(?:null,|"\d{4}-\d\d-\d\d",?)+/);
  expect(page).toMatch(/"since":\[[^\]]*"2026-11-19"/);
});

test('errors in a settings file are reported in the language that the file sets', async () => {
  const broken = put('month.json', JSON.stringify({ language: 'zh', currency: 5 }));
  const result = await runMonthCommand('--settings', broken);
  expect(result.code).toBe(2);
  expect(result.stderr).toMatch(/currency.*必须是/);
  const noLog = put('month.json', JSON.stringify({ language: 'zh' }));
  expect((await runMonthCommand('--settings', noLog)).stderr).toMatch(/^缺少 --logs/);
});

test('--known changes sums, answer and exit code, in every file and in both languages', async () => {
  const before = JSON.parse((await runMonthCommand(...EXAMPLE, '--json')).stdout);
  const rules = before.causes.map(({ code }: { code: string }) => ({ code, note: 'as agreed' }));
  const known = put('known.json', JSON.stringify({ known: rules }));
  const { code, stdout } = await runMonthCommand(
    ...EXAMPLE,
    '--out',
    out(),
    '--known',
    known,
    '--language',
    'zh',
  );
  // Its books lack something, which nobody can know away.
  expect(code).toBe(3);
  expect(stdout).toMatch(/\n\n退出码 3：数据不完整。[^\n]+$/);
  expect(stdout).toMatch(/已知（\d+）\n.*as agreed/);
  const { summary } = JSON.parse(readFileSync(join(out(), 'report.json'), 'utf8'));
  expect(summary.money).toEqual({ lost: '0', owed: '0', doubtful: '0' });
  expect(summary.known).toHaveLength(rules.length);
  expect(summary.findings.total).toBe(before.findings.total);
  expect(readFileSync(join(out(), 'report.html'), 'utf8')).toMatch(/<h2 id="known">已知/);
});

describe('the example', () => {
  test('gives the report of the API, byte for byte except for times, and all files', async () => {
    const { code, stdout } = await runMonthCommand(...EXAMPLE, '--out', out());
    expect(code).toBe(1);
    expect(stdout).toContain('Fields removed from the rows and not stored: ');
    const strip = (name: string, field: 'logs' | 'upstreamCharges' | 'payments') => {
      const stripper = new Stripper(field);
      return unwrapPages(example(name), field).rows.map((native) => stripper.strip(native));
    };
    // As the API, and with what log rows say beside their records.
    const body = {
      connector: 'new-api',
      quotaPerUnit: 500_000,
      logs: strip('export', 'logs'),
      upstreamCharges: strip('upstream', 'upstreamCharges'),
      payments: strip('topups', 'payments'),
    };
    const { data, paid, beside } = normalizeForMonth(body);
    const written = readFileSync(join(out(), 'report.json'), 'utf8');
    const { generatedAt } = JSON.parse(written);
    expect(written).toBe(`${JSON.stringify(reconcileWithFacts(data, generatedAt, beside, paid), null, 2)}\n`);
    expect(readdirSync(out()).sort()).toEqual([
      '.report-files.json',
      'by-channel.csv',
      'by-day.csv',
      'by-model.csv',
      'by-user.csv',
      'causes.csv',
      'findings.csv',
      'report.html',
      'report.json',
      'requests.csv',
    ]);
  });

  test('lists the rows of evidence, one a line, with time, amounts, file and row', async () => {
    await runMonthCommand(...EXAMPLE, '--out', out());
    const { findings } = JSON.parse(readFileSync(join(out(), 'report.json'), 'utf8'));
    const [head = '', ...lines] = readFileSync(join(out(), 'requests.csv'), 'utf8').trim().split('\r\n');
    expect(head).toContain('findingId,ledger,id,time,amount,expected,inputTokens,outputTokens,file,row');
    const ids = new Set(findings.map(({ id }: { id: string }) => id));
    expect(lines.filter((line) => !ids.has(line.split(',')[0]))).toEqual([]);
    const sold = lines.map((line) => line.split(',')).filter(([, ledger]) => ledger === 'downstreamUsage');
    expect(sold.length).toBeGreaterThan(5);
    const rows = example('export').flatMap(({ data }: { data: { items: object[] } }) => data.items);
    for (const [, , id = '', , , , , , file = '', row] of sold) {
      expect(file).toContain('new-api-export');
      // Refunds of tasks have no id of their own: they are named after their task.
      const { request_id: own, other } = rows[Number(row) - 1];
      expect(own === id || JSON.stringify(other).includes(id.split(':')[1] ?? id)).toBe(true);
    }
  });

  test('--json prints only the summary, and --quiet, for cron, only the first lines', async () => {
    expect(JSON.parse((await runMonthCommand(...EXAMPLE, '--json')).stdout)).toHaveProperty(
      'findings.critical',
    );
    const command = ['tools/month.ts', ...EXAMPLE, '--quiet'];
    expect(spawnSync(process.execPath, command, { encoding: 'utf8' })).toMatchObject({
      stdout: expect.stringMatching(/^You lost at least 10\.10 USD .*\n.*\n.*\n$/),
      stderr: '',
      status: 1,
    });
  });
});

test('acknowledged findings are listed separately, and groups count all findings', async () => {
  const rules = ['chargeback_credit_not_reversed', 'price_overcharge', 'absorbed_cost'].map((code) => ({
    code,
  }));
  const userOnly = { code: 'unmatched_downstream', userId: '57' };
  const known = put('known.json', JSON.stringify({ known: [...rules, userOnly] }));
  const { stdout } = await runMonthCommand(...EXAMPLE, '--known', known);
  const findings = stdout.slice(stdout.indexOf('Findings: '), stdout.indexOf('Totals in'));
  const groups = findings.split(/\n\n {2}/).slice(1);
  const counts = groups.map((text) => Number(/\((\d+)\)/.exec(text)?.[1]));
  expect(groups.map((text) => text.match(/^ {4}\w/gm)?.length)).toEqual(counts);
  expect(`Findings: ${counts.reduce((sum, count) => sum + count)}`).toBe(findings.split('\n')[0]);
  // The mismatch only shows once more the cost that is known.
  expect(groups.at(-1)).toMatch(/^known \(\d\)/);
  const codes = groups
    .at(-1)
    ?.match(/^ {4}\w+/gm)
    ?.map((line) => line.trim());
  expect(codes?.toSorted()).toEqual(
    [...rules, userOnly, { code: 'token_mismatch' }].map(({ code }) => code).toSorted(),
  );
});

test.each([
  ['de', 2],
  ['zh', 0],
])('the demo in the language %s exits with %i: only its planted faults count', (language, code) => {
  const command = ['tools/demo.ts', '--language', language];
  expect(spawnSync(process.execPath, command, { encoding: 'utf8' }).status).toBe(code);
});

test('control characters of a file do not reach the terminal', async () => {
  const logs = put('lo\u202egs.csv', 'id,mo\u001b[2Jdel\u200b\n1,gpt\u009b2J\n');
  const { stdout } = await runMonthCommand(...LINE, '--logs', logs, '--show-columns');
  expect(stdout).toContain('lo\\u{202e}gs.csv');
  expect(stdout).toMatch(/^ {2}mo\\u\{1b\}\[2Jdel\\u\{200b\} {2}gpt\\u\{9b\}2J$/m);
  const mapping = put('map.json', '{"rows":"payments\u001b[2J"}');
  const { stderr, code } = await runMonthCommand(
    ...LINE,
    '--logs',
    logs,
    '--mapping',
    `${logs}=${mapping}\u202e`,
  );
  expect(code).toBe(2);
  for (const text of [stdout, stderr]) expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('--show-columns shows in the language of the reader what a mapping makes of rows, without personal data', async () => {
  const table =
    'id,at,kind,cost,username\nr-1,2026-10-01,chat,1,ann\nr-2,2026-10-01,tea,2,bob\nr-3,2026-10-01,top-up,3,cy\n';
  const logs = put('logs.csv', table);
  const kinds = { column: 'kind', charge: ['chat'], none: ['top-up'] };
  const columns = { requestId: 'id', occurredAt: 'at', model: 'kind', chargedAmount: 'cost' };
  const mapping = put('map.json', JSON.stringify({ rows: 'downstreamUsage', columns, kinds }));
  const showColumns = async (...more: string[]) => {
    const args = ['--logs', logs, '--mapping', `${logs}=${mapping}`, '--show-columns', ...more];
    return (await runMonthCommand(...args)).stdout.replace(logs, 'logs.csv').split('\n');
  };
  expect(await showColumns()).toEqual([
    'logs.csv: gateway log, table, utf-8',
    '  column    row 2 | row 3 | row 4',
    '  id        r-1 | r-2 | r-3',
    '  at        2026-10-01 | 2026-10-01 | 2026-10-01',
    '  kind      chat | tea | top-up',
    '  cost      1 | 2 | 3',
    '  username  - | - | -',
    '  field          row 2',
    '  requestId      r-1',
    '  occurredAt     2026-10-01T00:00:00.000Z',
    '  model          chat',
    '  status         success',
    '  chargedAmount  1',
    '  row 3 cannot be read: column “kind” has the type “tea”, which `kinds` of the mapping does not list. Add it to one of its lists: to "none" if it is not a charge',
    '  row 4 is left out',
  ]);
  const chinese = await showColumns('--language', 'zh');
  expect(chinese[0]).toBe('logs.csv：网关日志、表格、utf-8');
  expect(chinese).toContain(
    '  第 3 行无法读取：列“kind”的类型“tea”未在列映射的 kinds 中列出。请补上；如果与扣费无关，请写入 "none"',
  );
  expect(chinese.join('')).not.toMatch(/\b(?:ann|bob|row|field|column|table)\b/);
});

test('--show-columns describes a bill without a log', async () => {
  const bill = put('bill.csv', 'utc_date,model,wallet_type,cost,currency\n2026-10-01,m,paid,1,CNY\n');
  expect((await runMonthCommand('--upstream', bill, '--show-columns')).stdout.split('\n')[1]).toBe(
    '  The file is recognized as DeepSeek costs and needs no mapping.',
  );
});

test('--show-columns prints a line for each column, and the beginning of a long cell', async () => {
  const logs = put(
    'logs.jsonl',
    JSON.stringify({ id: 1, other: { text: 'x\n'.repeat(100_000) }, list: Array(9) }),
  );
  const lines = (await runMonthCommand(...LINE, '--logs', logs, '--show-columns')).stdout.split('\n');
  expect(lines.map((line) => line.trim().split(' ')[0])).toEqual([
    `${logs}:`,
    'The',
    'column',
    'id',
    'other',
    'list',
  ]);
  expect(lines[4]).toMatch(/^ {2}other {3}.{199}…$/);
});

describe('a report that cannot be written', () => {
  test.skipIf(process.platform === 'win32')(
    'leaves the earlier report in place if the disk is full',
    async () => {
      const args = [...LINE, '--logs', put('logs.json', JSON.stringify([row(1)])), '--out', out()];
      expect((await runMonthCommand(...args)).code).toBe(0);
      const before = readFileSync(join(out(), 'report.html'), 'utf8');
      const command = [process.execPath, 'tools/month.ts', ...args];
      // No file may have more than so many blocks of 512 bytes: the page has more.
      const limited = ['-c', 'ulimit -f 100; exec "$@"', 'sh', ...command];
      const full = spawnSync('sh', limited, { encoding: 'utf8' });
      expect(full.stderr).toMatch(/report\.html.*: the file is too large for the disk \(EFBIG\)\.\n/);
      expect(full.status).toBe(2);
      expect(readFileSync(join(out(), 'report.html'), 'utf8')).toBe(before);
      expect(readdirSync(folder.path).sort()).toEqual(['logs.json', 'report']);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'the exit code does not depend on the reader of the output',
    () => {
      const command = [process.execPath, 'tools/run.mjs', 'tools/month.ts', ...EXAMPLE, '--out', out()];
      const piped = spawnSync('sh', ['-c', '{ "$@"; echo "ended with $?" >&2; } | true', 'sh', ...command], {
        encoding: 'utf8',
      });
      expect(piped.stderr).toMatch(/^ended with 1\n$/);
    },
  );
});

test('unreadable rows are listed with file, row and reason, and the run continues', async () => {
  const rows = [...Array.from({ length: 150 }, (_, n) => row(n + 1)), row(200, { created_at: 'yesterday' })];
  const logs = put('logs.jsonl', rows.map((native) => JSON.stringify(native)).join('\n'));
  const { code, stdout } = await runMonthCommand(...LINE, '--logs', logs, '--out', out());
  // The row has a quota: money that was not understood.
  expect(code).toBe(3);
  expect(stdout).toMatch(
    /\nExit code 3: the data is incomplete\. 1 row of the log with .* could not be read\.$/,
  );
  expect((await runMonthCommand(...LINE, '--logs', logs, '--quiet')).stdout).not.toContain('Exit code');
  expect(stdout).toContain('Rows that cannot be read: 1. See rejected.csv for the reasons.');
  const [head, line] = readFileSync(join(out(), 'rejected.csv'), 'utf8').split('\r\n');
  expect(head).toBe('\uFEFFfile,row,reason');
  expect(line).toMatch(/logs\.jsonl,151,"created_at: must be Unix seconds/);
  expect(line).not.toContain('yesterday');
});

test('a bill that names requests by upstream id is matched through the log', async () => {
  const rows = Array.from({ length: 6 }, (_, n) => row(n + 1, { upstream_request_id: `up${n}` }));
  const logs = put('logs.json', JSON.stringify(rows));
  const lines = rows.map((_, n) => `2026-09-21 13:00:00,gpt-4o,0.05,up${n}`);
  const bill = put('bill.csv', `When,Model,Cents,Trace\n${lines.join('\n')}\n`);
  const columns = { occurredAt: 'When', model: 'Model', costAmount: 'Cents', upstreamRequestId: 'Trace' };
  const mapping = put('map.json', JSON.stringify({ rows: 'upstreamCharges', columns, divisor: 100 }));
  const { stdout } = await runMonthCommand(
    ...[...LINE, '--logs', logs, '--upstream', bill],
    ...['--mapping', `bill.csv=${mapping}`, '--json'],
  );
  expect(JSON.parse(stdout)).toMatchObject({
    requests: { total: 6, matched: 6 },
    cost: { net: '0.003' },
    findings: { critical: 0, warning: 0 },
  });
});

test('the answer names the customer, however many findings the cause has', async () => {
  const rows = Array.from({ length: 150 }, (_, n) => row(n + 1));
  const cost = { model: 'gpt-4o', cost: 0.01 };
  const bill = rows.map(({ created_at, request_id }) => ({ created_at, request_id, ...cost }));
  const { stdout } = await runMonthCommand(
    ...[...LINE, '--logs', put('logs.json', JSON.stringify(rows))],
    ...['--upstream', put('bill.json', JSON.stringify(bill))],
  );
  expect(stdout).toMatch(/^You lost at least 1\.35 USD\.\n/);
  expect(stdout).toMatch(
    /\n {2}lost {2}1\.35 USD {2}gpt-4o, customer 1: 150 requests cost more .* on 21 September/,
  );
});

test('files of any type in folders and patterns are recognized by content', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => row(n + 1));
  const texts = [
    JSON.stringify(rows.slice(0, 10)),
    JSON.stringify({ success: true, data: { items: rows.slice(10, 20), total: 40 } }),
    rows
      .slice(20, 30)
      .map((native) => JSON.stringify(native))
      .join('\n'),
  ];
  for (const [n, text] of texts.entries()) put(`logs-${n}.txt`, n === 1 ? gzipSync(text) : text);
  const columns = Object.keys(rows[0] ?? {});
  const table = rows
    .slice(30)
    .map((native) => columns.map((name) => native[name as keyof typeof native]).join(';'));
  put('logs-3.txt', `\uFEFF${columns.join(';')}\n${table.join('\n')}\n`);
  const { stdout } = await runMonthCommand(...LINE, '--logs', folder.at('logs-*.txt'), '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    records: { downstreamUsage: { received: 40 } },
    revenue: { net: '0.04' },
  });
});

test('a mapping replaces --connector; other logs need it', async () => {
  const names = { request_id: 'c1', model_group: 'm', model: 'm' };
  const spend = { ...names, spend: 0.5, startTime: '2026-10-01T08:00:00' };
  const logs = put('spend.json', JSON.stringify([spend]));
  expect(JSON.parse((await runMonthCommand('--logs', logs, '--json')).stdout)).toMatchObject({
    revenue: { net: '0.5' },
  });
  const own = put('own.json', JSON.stringify([row(1)]));
  expect((await runMonthCommand('--logs', own)).stderr).toMatch(/--connector is missing/);
});

test('the example of a direct buyer, billed in CNY, shows what changed, what loses money and what a refund left', async () => {
  const settings = await readMonthSettings(['--settings', 'examples/direct/month.json']);
  if (settings === undefined) throw new Error('help was not asked for');
  const { report } = await runMonth(settings, '2026-11-23T12:00:00Z', () => () => {});
  const { findings, completeness } = report;
  expect(
    findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual([
    'bill_exceeds_estimate',
    'estimated_loss_model',
    'negative_margin_model',
    'refund_credit_not_reversed',
  ]);
  expect(findings.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('charges 1.2 times your purchase price since 6 October: '),
  );
  expect(completeness.currency).toBe(true);
});
