import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Language } from '#shared/language.ts';
import * as limits from '#shared/limits.ts';
import { tolerancesOf } from '#shared/report/build/summary.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { ANSWER_ABOUT } from '#shared/schemas/lists.ts';
import type { Completeness } from '#shared/schemas/report.ts';
import { descriptions } from '#tools/openapi/descriptions.ts';
import { inWords } from '../support/engine/case-file.ts';
import { textLedger } from '../support/engine/text-ledger.ts';
import { expectSections } from '../support/golden/generated-section.ts';

/** A flag of `completeness`; the empty name stands for all of them. */
type Flag = keyof Completeness | '';

/**
 * What the generated parts say on the pages of each language. In English, each flag is worded by its owner; the Chinese
 * page has words of its own, and lacks none (the types see to it).
 */
const PAGES = {
  en: {
    file: 'docs/report.md',
    flags: descriptions.Completeness as Record<Flag, string>,
    flagHeads: '| Flag of `completeness` | True if |',
    tolerances: (usd: string, other: string, tokens: string, hours: number) =>
      `\`summary.tolerances\` prints the only three: a difference of amounts within one quota unit for each request is rounding (${usd} in USD, at 500 000 to the dollar; ${other} in other currencies, whose unit is not known). Token counts may differ by ${tokens} of the larger, and pending rows are stale after ${hours} hours.`,
    lists: (causes: number, days: number, users: number) =>
      `\`summary.causes\` lists at most ${causes}, \`summary.byDay\` the latest ${days} days, \`summary.byUser\` ${users} customers.`,
    api: 'docs/api.md',
    limits: (bytes: string, records: string, depth: number, text: string, amount: number) =>
      `- At most ${bytes} a body, ${records} records a ledger, ${depth} levels of nesting, ${text} characters a text, ${amount} an amount.`,
  },
  zh: {
    file: 'docs/report.zh-CN.md',
    flags: {
      '': '报告的哪些部分有完整的账作依据。标志为 false 的数字可能偏小。',
      complete: '除 `pricing` 和 `tokens` 两个参考标志外，全部为 true。',
      upstreamCharges: '给了这本账；`[]` 也算给了。',
      payments: '给了这本账；`[]` 也算给了。',
      requestMatching: '计入的上游行都有 requestId，或者是冲减行。',
      currency: '没有行因币种而未计入。',
      rows: '没有带金额的行未能读取，且日志与账单属于同一时段（`summary.beyond`）。',
      margin: '收入与成本覆盖同样的请求：`requestMatching` 为 true，且没有其他币种或待结算的用量行。',
      paymentCredits: '计入的充值都写明了 `creditedAmount`。',
      findings: '问题清单是完整的；计数则始终完整。',
      pricing: '仅供参考：收费的行都写明了 `expectedCharge`，价格都检查过。',
      tokens: '仅供参考：每一对的两行都写明了 token 数；没有上游账时为 false。',
    },
    flagHeads: '| `completeness` 的标志 | 为 true 的条件 |',
    tolerances: (usd: string, other: string, tokens: string, hours: number) =>
      `全部容差只有三个，写在 \`summary.tolerances\` 里：每个请求的金额相差不超过一个额度单位视为取整误差（USD 为 ${usd}，即 500 000 个单位合 1 美元；其他报告币种的单位未知，按 ${other}），token 数可差较大一方的 ${tokens}，待结算满 ${hours} 小时算过期。`,
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

/** Ledgers of a page in text, with what it says about them: findings behind `>`, figures of the summary behind `=`. */
const examples = Object.values(PAGES).flatMap(({ file }) =>
  [...readFileSync(file, 'utf8').matchAll(/^```text\n([\s\S]*?)^```/gm)].map(([, text = '']) => {
    const lines = text.trim().split('\n');
    const of = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
    return { file, ledger: lines.filter((line) => !/^[>=]/.test(line)), finds: of('>'), figures: of('=') };
  }),
);

test.each(examples)('$file is right about $ledger.0', ({ ledger, finds, figures }) => {
  const { findings, summary } = reconcile(textLedger(ledger), '2026-11-21T00:00:00Z');
  expect(findings.map(inWords).sort()).toEqual(finds.toSorted());
  for (const line of figures) {
    const [path = '', value = ''] = line.split(/ (.*)/);
    expect(summary, line).toHaveProperty(path, JSON.parse(value));
  }
});

const grouped = (value: number): string => value.toLocaleString('en').replaceAll(',', ' ');

test.each(Object.values(PAGES))('$file names all that an answer may be about', ({ file }) => {
  const text = readFileSync(file, 'utf8');
  expect(ANSWER_ABOUT.filter((about) => !text.includes(`\`${about}\``))).toEqual([]);
});

test.each(Object.values(PAGES))('$file names every flag, tolerance and bound', async (page) => {
  const { '': heading, ...flags } = page.flags;
  const completeness = [
    heading,
    '',
    page.flagHeads,
    '|---|---|',
    ...Object.entries(flags).map(([flag, meaning]) => `| \`${flag}\` | ${meaning} |`),
  ];
  const { amount, tokenRatio, staleHours } = tolerancesOf({ currency: 'USD' });
  const elsewhere = tolerancesOf({ currency: 'EUR' }).amount;
  const bounds = [
    page.tolerances(amount, elsewhere, `${tokenRatio * 100} %`, staleHours),
    '',
    page.lists(limits.CAUSES_MAX, limits.DAYS_MAX, limits.USERS_MAX),
  ];
  await expectSections(page.file, { completeness, bounds });
});

const MIB = 1024 * 1024;

test.each(Object.values(PAGES))('$api names what a request may have', async ({ api, limits: sentence }) => {
  const line = sentence(
    `${limits.BODY_BYTES_MAX / MIB} MiB`,
    grouped(limits.RECORDS_MAX),
    limits.BODY_DEPTH_MAX,
    grouped(limits.TEXT_LENGTH_MAX),
    limits.AMOUNT_LENGTH_MAX,
  );
  await expectSections(api, { limits: [line] });
});
