import { share, shown } from '../answer/shown.ts';
import type { Language } from '../language.ts';
import type { RunReport } from '../prices/run-report.ts';

type Estimate = NonNullable<RunReport['summary']['estimate']>;

const english = {
  /** @param cost with its currency, as all sums */
  estimated: (cost: string, requests: number): string =>
    `By your prices, ${requests} ${requests === 1 ? 'request' : 'requests'} cost ${cost} (an estimate, no part of the cost).`,
  billed: (billed: string, difference: string, isMore: boolean): string =>
    `The bills of the same time come to ${billed}: ${difference} ${isMore ? 'more' : 'less'} than estimated.`,
  unpriced: (requests: number): string =>
    `Without a price: ${requests} ${requests === 1 ? 'request' : 'requests'}; --show-prices lists their models.`,
};

const words = {
  en: english,
  zh: {
    estimated: (cost, requests) => `按您写的价格，${requests} 个请求的成本为 ${cost}（估算，不计入成本）。`,
    billed: (billed, difference, isMore) =>
      `同一时段的账单为 ${billed}，比估算${isMore ? '多' : '少'} ${difference}。`,
    unpriced: (requests) => `没有价格的请求：${requests} 个；--show-prices 会列出它们的模型。`,
  },
} as const satisfies Record<Language, typeof english>;

/** What stated prices come to, beside bills of the same time: a sentence each. */
export function estimateLines(
  { requests, unpriced, cost, billed, difference, rate }: Estimate,
  currency: string,
  language: Language,
): string[] {
  const said = words[language];
  const money = (amount: string): string => `${shown(amount)} ${currency}`;
  const part = rate === null ? '' : ` (${share(Math.abs(rate))})`;
  return [
    said.estimated(money(cost), requests),
    ...(billed === null || difference === null
      ? []
      : [
          said.billed(
            money(billed),
            `${money(difference.replace('-', ''))}${part}`,
            !difference.startsWith('-'),
          ),
        ]),
    ...(unpriced > 0 ? [said.unpriced(unpriced)] : []),
  ];
}
