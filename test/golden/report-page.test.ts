import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reconcile } from '#shared/engine/reconcile.ts';
import { tolerancesOf } from '#shared/engine/report/summary.ts';
import type { Language } from '#shared/language.ts';
import * as limits from '#shared/limits.ts';
import type { Completeness } from '#shared/schemas/report.ts';
import { descriptions } from '#tools/openapi/descriptions.ts';
import { inWords } from '../support/engine/case-file.ts';
import { textLedger } from '../support/engine/text-ledger.ts';
import { withSection } from '../support/golden/generated-section.ts';

/** A flag of `completeness`; the empty name stands for all of them. */
type Flag = keyof Completeness | '';

/**
 * What the generated tables say on the page of each language. In English, each flag and each limit is worded by its
 * owner; the Chinese page has words of its own, and lacks none (the types see to it).
 */
const PAGES = {
  en: {
    file: 'docs/report.md',
    flags: descriptions.Completeness as Record<Flag, string>,
    flagHeads: '| Flag of `completeness` | True if |',
    tolerances: (usd: string, other: string, tokens: string, hours: number) =>
      `\`summary.tolerances\` prints the only three: amounts may differ by one quota unit (${usd} in USD, at 500 000 to the dollar; ${other} in any other report currency, whose unit is not known), token counts by ${tokens} of the larger, and pending rows are stale after ${hours} hours.`,
    limitHeads: '| Limit | Value | Meaning |',
    limits: limitsInEnglish(),
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
      rows: '没有带金额的行未能读取。通过接口提交时总是 true：行要么读取，要么拒绝。',
      margin: '收入与成本覆盖同样的请求：`requestMatching` 为 true，且没有其他币种或待结算的用量行。',
      paymentCredits: '计入的支付都写明了 `creditedAmount`。',
      findings: '问题清单是完整的；计数则始终完整。',
      pricing: '仅供参考：收费的行都写明了 `expectedCharge`，价格都检查过。',
      tokens: '仅供参考：每一对的两行都写明了 token 数；没有上游账时为 false。',
    },
    flagHeads: '| `completeness` 的标志 | 为 true 的条件 |',
    tolerances: (usd: string, other: string, tokens: string, hours: number) =>
      `全部容差只有三个，写在 \`summary.tolerances\` 里：金额可差一个额度单位（USD 为 ${usd}，即 500 000 个单位合 1 美元；其他报告币种的单位未知，按 ${other}），token 数可差较大一方的 ${tokens}，待结算满 ${hours} 小时算过期。`,
    limitHeads: '| 上限 | 数值 | 含义 |',
    limits: {
      BODY_BYTES_MAX: '请求体最大多少字节，按解码后的 UTF-8 文本计。',
      BODY_DEPTH_MAX: '请求体里数组和对象最多嵌套几层。',
      RECORDS_MAX: '一本账最多多少条记录；normalize 请求的一个字段最多多少条原始行。',
      DETAILS_MAX: '一次拒绝的 `details` 最多列几条。',
      TEXT_LENGTH_MAX: '文本字段（ID、模型、渠道、币种）最长多少个 UTF-16 码元。',
      AMOUNT_LENGTH_MAX: '写成十进制字符串的金额最长多少个字符。',
      LONG_NUMBERS_MAX:
        '一个请求里，写成 JSON 数字、展开后比上一项还长的金额最多多少个。再多几千个，Lambda 的内存就不够了。',
      REPLY_BYTES_MAX: '回复在压缩之前最大多少字节：转义之后的 Lambda 回复不能超过 6 MB。',
      CAUSES_MAX: '`summary.causes` 最多几项；超出时由 `summary.cut` 指明。',
      DAYS_MAX: '`summary.byDay` 最多几项，取最近的日期；超出时由 `summary.cut` 指明。',
      USERS_MAX: '`summary.byUser` 最多几项；超出时由 `summary.cut` 指明。',
      GZIP_BYTES_MIN: '超过这么多字节的回复会压缩，前提是客户端接受。',
      REPLY_ESCAPED_BYTES_MAX:
        '回复被 Lambda 转义成 JSON 字符串之后最大多少字节：6 MiB，减去状态码和响应头的余量。',
      STATE_BYTES_MAX: 'Step Functions 的一个状态最多 262 144 字节，其余留给 Lambda 包在回复外面的内容。',
    } satisfies Record<keyof typeof limits, string>,
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

/** Every limit as `shared/limits.ts` explains it. */
function limitsInEnglish(): Record<string, string> {
  const explained = readFileSync('shared/limits.ts', 'utf8').matchAll(
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+) =/g,
  );
  return Object.fromEntries(
    [...explained].map(([, comment = '', name = '']) => [
      name,
      comment.replaceAll(/\s*\n?\s*\*\s/g, ' ').trim(),
    ]),
  );
}

const grouped = (value: number): string => value.toLocaleString('en').replaceAll(',', ' ');

test.each(Object.values(PAGES))('$file names every flag, tolerance and limit', async (page) => {
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
    page.limitHeads,
    '|---|---:|---|',
    ...Object.entries(page.limits).map(
      ([name, meaning]) =>
        `| \`${name}\` | ${grouped((limits as Record<string, number>)[name] ?? Number.NaN)} | ${meaning} |`,
    ),
  ];
  const text = withSection(page.file, 'bounds', bounds, withSection(page.file, 'completeness', completeness));
  await expect(text).toMatchFileSnapshot(`../../${page.file}`);
});
