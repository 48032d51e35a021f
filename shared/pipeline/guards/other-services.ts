import type { Sentence } from '../../sentence.ts';
import type { ReadFacts } from './file-facts.ts';

/**
 * Builds the refusal of a run in which all bills contain only taxes, purchases and other services, but no use of
 * models. Returns an empty list for any other run.
 */
export function findBillsOfOtherServices({ sources }: ReadFacts): readonly Sentence[] {
  const bills = sources.filter(({ field, head }) => field === 'upstreamCharges' && head.rows > 0);
  if (bills.length === 0 || !bills.every(({ head }) => head.nonUsageSums)) return [];
  return [
    {
      en: 'The bill has no rows for the use of models, only taxes, purchases or other services.',
      zh: '账单中没有模型用量，只有税费、余额充值或其他服务。',
    },
    ...bills.map(({ location, head: { rows, nonUsageSums = [] } }) => {
      const sums = nonUsageSums.map(([currency, sum]) => `, ${sum} ${currency}`.trimEnd()).join('');
      return {
        en: `${location}: ${rows} rows were left out${sums}`,
        zh: `${location}：共 ${rows} 行，都没有计入${sums.replaceAll(', ', '，')}`,
      };
    }),
    {
      en: 'Export the rows of the service to which the models belong, or describe the columns in a mapping (docs/mapping.md).',
      zh: '请导出模型所属服务的账单行，或用列映射说明各列的含义（docs/mapping.zh-CN.md）。',
    },
  ];
}
