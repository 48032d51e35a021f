import { test } from 'vitest';
import type { Code } from '#shared/engine/checks/check.ts';
import { checks, codes } from '#shared/engine/checks/registry.ts';
import type { Language } from '#shared/language.ts';
import { wordsOf } from '#shared/report/build/findings.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { caseFiles, type TextCase } from '../support/engine/case-file.ts';
import { reportOfText } from '../support/engine/text-ledger.ts';
import { expectWritten } from '../support/golden/expect-written.ts';

const tables = caseFiles();

/** The first case of the check's table that finds the code, and what the engine says about it. */
function exampleOf(check: string, code: string, language: Language): { example: TextCase; finding: Finding } {
  for (const example of tables.get(check) ?? []) {
    const finding = reportOfText(example.ledger, language).findings.find((one) => one.code === code);
    if (finding) return { example, finding };
  }
  throw new Error(`No case in test/unit/engine/cases/${check}.txt finds ${code}.`);
}

/** What the page says around the words of the codes. */
const PAGES = {
  en: {
    file: 'docs/findings.md',
    head: [
      '# Findings',
      'English | [简体中文](findings.zh-CN.md)',
      'Every code that a report can list, with its severities, whose money it is, the ledger that it needs (`up` is `upstreamCharges`, `pay` is `payments`), what it means and, in italics, what to do. `critical` means that money is demonstrably wrong, `warning` that money or control is doubtful, `info` that something is explained or expected and kept for the audit trail. **Lost** is the operator’s money, **owed** that of customers, **doubtful** cannot be told; a dash means that other codes count it, or that there is none.',
      'Each example has been worked out by the engine: rows, then what the report says of them. A row is `down` (downstream usage), `up` or `pay` with id, status and amount in USD, on 10 March 2026 at 10:00 UTC unless it says otherwise, in a report on March.',
    ],
    sides: { lost: 'lost', owed: 'owed', doubtful: 'doubtful' },
    severities: { critical: 'critical', warning: 'warning', info: 'info' },
    comma: ', ',
    text: (grades: string, title: string, remedy: string) => `**${grades}.** ${title} *${remedy}*`,
    example: (rows: readonly string[], severity: string, message: string) =>
      ['```', ...rows, `→ ${severity}: ${message}`, '```'].join('\n'),
  },
  zh: {
    file: 'docs/findings.zh-CN.md',
    head: [
      '# 问题代码',
      '[English](findings.md) | 简体中文',
      '报告里可能出现的每个代码：级别、钱归哪一方、所需的账（`up` 是 `upstreamCharges`，`pay` 是 `payments`）、含义，斜体是处理办法。“严重”（`critical`）是钱确实错了，“警告”（`warning`）是钱或管控有疑点，“备查”（`info`）是有合理解释、留作审计的事项。**损失**是运营方的钱，**欠客户**是客户的钱，**存疑**是说不清的；短横表示由别的问题计入，或者没有金额。',
      '每个代码都附一句报告的说法，由引擎从实际记录算出；这些记录列在英文页的同名标题下，为 2026 年 3 月的账。',
    ],
    sides: { lost: '损失', owed: '欠客户', doubtful: '存疑' },
    severities: { critical: '严重', warning: '警告', info: '备查' },
    comma: '、',
    text: (grades: string, title: string, remedy: string) => `**${grades}**。${title}*${remedy}*`,
    // Rows and severity stand once, on the English page.
    example: (_rows: readonly string[], _severity: string, message: string) => `→ ${message}`,
  },
} as const;
const languages = Object.keys(PAGES) as Language[];

const NEEDED = { upstreamCharges: '`up`', payments: '`pay`' } as const;

const GENERATED =
  '<!-- Written by test/golden/findings.test.ts (`npm run generate`) from the checks and their case tables; changes by hand are lost. -->';

function entry(check: string, code: string, language: Language): string {
  const page = PAGES[language];
  const { severities, needs, side } = codes.get(code) as Code;
  const { title, remedy } = wordsOf(code, language);
  const { example, finding } = exampleOf(check, code, language);
  const grades = [
    severities.map((severity) => page.severities[severity]).join(page.comma),
    side === null ? '–' : page.sides[side],
    ...(needs ? [NEEDED[needs]] : []),
  ].join(' · ');
  return [
    `## \`${code}\``,
    page.text(grades, title, remedy),
    page.example(example.ledger, page.severities[finding.severity], finding.message),
  ].join('\n\n');
}

test.each(languages)('the page of findings in %s says what the engine does', async (language) => {
  const { file, head } = PAGES[language];
  const [title, ...intro] = head;
  const entries = checks.flatMap(({ id, codes: own }) =>
    Object.keys(own).map((code) => entry(id, code, language)),
  );
  const text = `${[title, GENERATED, ...intro, ...entries].join('\n\n')}\n`;
  await expectWritten(file, text);
});
