import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { example } from '#functions/example/example.ts';
import { reconcile } from '#shared/engine/reconcile.ts';
import { sentencesOf } from '#shared/engine/report/reworded.ts';
import { worded } from '#shared/report-files/worded.ts';
import { read } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { reportWords } from '#shared/words/report-words.ts';
import { type Paint, printReport } from '#tools/print-report.ts';

const report = reconcile(read(reconciliationInputSchema, example), '2026-03-11T06:00:00.000Z');
const rows = {
  received: 9,
  downstreamUsage: 5,
  upstreamCharges: 2,
  payments: 1,
  skipped: { system: 1, topup: 0 },
};
const meta = { connector: 'new-api', manifestVersion: '1', rows, notes: ['1 row is a note.'] } as const;
const plain: Paint = (_style, text) => text;
const marked: Paint = (style, text) => `<${style}>${text}</${style}>`;
const print = (paint: Paint, of = report) => printReport(of, meta as never, paint);

test('the report reads from what came in to what was found', () => {
  const lines = print(plain);
  const order = [
    'Native rows normalized: 9',
    'Totals in USD',
    'Margin by model, worst first',
    'Where the money goes, and what to do',
    'Findings: ',
  ];
  const places = order.map((head) => lines.findIndex((line) => line.startsWith(head)));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(lines).toContain('  1 skipped: system');
  expect(lines.join()).not.toContain('topup');
  for (const { message } of report.findings) expect(lines.join('\n')).toContain(message);
});

test('columns are aligned', () => {
  const lines = print(plain);
  const heads = lines.findIndex((line) => line.includes('requests') && line.includes('revenue'));
  const table = lines.slice(heads, heads + 1 + report.byModel.length);
  expect(new Set(table.map((line) => line.length)).size).toBe(1);
  const revenueEnds = (table[0] as string).indexOf('revenue') + 'revenue'.length;
  for (const [index, { revenue }] of report.byModel.entries())
    expect((table[index + 1] as string).slice(0, revenueEnds)).toMatch(
      new RegExp(`${revenue.replace('.', '\\.')}$`),
    );
});

test('colour is the only difference between a terminal and a pipe', () => {
  const painted = print(marked).join('\n');
  expect(painted).toContain('<red>  critical (');
  expect(painted.replaceAll(/<\/?[a-z]+>/g, '')).toBe(print(plain).join('\n'));
});

test('without upstream charges the margin is unknown, not 0', () => {
  const only = reconcile(
    read(reconciliationInputSchema, { downstreamUsage: [] }),
    '2026-03-11T06:00:00.000Z',
  );
  expect(print(plain, only).join('\n')).toContain('unknown: no upstream charges');
});

test('long lists of findings are cut, and the rest is counted', () => {
  const [row] = example.upstreamCharges;
  const upstreamCharges = Array.from({ length: 30 }, (_, i) => ({
    ...row,
    requestId: `leak-${i}`,
    upstreamId: `u-${i}`,
  }));
  const leaky = reconcile(
    read(reconciliationInputSchema, { downstreamUsage: [], upstreamCharges }),
    '2026-03-11T06:00:00.000Z',
  );
  const text = print(plain, leaky).join('\n');
  expect(text).toMatch(/critical \(\d+\)/);
  expect(text).toMatch(/… and \d+ more/);
});

/** One request of each model, delivered and never charged upstream. */
const soldOnly = (...models: string[]) =>
  reconcile(
    read(reconciliationInputSchema, {
      downstreamUsage: models.map((model, i) => ({
        requestId: `r${i}`,
        occurredAt: '2026-03-10T10:00:00Z',
        model,
        channelId: '7',
        status: i % 2 === 0 ? 'success' : 'pending',
        chargedAmount: `${i + 1}`,
      })),
      upstreamCharges: [],
    }),
    '2026-03-11T06:00:00.000Z',
  );

test('causes with money come first, each with its remedy', () => {
  const lines = print(plain, soldOnly('m', 'n'));
  const start = lines.indexOf('Where the money goes, and what to do');
  expect(lines.slice(start + 1, start + 8)).toEqual([
    '  warning  1 USD  A delivered request has no upstream charge.',
    '    unmatched_downstream: 1 finding, model m, channel 7',
    expect.stringMatching(/^ {4}Complete the upstream export/),
    expect.stringMatching(/^ {2}info {2}2 USD {2}/),
    '    downstream_pending: 1 finding, model n, channel 7',
    expect.stringMatching(/^ {4}\S/),
    expect.stringMatching(/^ {2}info {2}[A-Z]/),
  ]);
});

test('books without a finding say so', () => {
  const clean = reconcile({ downstreamUsage: [], upstreamCharges: [], payments: [] }, '2026-03-11T06:00:00Z');
  expect(print(plain, clean)).toContain('  Nothing was found.');
});

test('names of two columns a letter keep the columns aligned', () => {
  const lines = print(plain, soldOnly('通义千问', '한국어', 'qwen'));
  const heads = lines.findIndex((line) => line.includes('requests') && line.includes('revenue'));
  const widths = lines.slice(heads, heads + 4).map((line) => stringWidth(line));
  expect(new Set(widths).size).toBe(1);
});

test('names cannot steer the terminal', () => {
  const text = print(plain, soldOnly('\u001b[2Jgone\u0007')).join('\n');
  expect(text).toContain('\ufffd[2Jgone\ufffd');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break is the only one that belongs here
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

test('in Chinese every line that is said in words is Chinese, and the figures are the same', () => {
  const chinese = worded(report, sentencesOf(report, 'zh'));
  const lines = printReport(chinese, meta as never, plain, reportWords.zh);
  for (const { message } of chinese.findings) expect(lines.join('\n')).toContain(message);
  expect(lines).toHaveLength(print(plain).length);
  expect(
    lines.filter((line) => /\b(?:Totals|Margin|Findings|finding|skipped|more|unknown)\b/.test(line)),
  ).toEqual([]);
});
