import { describe, expect, test } from 'vitest';
import type { Language } from '#shared/language.ts';
import { translateSentences } from '#shared/report/build/translations.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { withSentences } from '#shared/report/view/page-report.ts';
import type { Finding, ReconciliationReport } from '#shared/schemas/report.ts';
import { readCaseFiles } from '../../support/engine/case-file.ts';
import { parseTextLedger } from '../../support/engine/text-ledger.ts';

const run = (ledger: string[], language: Language): ReconciliationReport =>
  reconcile(parseTextLedger(ledger), '2026-11-21T00:00:00Z', {}, language);

/** A report with its own sentences in another language, and the messages of the report in that language. */
const translated = (report: ReconciliationReport, { findings }: ReconciliationReport, language: Language) =>
  withSentences(report, {
    ...translateSentences(report, language),
    messages: findings.map(({ message }) => message),
  });

/** What a sentence says in figures: its numbers, once each. A single thing is not always counted out loud. */
const figuresIn = (text: string): string[] =>
  [...new Set(text.match(/\d[\d.:]*\d|\d/g))].filter((figure) => figure !== '1').sort();

describe.each([...readCaseFiles()])('%s', (_, cases) => {
  const reports = cases.map(({ ledger }) => [run(ledger, 'en'), run(ledger, 'zh')] as const);

  test('a report is translated by replacing its sentences and messages only', () => {
    for (const [english, chinese] of reports) {
      expect(translated(english, chinese, 'zh')).toEqual(chinese);
      expect(translated(chinese, english, 'en')).toEqual(english);
    }
  });

  test('both languages contain the same figures and names', () => {
    for (const [english, chinese] of reports)
      for (const [index, { code, message }] of chinese.findings.entries()) {
        expect([code, message]).toEqual([code, expect.stringMatching(/\p{Script=Han}.*。$/u)]);
        expect([code, message]).not.toEqual([
          code,
          expect.stringMatching(/undefined|NaN|\[object|[;,.!] |\.$/),
        ]);
        const { message: same } = english.findings[index] as Finding;
        expect([code, figuresIn(message)]).toEqual([code, figuresIn(same)]);
      }
  });
});

test('a code unknown to this version keeps the words of its report', () => {
  const report = run(['down r1 failed 1'], 'en');
  const { summary } = report;
  const [line] = Object.values(summary.findings.byCode);
  const byCode = { code_of_tomorrow: line } as typeof summary.findings.byCode;
  const later = { ...report, summary: { ...summary, findings: { ...summary.findings, byCode } } };
  expect(translateSentences(later, 'zh')).toEqual({
    answer: expect.stringMatching(/^账单中没有任何记录。/),
    byCode: { code_of_tomorrow: { title: line?.title, remedy: line?.remedy } },
    clauses: { code_of_tomorrow: ['code_of_tomorrow', 'code_of_tomorrow'] },
  });
});
