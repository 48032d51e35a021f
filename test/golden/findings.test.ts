import { test } from 'vitest';
import type { Code } from '#shared/engine/checks/check.ts';
import { checks, codes } from '#shared/engine/checks/registry.ts';
import type { Language } from '#shared/language.ts';
import { findTexts } from '#shared/report/build/findings.ts';
import type { Finding } from '#shared/schemas/report.ts';
import { readCaseFiles, type TextCase } from '../support/engine/case-file.ts';
import { reconcileText } from '../support/engine/text-ledger.ts';
import { expectFileText } from '../support/golden/expect-file-text.ts';

const tables = readCaseFiles();

/** The first case in the table of the check that finds the code, and its message. */
function exampleOf(check: string, code: string, language: Language): { example: TextCase; finding: Finding } {
  for (const example of tables.get(check) ?? []) {
    const finding = reconcileText(example.ledger, language).findings.find((one) => one.code === code);
    if (finding) return { example, finding };
  }
  throw new Error(`No case in test/unit/engine/cases/${check}.txt finds ${code}.`);
}

/** Texts of the page besides those of the codes. */
const PAGES = {
  en: {
    file: 'docs/findings.md',
    head: [
      '# Findings',
      'English | [简体中文](findings.zh-CN.md)',
      'All findings that a report can list, with their meaning, an example and, in italics, what to do. The codes, by whose money it is:',
    ],
    reading: [
      'Each entry begins with its severities, whose money it is, and the book that it needs besides the log (`up`: the bill, `pay`: payments). `critical`: money is wrong. `warning`: money or control is doubtful. `info`: explained or expected, listed for the record. **Lost** is your money, **owed** is that of customers, **doubtful** is not yet certain. A dash means that no money is at risk, or that other codes count it.',
      'Examples are rows and what the report says about them (`→`). `down` is a row of the log (a sale), `up` a row of the bill, `pay` a payment, followed by its id (`-` for none), status, amount in USD and details: `refund`, `expected` (charge by the price), `estimate` (cost by your prices), `credited`, `fee`, `id` (charge of the provider), `channel`, `model`, `user`, and the tokens `in`, `out`, `cached`. The time is 10 March 2026, 10:00 UTC, unless `at` says otherwise, and the report is on March. `5x` stands for five such rows, whose ids are numbered (`#`). `omit` leaves a book out, `fact` is what a run knows about a row from its file, `question` what the files leave open, `unread` counts rows that could not be read, and `price` is a price in the log that changed.',
    ],
    sides: { lost: 'lost', owed: 'owed', doubtful: 'doubtful' },
    groups: { lost: 'Lost', owed: 'Owed to customers', doubtful: 'Doubtful', none: 'No amount of its own' },
    severities: { critical: 'critical', warning: 'warning', info: 'info' },
    comma: ', ',
    colon: ': ',
    text: (grades: string, title: string, remedy: string) => `**${grades}.** ${title} *${remedy}*`,
    example: (rows: readonly string[], severity: string, message: string) =>
      ['```', ...rows, `→ ${severity}: ${message}`, '```'].join('\n'),
  },
  zh: {
    file: 'docs/findings.zh-CN.md',
    head: [
      '# 问题代码',
      '[English](findings.md) | 简体中文',
      '报告可能列出的全部问题：含义、例子，斜体是处理办法。先按钱归哪一方列出全部代码：',
    ],
    reading: [
      '每一条先写级别、钱归哪一方，以及除日志外还需要哪本账（`up` 是账单，`pay` 是充值）。“严重”（`critical`）：钱确实错了。“警告”（`warning`）：钱或管控有疑点。“备查”（`info`）：有合理解释，或本来就会这样。**损失**是您的钱，**欠客户**是客户的钱，**存疑**是还说不准的钱；短横表示没有钱的风险，或者由别的代码计入。',
      '`→` 后面是报告对例子的说法，由引擎算出。例子的各行是 2026 年 3 月的账，列在英文页的同名标题下。',
    ],
    sides: { lost: '损失', owed: '欠客户', doubtful: '存疑' },
    groups: { lost: '损失', owed: '欠客户', doubtful: '存疑', none: '没有自己的金额' },
    severities: { critical: '严重', warning: '警告', info: '备查' },
    comma: '、',
    colon: '：',
    text: (grades: string, title: string, remedy: string) => `**${grades}**。${title}*${remedy}*`,
    // Only the English page has rows and severity.
    example: (_rows: readonly string[], _severity: string, message: string) => `→ ${message}`,
  },
} as const;
const languages = Object.keys(PAGES) as Language[];

const NEEDED = { upstreamCharges: '`up`', payments: '`pay`' } as const;

const GENERATED =
  '<!-- Written by test/golden/findings.test.ts (`npm run generate`) from the checks and their case tables; changes by hand are lost. -->';

/** Lists all codes by side: lost, owed, doubtful. */
const codeLists = ({ groups, colon, comma }: (typeof PAGES)[Language]): string =>
  Object.entries(groups)
    .map(([side, name]) => {
      const listed = [...codes].filter(([, code]) => (code.side ?? 'none') === side);
      return `- **${name}**${colon}${listed.map(([code]) => `\`${code}\``).join(comma)}`;
    })
    .join('\n');

function entry(check: string, code: string, language: Language): string {
  const page = PAGES[language];
  const { severities, needs, side } = codes.get(code) as Code;
  const { title, remedy } = findTexts(code, language);
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

test.each(languages)('the list of findings in %s matches the engine', async (language) => {
  const page = PAGES[language];
  const { file, head, reading } = page;
  const [title, ...intro] = head;
  const entries = checks.flatMap(({ id, codes: own }) =>
    Object.keys(own).map((code) => entry(id, code, language)),
  );
  const text = `${[title, GENERATED, ...intro, codeLists(page), ...reading, ...entries].join('\n\n')}\n`;
  await expectFileText(file, text);
});
