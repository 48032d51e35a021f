import { describe, expect, test } from 'vitest';
import { reconcile } from '#shared/engine/reconcile.ts';
import { reworded, sentencesOf } from '#shared/engine/report/reworded.ts';
import type { Language } from '#shared/language.ts';
import { withSentences } from '#shared/report-view/answered.ts';
import type { Finding, ReconciliationReport } from '#shared/schemas/report.ts';
import { caseFiles } from '../../support/engine/case-file.ts';
import { textLedger } from '../../support/engine/text-ledger.ts';

const run = (ledger: string[], language: Language): ReconciliationReport =>
  reconcile(textLedger(ledger), '2026-11-21T00:00:00Z', {}, language);

/** What a sentence says in figures: its numbers, once each. A single thing is not always counted out loud. */
const figuresIn = (text: string): string[] =>
  [...new Set(text.match(/\d[\d.:]*\d|\d/g))].filter((figure) => figure !== '1').sort();

describe.each([...caseFiles()])('%s', (_, cases) => {
  const reports = cases.map(({ ledger }) => [run(ledger, 'en'), run(ledger, 'zh')] as const);

  test('a report that was written in one language is worded anew in the other to the letter, and differs in nothing else', () => {
    for (const [english, chinese] of reports) {
      expect(withSentences(english, sentencesOf(english, 'zh'))).toEqual(chinese);
      expect(withSentences(chinese, sentencesOf(chinese, 'en'))).toEqual(english);
    }
  });

  test('both languages say the same figures of a finding, and name the same things', () => {
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

const [english, chinese] = [run(['down r1 failed 1'], 'en'), run(['down r1 failed 1'], 'zh')];

test('a single finding changes its message, and nothing else', () => {
  const [finding] = english.findings as [Finding];
  expect(reworded(finding, 'USD', 'zh')).toEqual(chinese.findings[0]);
  expect(reworded(finding, 'USD', 'en')).toEqual(finding);
});

test('a code of another version of the service keeps the words that its report gave it', () => {
  const { findings, summary } = english;
  const [finding] = findings as [Finding];
  const [line] = Object.values(summary.findings.byCode);
  const unknown = { ...finding, code: 'code_of_tomorrow' };
  expect(reworded(unknown, 'USD', 'zh')).toEqual(unknown);
  const byCode = { code_of_tomorrow: line } as typeof summary.findings.byCode;
  const report = {
    ...english,
    findings: [unknown],
    summary: { ...summary, findings: { ...summary.findings, byCode } },
  };
  expect(sentencesOf(report, 'zh')).toEqual({
    answer: expect.stringMatching(/^上游账单中没有任何记录。/),
    messages: [finding.message],
    byCode: { code_of_tomorrow: { title: line?.title, remedy: line?.remedy } },
    clauses: { code_of_tomorrow: ['code_of_tomorrow', 'code_of_tomorrow'] },
  });
});
