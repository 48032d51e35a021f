import { describe, expect, test } from 'vitest';
import { checks } from '#shared/engine/checks/registry.ts';
import { codeWords } from '#shared/engine/checks/registry.words.ts';
import { readCaseFiles } from '../support/engine/case-file.ts';
import { reconcileText } from '../support/engine/text-ledger.ts';
import { expectFileText } from '../support/golden/expect-file-text.ts';

const owners = new Map(checks.flatMap((check) => Object.keys(check.codes).map((code) => [code, check.id])));

/** Two sentences have the same form if they differ only in figures; 1 is kept, because it changes the grammar. */
const formOf = (sentence: string): string =>
  sentence.replace(/\d[\d.:]*/g, (figure) => (figure === '1' ? '1' : '#'));

test('English words are ASCII, because V8 stores a reply with any other character in two bytes a character', () => {
  for (const [code, { en }] of codeWords) expect(`${code} ${en.title} ${en.remedy}`).toMatch(/^[\0-\x7f]*$/);
});

/**
 * All forms of the sentences of a check in its table of cases, in English and Chinese side by side, so that reviewers
 * can read every branch of a sentence.
 */
describe.each([...readCaseFiles()])('%s', (check, cases) => {
  test('has these sentences', async () => {
    const forms = new Map<string, string>();
    for (const one of cases) {
      const [english, chinese] = (['en', 'zh'] as const).map(
        (language) => reconcileText(one.ledger, language, {}).findings,
      );
      for (const [index, { code, message }] of english?.entries() ?? []) {
        const form = `${code} ${formOf(message)}`;
        if (owners.get(code) === check && !forms.has(form))
          forms.set(form, `${code}\n  ${message}\n  ${chinese?.[index]?.message}\n`);
      }
    }
    const sentences = [...forms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
    await expectFileText(`test/golden/sentences/${check}.txt`, sentences.join('\n'));
  });
});
