import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { example } from '#functions/example/example.ts';
import type { Language } from '#shared/language.ts';
import { buildComparedReport } from '#shared/report/answer/compared.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { readBody } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import type { Paint } from '#tools/print/screen.ts';
import { formatReport } from '#tools/print-report.ts';

const NOW = '2026-03-11T06:00:00.000Z';
const reportOf = (input: unknown, language?: Language) =>
  reconcile(readBody(reconciliationInputSchema, input), NOW, {}, language);
const report = reportOf(example);
const rows = {
  received: 9,
  downstreamUsage: 5,
  upstreamCharges: 2,
  payments: 1,
  skipped: { system: 1, login: 2, topup: 0 },
};
const month = {
  report,
  since: [],
  stripped: [['username', 1234]],
  rejected: 0,
  notices: [],
  files: [],
  meta: { connector: 'new-api', manifestVersion: '1', rows, notes: ['1 row is a note.'] },
} as unknown as Parameters<typeof formatReport>[0];
const plain: Paint = (_style, text) => text;
const marked: Paint = (style, text) => `<${style}>${text}</${style}>`;
const WIDE = Number.POSITIVE_INFINITY;
const print = (of = report, paint = plain, columns = WIDE) =>
  formatReport({ ...month, report: of }, { paint, language: 'en', columns });

test('the report goes from the answer to the evidence', () => {
  const lines = print();
  const order = [
    'You lost',
    'Where the money goes, and what to do',
    'Findings: ',
    'Totals in USD',
    'Margin by model, lowest first',
    'Rows read: 9',
    '  1 row is a note.',
  ];
  const places = order.map((head) => lines.findIndex((line) => line.startsWith(head)));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBe(0);
  expect(lines).toContain('  Rows that were not counted: system (1), logins (2).');
  expect(lines).toContain('  Fields removed from the rows and not stored: username (1,234).');
  for (const { message } of report.findings) expect(lines.join('\n')).toContain(message);
});

test('columns are aligned', () => {
  const lines = print();
  const heads = lines.findIndex((line) => /requests .*revenue +cost/.test(line));
  const table = lines.slice(heads, heads + 1 + report.byModel.length);
  expect(new Set(table.map((line) => line.length)).size).toBe(1);
  const revenueEnds = (table[0] as string).indexOf('revenue') + 'revenue'.length;
  const points = table
    .slice(1)
    .map((line) => line.slice(0, revenueEnds).lastIndexOf('.'))
    .filter((place) => place >= 0);
  expect(points.length).toBeGreaterThan(1);
  expect(new Set(points).size).toBe(1);
});

test('a terminal and a pipe get the same text except for colour', () => {
  const painted = print(report, marked).join('\n');
  expect(painted).toContain('<red>  lost (');
  expect(painted.replaceAll(/<\/?[a-z]+>/g, '')).toBe(print().join('\n'));
});

test('without upstream charges the margin is unknown, not 0', () => {
  expect(print(reportOf({ downstreamUsage: [] })).join('\n')).toContain('unknown: there is no bill');
  const isEmpty = reportOf({ downstreamUsage: example.downstreamUsage, upstreamCharges: [] });
  expect(print(buildComparedReport(isEmpty)).join('\n')).toContain('unknown: the bill has no rows');
});

test('long lists of findings are cut, with the number of the rest', () => {
  const [row] = example.upstreamCharges;
  const leak = (i: number) => ({ ...row, requestId: `leak-${i}`, upstreamId: `u-${i}` });
  const upstreamCharges = Array.from({ length: 30 }, (_, i) => leak(i));
  const text = print(reportOf({ downstreamUsage: [], upstreamCharges })).join('\n');
  expect(text).toMatch(/lost \(\d+\)/);
  expect(text).toMatch(/… and \d+ more/);
});

const BILLED = {
  requestId: 'billed',
  occurredAt: '2026-03-10T10:00:00Z',
  model: 'billed',
  channelId: '7',
  status: 'success',
};

/** One request of each model, delivered and never charged upstream, beside one that is billed. */
const soldOnly = (...models: string[]) => soldOn(models.map((model) => [model, '7']));
const soldOn = (requests: readonly (readonly [model: string, channelId: string])[]) =>
  reportOf({
    downstreamUsage: [
      { ...BILLED, chargedAmount: '0.2' },
      ...requests.map(([model, channelId], i) => ({
        ...BILLED,
        requestId: `r${i}`,
        model,
        channelId,
        status: i % 2 === 0 ? 'success' : 'pending',
        chargedAmount: `${i + 1}`,
      })),
    ],
    upstreamCharges: [{ ...BILLED, costAmount: '0.1' }],
  });

