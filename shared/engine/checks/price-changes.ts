import { changesTold, detailOf, valuesText } from '../../answer/words/price-change.ts';
import { check, code } from './check.ts';

/** Who buys at one price learns when it changed. */
export const priceChanges = check({
  id: 'price-changes',
  invariant:
    'The log says of each request which ratios and prices it was charged by. Where those of a model changed within the period, all of them are told, each with its first time; by group where the groups saw different ones.',
  codes: {
    price_changed: code(['model', 'pair'], ['info'], null, {
      en: {
        title: "A model's price was changed.",
        remedy: 'Nothing, if you changed it. Otherwise look who did, and what was sold in between.',
        clause: "a model's price was changed",
        message: (finding) =>
          `${finding.names[0] ?? finding.name}: ${changesTold(finding.amounts, 'en')} (UTC), group ${finding.names[1] ?? 'all'}.`,
      },
      zh: {
        title: '模型的价格有过改动。',
        remedy: '如果是您改的，无需处理；否则请查明是谁改的，以及其间售出了什么。',
        clause: '模型的价格有过改动',
        message: (finding) =>
          `${finding.names[0] ?? finding.name}：${changesTold(finding.amounts, 'zh')}（UTC），${finding.names[1] === undefined ? '所有分组' : `分组 ${finding.names[1]}`}。`,
      },
    }),
  },
  conclude({ find, context }) {
    const byLine = Map.groupBy(context.priceChanges, ({ model, group }) => JSON.stringify([model, group]));
    for (const changes of byLine.values()) {
      const { model = '', group } = changes[0] ?? {};
      find('price_changed', {
        subject:
          group === undefined ? { kind: 'model', name: model } : { kind: 'pair', name: [model, group] },
        names: { model },
        counts: { changes: changes.reduce((sum, { values }) => sum + values.length - 1, 0) },
        texts: Object.fromEntries(changes.map(({ term, values }) => [detailOf(term), valuesText(values)])),
      });
    }
  },
});
