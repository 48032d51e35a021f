import type { Language } from '../../language.ts';
import { isTiny } from '../answer/answer-input.ts';
import { formatAmount, formatCount, formatShare, pluralize } from '../answer/format-amount.ts';
import type { RunReport } from '../run-report.ts';

interface Estimated extends Pick<RunReport['summary'], 'cost' | 'requests' | 'unmatched'> {
  readonly estimate?: RunReport['summary']['estimate'] | undefined;
}

const english = {
  /**
   * @param cost amount with currency, like all sums here
   * @param all number of requests in the log
   * @param isOfSpan whether only requests that a bill may contain are estimated
   */
  estimated: (cost: string, requests: number, all: number, isOfSpan: boolean): string => {
    const which = `those with a price${isOfSpan ? ', of models and days in both log and bill' : ''}`;
    const ofAll = `${formatCount(requests)} of the log’s ${pluralize(all, 'request')} (${which})`;
    return `At your prices, ${requests < all ? ofAll : `the log’s ${pluralize(all, 'request')}`} should have cost ${cost} (an estimate, not included in the cost).`;
  },
  billed: (billed: string, difference: string, isMore: boolean): string =>
    `The bill for the same time is ${billed}, ${difference} ${isMore ? 'more' : 'less'} than estimated.`,
  asEstimated: (billed: string): string => `The bill for the same time is ${billed}, as estimated.`,
  unpriced: (requests: number): string =>
    `Requests without a price: ${requests}. Use --show-prices to list their models.`,
};

const words = {
  en: english,
  zh: {
    estimated: (cost, requests, all, isOfSpan) => {
      const ofAll = `日志的 ${formatCount(all)} 个请求中，${isOfSpan ? '模型和日期在日志与账单中都有、且' : ''}有进价的 ${formatCount(requests)} 个`;
      return `按您填写的进价，${requests < all ? ofAll : `日志的 ${formatCount(all)} 个请求`}的成本应为 ${cost}（估算，不计入成本）。`;
    },
    billed: (billed, difference, isMore) =>
      `同一时段的账单为 ${billed}，比估算${isMore ? '多' : '少'} ${difference}。`,
    asEstimated: (billed) => `同一时段的账单为 ${billed}，与估算一致。`,
    unpriced: (requests) => `没有价格的请求：${requests} 个。用 --show-prices 可列出相应的模型。`,
  },
} as const satisfies Record<Language, typeof english>;

/**
 * Builds the sentences about the estimated cost at the operator's prices: the cost, its difference from the bills, and
 * the number of requests without a price. The list is empty if the operator entered no prices.
 */
export function describeEstimate(
  { estimate, cost: costs, requests: { total }, unmatched }: Estimated,
  currency: string,
  language: Language,
): string[] {
  if (!estimate) return [];
  const inLog = total - (unmatched?.upstream.requests ?? 0);
  const { requests, unpriced, cost, billed, difference, rate } = estimate;
  const texts = words[language];
  const money = (amount: string): string => `${formatAmount(amount)} ${currency}`;
  // With a bill, an estimate covers only models and days that log and bill have in common. There is a bill if an amount
  // was compared, or if some of its cost belongs to no request.
  const isOfSpan = billed !== null || !isTiny(costs?.unattributed);
  const part = rate === null ? '' : ` (${formatShare(Math.abs(rate), language)})`;
  return [
    texts.estimated(money(cost), requests, inLog, isOfSpan),
    ...(billed === null || difference === null
      ? []
      : [
          isTiny(difference)
            ? texts.asEstimated(money(billed))
            : texts.billed(
                money(billed),
                `${money(difference.replace('-', ''))}${part}`,
                !difference.startsWith('-'),
              ),
        ]),
    ...(unpriced > 0 ? [texts.unpriced(unpriced)] : []),
  ];
}
