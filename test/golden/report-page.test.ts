import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Language } from '#shared/language.ts';
import * as limits from '#shared/limits.ts';
import { listTolerances } from '#shared/report/build/summary.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { ANSWER_ABOUT } from '#shared/schemas/lists.ts';
import type { Completeness } from '#shared/schemas/report.ts';
import { descriptions } from '#tools/openapi/descriptions.ts';
import { formatFinding } from '../support/engine/case-file.ts';
import { parseTextLedger } from '../support/engine/text-ledger.ts';
import { expectSections } from '../support/golden/generated-section.ts';

/** A flag of `completeness`; the empty name stands for all of them. */
type Flag = keyof Completeness | '';

/**
 * Texts of the generated sections, by language. English texts of flags come from their definitions; the Chinese page
 * has its own, and the types ensure that none is missing.
 */
const PAGES = {
  en: {
    file: 'docs/report.md',
    flags: descriptions.Completeness as Record<Flag, string>,
    flagHeads: '| Flag of `completeness` | True if |',
    tolerances: (usd: string, other: string, tokens: string, hours: number) =>
      `There are three tolerances (\`summary.tolerances\`). Amounts may differ by one quota unit for each request: ${usd} USD, at 500 000 units to the dollar, or ${other} in other currencies. Token counts may differ by ${tokens} of the larger count. A pending row is stale after ${hours} hours.`,
    lists: (causes: number, days: number, users: number) =>
      `\`summary.causes\` lists at most ${causes} causes, \`summary.byDay\` the latest ${days} days, \`summary.byUser\` ${users} customers.`,
    api: 'docs/api.md',
    limits: (bytes: string, records: string, depth: number, text: string, amount: number) =>
      `- At most ${bytes} a body, ${records} records a ledger, ${depth} levels of nesting, ${text} characters a text, ${amount} an amount.`,
  },
  zh: {
    file: 'docs/report.zh-CN.md',
    flags: {
      '': '账齐不齐。标志为 false 的数字可能偏小。',
      complete: '其他标志全部为 true，只有仅供参考的 `pricing` 和 `tokens` 可以是 false。',
      upstreamCharges: '给了账单；`[]` 也算给了。',
      payments: '给了充值；`[]` 也算给了。',
      requestMatching: '计入的账单行都有请求 ID，或者是冲减。',
      currency: '没有行因币种而未计入。',
      rows: '带金额的行都读了，日志与账单的时间相同（`summary.beyond`）。',
      margin: '收入与成本是同一批请求的：`requestMatching` 为 true，日志和账单没有待结算或其他币种的行。',
      paymentCredits: '计入的充值都有 `creditedAmount`。',
      findings: '清单没有略去任何问题；计数始终包含全部问题。',
      pricing: '仅供参考：收费的行都有 `expectedCharge`，价格都检查过。',
      tokens: '仅供参考：对上的请求，两边的行都有 token 数。没有账单，或没有对上的请求时为 false。',
    },
    flagHeads: '| `completeness` 的标志 | 为 true 的条件 |',
    tolerances: (usd: string, other: string, tokens: string, hours: number) =>
      `容差只有三个（\`summary.tolerances\`）。金额每个请求可差一个额度单位：按 500 000 个单位合 1 美元，是 ${usd} USD，其他币种按 ${other}。token 数可差较大一方的 ${tokens}。待结算满 ${hours} 小时算过期。`,
    lists: (causes: number, days: number, users: number) =>
      `\`summary.causes\` 最多列 ${causes} 项，\`summary.byDay\` 最近 ${days} 天，\`summary.byUser\` ${users} 位客户。`,
    api: 'docs/api.zh-CN.md',
    limits: (bytes: string, records: string, depth: number, text: string, amount: number) =>
      `- 请求体最多 ${bytes}，每本账 ${records} 条，嵌套 ${depth} 层，文本 ${text} 个字符，金额 ${amount} 个字符。`,
  },
} as const satisfies Record<
  Language,
  { readonly flags: Record<Flag, string>; readonly [word: string]: unknown }
>;

/** Text ledgers of a page, with the findings (after `>`) and figures of the summary (after `=`) that it states. */
const examples = Object.values(PAGES).flatMap(({ file }) =>
  [...readFileSync(file, 'utf8').matchAll(/^```text\n([\s\S]*?)^```/gm)].map(([, text = '']) => {
    const lines = text.trim().split('\n');
    const of = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
    return { file, ledger: lines.filter((line) => !/^[>=]/.test(line)), finds: of('>'), figures: of('=') };
  }),
);

test.each(examples)('$file describes $ledger.0 correctly', ({ ledger, finds, figures }) => {
  const { findings, summary } = reconcile(parseTextLedger(ledger), '2026-11-21T00:00:00Z');
  expect(findings.map(formatFinding).sort()).toEqual(finds.toSorted());
  for (const line of figures) {
    const [path = '', value = ''] = line.split(/ (.*)/);
    expect(summary, line).toHaveProperty(path, JSON.parse(value));
  }
});

const grouped = (value: number): string => value.toLocaleString('en').replaceAll(',', ' ');

test.each(Object.values(PAGES))('$file lists every subject of the answer', ({ file }) => {
  const text = readFileSync(file, 'utf8');
  expect(ANSWER_ABOUT.filter((about) => !text.includes(`\`${about}\``))).toEqual([]);
});

test.each(Object.values(PAGES))('$file lists every flag, tolerance and limit', async (page) => {
  const { '': heading, ...flags } = page.flags;
  const completeness = [
    heading,
    '',
    page.flagHeads,
    '|---|---|',
    ...Object.entries(flags).map(([flag, meaning]) => `| \`${flag}\` | ${meaning} |`),
  ];
  const { amount, tokenRatio, staleHours } = listTolerances({ currency: 'USD' });
  const elsewhere = listTolerances({ currency: 'EUR' }).amount;
  const bounds = [
    page.tolerances(amount, elsewhere, `${tokenRatio * 100} %`, staleHours),
    '',
    page.lists(limits.CAUSES_MAX, limits.DAYS_MAX, limits.USERS_MAX),
  ];
  await expectSections(page.file, { completeness, bounds });
});

const MIB = 1024 * 1024;

test.each(Object.values(PAGES))('$api lists the fields of a request', async ({ api, limits: sentence }) => {
  const line = sentence(
    `${limits.BODY_BYTES_MAX / MIB} MiB`,
    grouped(limits.RECORDS_MAX),
    limits.BODY_DEPTH_MAX,
    grouped(limits.TEXT_LENGTH_MAX),
    limits.AMOUNT_LENGTH_MAX,
  );
  await expectSections(api, { limits: [line] });
});
