import { expect, test } from 'vitest';
import type { Code } from '#shared/engine/checks/check.ts';
import { checks, codes, findingCatalogue } from '#shared/engine/checks/registry.ts';
import { reconcile } from '#shared/engine/reconcile.ts';
import type { Language } from '#shared/language.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { caseFiles, type TextCase } from '../support/engine/case-file.ts';
import { besideIn, factsIn, textLedger } from '../support/engine/text-ledger.ts';

const tables = caseFiles();

/** The first case of the check's table that finds the code, and what the engine says about it. */
function exampleOf(check: string, code: string, language: Language): { example: TextCase; finding: Finding } {
  for (const example of tables.get(check) ?? []) {
    const ledger = textLedger(example.ledger);
    const { findings } = reconcile(
      ledger,
      '2026-11-21T00:00:00Z',
      undefined,
      language,
      besideIn(example.ledger),
      factsIn(example.ledger),
    );
    const finding = findings.find((one) => one.code === code);
    if (finding) return { example, finding };
  }
  throw new Error(`no case in the table of ${check} finds ${code}`);
}

const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** What the page says around the words of the codes. Invariants and names of cases are the code's own, in English. */
const PAGES = {
  en: {
    file: 'docs/findings.md',
    head: [
      '# Findings',
      'English | [简体中文](findings.zh-CN.md)',
      'Every code that a report can list: what it means, what to do about it, and one example that the engine has worked out. `critical` means that money is demonstrably wrong, `warning` that money or control is doubtful, `info` that something is explained or expected and kept for the audit trail. Whose money it is decides where it counts in `summary.money`: the operator has lost it, owes it to customers, or nobody can tell; a dash means that others count it, or that there is none.',
      'In the examples a line is a row: `down` downstream usage, `up` an upstream charge, `pay` a payment; then its id, status and amount. Amounts are in USD, the time is 10 March 2026, 10:00 UTC unless the line says otherwise, and the period is March.',
    ],
    columns: '| code | severity | whose money | meaning |',
    sides: { lost: 'lost', owed: 'owed', doubtful: 'doubtful' },
    severities: { critical: 'critical', warning: 'warning', info: 'info' },
    comma: ', ',
    grades: (text: string) => `**${text}.** `,
    needs: { upstreamCharges: ' Needs `upstreamCharges`.', payments: ' Needs `payments`.' },
    remedy: (text: string) => `*What to do:* ${text}`,
    example: ({ name }: TextCase) => `*Example:* ${lowerFirst(name)}.`,
    chapter: (id: string, invariant: string) => [`## ${id}`, invariant],
  },
  zh: {
    file: 'docs/findings.zh-CN.md',
    head: [
      '# 问题代码',
      '[English](findings.md) | 简体中文',
      '报告里可能出现的每个代码：含义、处理办法，以及引擎实际算出的一个例子。“严重”（`critical`）是钱确实错了，“警告”（`warning`）是钱或管控有疑点，“备查”（`info`）是有合理解释、留作审计的事项。“钱”一栏说明这笔钱计入 `summary.money` 的哪一项：损失、欠客户或存疑；短横表示由别的问题计入，或者没有金额。',
      '例子里每行是一条记录：`down` 是下游用量，`up` 是上游扣费，`pay` 是支付，后面依次是 ID、状态和金额。金额单位为 USD；除非另有注明，时间都是 2026 年 3 月 10 日 10:00 UTC，账期为 3 月。',
    ],
    columns: '| 代码 | 级别 | 钱 | 含义 |',
    sides: { lost: '损失', owed: '欠客户', doubtful: '存疑' },
    severities: { critical: '严重', warning: '警告', info: '备查' },
    comma: '、',
    grades: (text: string) => `**${text}**。`,
    needs: { upstreamCharges: '需要 `upstreamCharges`。', payments: '需要 `payments`。' },
    remedy: (text: string) => `*处理办法*：${text}`,
    example: () => '*例子*：',
    chapter: (id: string) => [`## ${id}`],
  },
} as const;
const languages = Object.keys(PAGES) as Language[];

const GENERATED =
  '<!-- Written by test/golden/findings.test.ts (`npm run generate`) from the checks and their case tables; changes by hand are lost. -->';

function entry(check: string, code: string, language: Language): string {
  const page = PAGES[language];
  const { severities, needs } = findingCatalogue.find((one) => one.code === code) ?? { severities: [] };
  const words = codes.get(code)?.words[language];
  const { example, finding } = exampleOf(check, code, language);
  const grades = severities.map((severity) => page.severities[severity]).join(page.comma);
  return [
    `### \`${code}\``,
    `${page.grades(grades)}${words?.title}${needs ? page.needs[needs] : ''}`,
    page.remedy(words?.remedy ?? ''),
    page.example(example),
    ['```text', ...example.ledger, '```'].join('\n'),
    ['```json', JSON.stringify(finding, null, 2), '```'].join('\n'),
  ].join('\n\n');
}

const overview = (language: Language): string => {
  const { columns, severities, sides, comma } = PAGES[language];
  const rows = findingCatalogue.map(({ code, severities: grades }) => {
    const { side, words } = codes.get(code) as Code;
    const grade = grades.map((one) => severities[one]).join(comma);
    return `| [\`${code}\`](#${code}) | ${grade} | ${side === null ? '–' : sides[side]} | ${words[language].title} |`;
  });
  return [columns, '|---|---|---|---|', ...rows].join('\n');
};

test.each(languages)('the page of findings in %s says what the engine does', async (language) => {
  const { file, head, chapter } = PAGES[language];
  const [title, ...intro] = head;
  const chapters = checks.map(({ id, invariant, codes: own }) =>
    [...chapter(id, invariant), ...Object.keys(own).map((code) => entry(id, code, language))].join('\n\n'),
  );
  const text = `${[title, GENERATED, ...intro, overview(language), ...chapters].join('\n\n')}\n`;
  await expect(text).toMatchFileSnapshot(`../../${file}`);
});
