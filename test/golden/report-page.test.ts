import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reconcile } from '#shared/engine/reconcile.ts';
import { tolerancesOf } from '#shared/engine/report/summary.ts';
import * as limits from '#shared/limits.ts';
import { descriptions } from '#tools/openapi/descriptions.ts';
import { inWords } from '../support/engine/case-file.ts';
import { textLedger } from '../support/engine/text-ledger.ts';
import { withSection } from '../support/golden/generated-section.ts';

const PAGE = 'docs/report.md';

/** Ledgers of the page in text, with what it says about them: findings behind `>`, figures of the summary behind `=`. */
const examples = [...readFileSync(PAGE, 'utf8').matchAll(/^```text\n([\s\S]*?)^```/gm)].map(
  ([, text = '']) => {
    const lines = text.trim().split('\n');
    const of = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
    return { ledger: lines.filter((line) => !/^[>=]/.test(line)), finds: of('>'), figures: of('=') };
  },
);

test.each(examples)('the page is right about $ledger.0', ({ ledger, finds, figures }) => {
  const { findings, summary } = reconcile(textLedger(ledger), '2026-11-21T00:00:00Z');
  expect(findings.map(inWords).sort()).toEqual(finds.toSorted());
  for (const line of figures) {
    const [path = '', value = ''] = line.split(/ (.*)/);
    expect(summary, line).toHaveProperty(path, JSON.parse(value));
  }
});

/** Every limit as `shared/limits.ts` explains it. */
const limitLines = () =>
  [
    ...readFileSync('shared/limits.ts', 'utf8').matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+) =/g,
    ),
  ].map(([, comment = '', name = '']) => {
    const sentence = comment.replaceAll(/\s*\n?\s*\*\s/g, ' ').trim();
    const value = (limits as Record<string, unknown>)[name];
    return `| \`${name}\` | ${Number(value).toLocaleString('en').replaceAll(',', ' ')} | ${sentence} |`;
  });

test('the page names every flag, tolerance and limit as its owner words it', async () => {
  const { '': heading = '', ...flags } = descriptions.Completeness ?? {};
  const completeness = [
    heading,
    '',
    '| Flag of `completeness` | True if |',
    '|---|---|',
    ...Object.entries(flags).map(([flag, meaning]) => `| \`${flag}\` | ${meaning} |`),
  ];
  const { amount, tokenRatio, staleHours } = tolerancesOf({ currency: 'USD' });
  const elsewhere = tolerancesOf({ currency: 'EUR' }).amount;
  const bounds = [
    `\`summary.tolerances\` prints the only three: amounts may differ by one quota unit (${amount} in USD, at 500 000 to the dollar; ${elsewhere} in any other report currency, whose unit is not known), token counts by ${tokenRatio * 100} % of the larger, and what is pending is stale after ${staleHours} hours.`,
    '',
    '| Limit | Value | Meaning |',
    '|---|---:|---|',
    ...limitLines(),
  ];
  const text = withSection(PAGE, 'bounds', bounds, withSection(PAGE, 'completeness', completeness));
  await expect(text).toMatchFileSnapshot('../../docs/report.md');
});
