import { describe, expect, test } from 'vitest';
import { codes } from '#shared/engine/checks/registry.ts';
import { reconcile } from '#shared/engine/reconcile.ts';
import type { Language } from '#shared/language.ts';
import { read } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { caseFiles, type TextCase } from '../../support/engine/case-file.ts';
import { textLedger } from '../../support/engine/text-ledger.ts';

const run = ({ ledger }: TextCase, language: Language) =>
  reconcile(read(reconciliationInputSchema, textLedger(ledger)), '2026-11-21T00:00:00Z', {}, language);

/** What a sentence says in figures: its numbers, once each. A single thing is not always counted out loud. */
const figuresIn = (text: string): string[] =>
  [...new Set(text.match(/\d[\d.:]*\d|\d/g))].filter((figure) => figure !== '1').sort();

test('each code is worded in both languages, as sentences', () => {
  for (const [code, { words }] of codes) {
    expect([code, words.en.title, words.en.remedy]).toEqual([
      code,
      expect.stringMatching(/^[A-Z].*\.$/),
      expect.stringMatching(/^[A-Z].*\.$/),
    ]);
    expect([code, words.zh.title, words.zh.remedy]).toEqual([
      code,
      expect.stringMatching(/\p{Script=Han}.*。$/u),
      expect.stringMatching(/\p{Script=Han}.*。$/u),
    ]);
  }
});

describe.each([...caseFiles()])('%s', (_, cases) => {
  test('both languages say the same figures of a finding, and name the same things', () => {
    for (const one of cases) {
      const english = run(one, 'en').findings;
      const chinese = run(one, 'zh').findings;
      for (const [index, { code, message }] of chinese.entries()) {
        expect([code, message]).toEqual([code, expect.stringMatching(/\p{Script=Han}.*。$/u)]);
        expect([code, message]).not.toEqual([
          code,
          expect.stringMatching(/undefined|NaN|\[object|[;,.!] |\.$/),
        ]);
        expect([code, figuresIn(message)]).toEqual([code, figuresIn((english[index] as Finding).message)]);
      }
    }
  });
});
