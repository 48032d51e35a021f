import type { Sentence } from '../../sentence.ts';
import type { ReadFacts } from './file-facts.ts';

/**
 * Finds bills that all hold nothing but taxes, purchases and other services. Bills of a cloud hold all of its services;
 * where none of their rows is of a model, they would read as an empty bill.
 */
export function otherServices({ sources }: ReadFacts): readonly Sentence[] {
  const bills = sources.filter(({ field, head }) => field === 'upstreamCharges' && head.rows > 0);
  if (bills.length === 0 || !bills.every(({ head }) => head.isNonUsage)) return [];
  return [
    {
      en: 'The bill holds no row of a model: all of them are taxes, purchases or of other services.',
      zh: '账单中没有模型用量：所有行都是税费、采购或其他服务。',
    },
    ...bills.map(({ place, head }) => ({
      en: `${place}: ${head.rows} rows were set aside`,
      zh: `${place}：共 ${head.rows} 行，均未计入`,
    })),
    {
      en: 'Export the rows of the service that bills the models, or say in a mapping what they mean (docs/mapping.md).',
      zh: '请导出模型所属服务的账单行，或用列映射说明各列的含义（docs/mapping.zh-CN.md）。',
    },
  ];
}