test('causes are ordered by money, each with its remedy, and those for information come last', () => {
  const lines = print(soldOnly('m', 'n'));
  const start = lines.indexOf('Where the money goes, and what to do');
  expect(lines.slice(start + 1, start + 10)).toEqual([
    expect.stringMatching(
      /^ {2}in doubt {2}1\.00 USD {2}m, channel 7: a delivered request is not in the bill; /,
    ),
    expect.stringMatching(/^ {4}Ask the provider for the missing lines/),
    '    unmatched_downstream: 1 finding',
    expect.stringMatching(/^ {2}for information {2}2\.00 USD {2}n, channel 7: /),
    expect.stringMatching(/^ {4}\S/),
    '    downstream_pending: 1 finding',
    '',
    'Findings: 3',
    '',
  ]);
});

test('a remedy shared by successive causes is printed with the first', () => {
  const channels = ['7', '8', '9'].map((channel) => [`m${channel}`, channel] as const);
  const remedies = print(soldOn(channels)).filter((line) => /^ {4}(?:Ask the|As above)/.test(line));
  expect(remedies.map((line) => line.trim())).toEqual([
    expect.stringMatching(/^Ask the provider for the missing lines/),
    'As above.',
  ]);
});

test('the sum over requests is not repeated beside the cause that counts their money', () => {
  const text = print().join('\n');
  const [causes = ''] = text.slice(text.indexOf('Where the money goes')).split('\n\n');
  expect(report.summary.causes.some(({ of, counted }) => of !== undefined && counted === '0')).toBe(true);
  expect(causes).not.toMatch(/negative_margin_(?:model|channel|total)/);
});

test('books without findings print a sentence', () => {
  const clean = { downstreamUsage: [], upstreamCharges: [], payments: [] };
  expect(print(reportOf(clean))).toContain('  Nothing was found.');
});

test('wide characters keep the columns aligned', () => {
  const lines = print(soldOnly('通义千问', '한국어', 'qwen'));
  const heads = lines.findIndex((line) => /requests .*revenue +cost/.test(line));
  const widths = lines.slice(heads, heads + 4).map((line) => stringWidth(line));
  expect(new Set(widths).size).toBe(1);
});

test('control characters in names do not reach the terminal', () => {
  const text = print(soldOnly('\u001b[2Jgone\u0007', 'gpt-4o\u200b', 'a\u202eb\u2028c')).join('\n');
  expect(text).toContain('\\u{1b}[2Jgone\\u{7}');
  expect(text).toContain('gpt-4o\\u{200b}');
  expect(text).toContain('a\\u{202e}b\\u{2028}c');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
});

test('in Chinese all sentences are Chinese, and the figures are unchanged', () => {
  const chinese = reportOf(example, 'zh');
  const lines = formatReport({ ...month, report: chinese }, { paint: plain, language: 'zh', columns: WIDE });
  for (const { message } of chinese.findings) expect(lines.join('\n')).toContain(message);
  expect(lines).toHaveLength(print().length);
  expect(lines).toContain('  未计为请求的行：系统 1 行、登录 2 行。');
  const english = /\b(?:Totals|Margin|Findings|finding|skipped|Stripped|more|unknown|You|requests?)\b/;
  expect(lines.filter((line) => english.test(line))).toEqual([]);
  expect(lines.filter((line) => /\p{Script=Han} ?[,:;(]|_\w+: /u.test(line))).toEqual([]);
});

test('lines are wrapped to the terminal, and names are cut to their column', () => {
  const name = '通义千问-'.repeat(30);
  const wide = print(soldOnly(name, 'm'), plain, 80);
  const longest = Math.max(...wide.filter((line) => !line.includes(name)).map((line) => stringWidth(line)));
  expect(longest).toBeLessThanOrEqual(80);
  expect(wide.some((line) => /^ {2}通义千问-[^ ]*…[^ ]*通义千问- /.test(line))).toBe(true);
  expect(print(soldOnly(name, 'm')).some((line) => line.startsWith(`  ${name} `))).toBe(true);
});

test('many models are counted instead of listed', () => {
  const lines = print(soldOnly(...Array.from({ length: 30 }, (_, i) => `m-${i}`)));
  const start = lines.indexOf('Margin by model, lowest first');
  expect(lines.slice(start + 2, start + 15).filter((line) => line.startsWith('  m-'))).toHaveLength(12);
  expect(lines[start + 14]).toBe('  … and 19 more');
});

test.each([
  [
    { rejected: 1200, files: ['rejected.csv'] },
    '  Rows that cannot be read: 1,200. See rejected.csv for the reasons.',
  ],
  [
    { rejected: 1, files: [] },
    '  Rows that cannot be read: 1. Use --out to write rejected.csv with the reasons.',
  ],
])('unreadable rows are counted, with the place of their reasons: %j', (more, line) => {
  const lines = formatReport({ ...month, ...more }, { paint: plain, language: 'en', columns: WIDE });
  expect(lines).toContain(line);
});
