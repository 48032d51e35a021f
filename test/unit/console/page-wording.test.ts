import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wordProblemForPage, wordViewForPage } from '#functions/console/page/page-wording.ts';
import { languages } from '#functions/console/page/words/words.ts';
import { translateSentences } from '#shared/report/build/translations.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { type PageReport, withSentences } from '#shared/report/view/page-report.ts';

/** Options of the command that are named in sentences of file checks and recognition. */
const namedOptions = new Set(
  globSync('shared/{pipeline/guards,recognition}/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/[^-\w]--([a-z]+(?:-[a-z]+)*)/g)].map(([, name = '']) => name),
  ),
);
const FILES = ['logs', 'upstream', 'payments', 'channels'];

test('each option of the command has a name on the page, in both languages', () => {
  expect(namedOptions.size).toBeGreaterThan(3);
  for (const { options } of Object.values(languages))
    expect(Object.keys(options)).toEqual(expect.arrayContaining([...namedOptions, ...FILES]));
});

test.each([
  [
    'Give --quota-per-unit 500, or save the reply of the gateway’s /api/status and give it with --status status.json.',
    'Give “Quota per unit” 500, or save the reply of the gateway’s /api/status and give it with “Gateway status”.',
  ],
  [
    'Say in a mapping what they mean: --mapping my bill.csv=mapping.json (docs/mapping.md).',
    'Say in a mapping what they mean: “Other table”.',
  ],
  ['A file named a--b.csv is --other.', 'A file named a--b.csv is --other.'],
])('an option in a sentence becomes a field of the page: %s', (sentence, onPage) => {
  const { message } = wordProblemForPage({ message: { en: sentence, zh: sentence }, details: [] });
  expect(message.en).toBe(onPage);
});

test('the answer names fields of the page instead of options and settings', () => {
  const payment = { transactionId: 't', occurredAt: '2026-11-20T10:00:00Z', status: 'settled' as const };
  const report = reconcile(
    {
      downstreamUsage: [],
      payments: [{ ...payment, currency: 'CNY', amount: '1', creditedAmount: '1' }],
    },
    '2026-11-22T00:00:00Z',
  );
  const note = 'say the currency of payments (--payments-currency)';
  const meta = { rows: {} as never, notes: [note] };
  const en = wordViewForPage({ report, meta, language: 'en' });
  const inChinese = withSentences(report, translateSentences(report, 'zh'));
  const zh = wordViewForPage({ report: inChinese, meta, language: 'zh' });
  const remedyIn = ({ report: { summary } }: Pick<PageReport, 'report'>) =>
    summary.findings.byCode.currency_excluded?.remedy;
  expect(report.summary.findings.byCode.currency_excluded?.remedy).toContain('"rates"');
  expect(remedyIn(en)).toContain('“Rates”');
  expect(remedyIn(zh)).toContain('“汇率”');
  expect(en.meta?.notes).toEqual(['say the currency of payments (“Default currency of payments”)']);
  expect(zh.meta?.notes[0]).not.toContain('--');
});

test('remedies on the page name fields of its form that exist in every state', () => {
  for (const { remedies, terms } of Object.values(languages)) {
    const labels = [terms.rates.heading, terms.paymentsCurrency];
    for (const remedy of Object.values(remedies))
      for (const [, name] of remedy.matchAll(/“(.+?)”/g)) expect(labels).toContain(name);
  }
});
