import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { StandIn } from '../../support/gateways/stand-in.ts';
import { buildSmallBooks, readGateway } from '../../support/gateways/test-reading.ts';
import { Page } from '../../support/golden/page.ts';
import { readShellCommands } from '../../support/golden/page-commands.ts';
import { runMonthCommand } from '../../support/pipeline/run-month-command.ts';
import { TestFolder } from '../../support/test-folder.ts';

// esbuild always starts its program in the folder where it was loaded, and the folder of these tests is removed.
import 'esbuild';

/** Fetched by npx; `npm run e2e` runs it. */
const FETCHED = new Set(['openapi-typescript@7', './<archive>']);

const TRANSLATED = ['README.md', 'docs/api.md', 'docs/month.md', 'docs/mapping.md'];
const PAGES = [
  'CONTRIBUTING.md',
  ...TRANSLATED,
  ...TRANSLATED.map((page) => page.replace('.md', '.zh-CN.md')),
];
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

describe.each(PAGES)('%s', (page) => {
  test('uses scripts that exist', () => {
    for (const [, verb = '', name = ''] of readShellCommands(page, 'npm'))
      if (verb === 'run') expect(scripts).toHaveProperty([name]);
      else expect(['ci', 'test', 'start']).toContain(verb);
    const inWords = [...new Page(page).text.matchAll(/`npm run ([\w:]+)/g)].map(([, name = '']) => name);
    for (const name of inWords) expect(scripts).toHaveProperty([name]);
  });

  test('starts programs that exist', () => {
    const inWords = [...new Page(page).text.matchAll(/npx (\S+)/g)].map(([, name = '']) => name);
    for (const name of inWords)
      expect(existsSync(`node_modules/.bin/${name}`) || FETCHED.has(name), name).toBe(true);
  });
});

const { path: folder, at, put } = new TestFolder();
beforeEach(() => {
  const bills = 'test/support/fixtures/bills';
  // The commands of the pages are about October.
  const inOctober = readFileSync('examples/new-api-export.json', 'utf8').replace(
    /("created_at":\s*)(\d+)/g,
    (_, key, time) => `${key}${Number(time) - 30 * 86_400}`,
  );
  put('export/logs-1.json', inOctober);
  copyFileSync(`${bills}/openai-costs-export.csv`, at('bill.csv'));
  copyFileSync(`${bills}/stripe-payout-reconciliation.csv`, at('payouts.csv'));
});

/** What `npm run month` does with these arguments, in the folder of the page's reader. */
async function monthThere(args: readonly string[]) {
  const here = process.cwd();
  process.chdir(folder);
  try {
    return await runMonthCommand(...args);
  } finally {
    process.chdir(here);
  }
}

const argumentsOf = (page: string, script: string): string[][] =>
  readShellCommands(page, 'npm')
    .filter(([, , name]) => name === script)
    .map((command) => command.slice(4));

test('the month of the README with own files writes a report', async () => {
  const [args = []] = argumentsOf('README.md', 'month').filter((given) => given.includes('--logs'));
  const { code, stdout, stderr } = await monthThere(args);
  // The bill is of other days and models, but the log alone shows customers who paid too much.
  expect(code, stderr).toBe(1);
  expect(stdout).toContain('Totals in USD');
  expect(existsSync(at('report/report.html'))).toBe(true);
});

test.each([
  ['2026-11-03', '--from 2026-10-01 --to 2026-11-01', '2026-10'],
  ['2027-01-01', '--from 2026-12-01 --to 2027-01-01', '2026-12'],
  ['2026-09-30', '--from 2026-08-01 --to 2026-09-01', '2026-08'],
])('the monthly script, run on %s, reads the previous month', (day, window, period) => {
  for (const page of ['docs/month.md', 'docs/month.zh-CN.md']) {
    const calls = readShellCommands(page, 'npm', day).map((words) => words.join(' '));
    expect(calls.find((call) => call.includes('run read'))).toMatch(
      `${window} --user-id 1 --out export/${period}`,
    );
    expect(calls.find((call) => call.includes('month.json --upstream'))).toMatch(
      `--settings export/${period}/month.json --upstream bills/${period}.csv --out report/${period} `,
    );
  }
});

test.each(['README.md', 'docs/month.md'])('the reader of %s leads to its month', async (page) => {
  const [given = []] = argumentsOf(page, 'read');
  const gateway = new StandIn('new-api', buildSmallBooks(1));
  try {
    const address = await gateway.start();
    const out = given[given.indexOf('--out') + 1] ?? '';
    const here: Readonly<Record<string, string>> = { 'https://gateway.example': address, [out]: at(out) };
    rmSync(at('export'), { recursive: true });
    const args = given.map((word) => here[word] ?? word);
    await readGateway(args, { now: Date.parse('2026-11-22') });
  } finally {
    await gateway.stop();
  }
  const [args = []] = argumentsOf(page, 'month').filter(([, file]) => file?.startsWith('export/'));
  mkdirSync(at('bills'));
  copyFileSync(at('bill.csv'), at('bills/2026-10.csv'));
  const { code, stderr } = await monthThere(args);
  // One request and a bill of other days lead to an answer that says so (3), but to no mistake (2).
  expect([0, 1, 3], stderr).toContain(code);
});

test('the settings file of docs/month.md is valid', async () => {
  const [block] = new Page('docs/month.md').code.filter(({ language }) => language === 'json');
  const settings = JSON.parse(block?.text ?? '');
  put('month.json', JSON.stringify({ ...settings, logs: ['export/logs-*.json'] }));
  put('export/channels.jsonl', '{"id":12,"name":"openai-main"}\n');
  put('bill.csv', 'Date,Model,Cents\n2026-10-01,gpt-5-mini,100\n');
  const columns = { occurredAt: 'Date', model: 'Model', costAmount: 'Cents' };
  put('bill.mapping.json', JSON.stringify({ rows: 'upstreamCharges', columns, divisor: 100 }));
  const { code, stderr } = await monthThere(['--settings', 'month.json']);
  expect(code, stderr).toBe(1);
  const text = new Page('docs/month.md').text;
  for (const name of Object.keys(settings)) expect(text).toContain(`| \`${name}\` |`);
});

test('--show-columns of docs/mapping.md shows the columns', async () => {
  const [first = []] = argumentsOf('docs/mapping.md', 'month');
  const { code, stdout, stderr } = await monthThere(first);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain('amount_value');
});
