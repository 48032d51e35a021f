import type { Language } from '../../language.ts';
import type { PriceChange, PriceTerm } from '../survey/facts.ts';
import { check, type Wording } from './check.ts';

/** What a term is called in details, and by people. */
const TERMS: Readonly<Record<PriceTerm, Readonly<Record<Language | 'detail', string>>>> = {
  input: { detail: 'ratio', en: 'ratio', zh: '模型倍率' },
  output: { detail: 'completionRatio', en: 'completion ratio', zh: '补全倍率' },
  call: { detail: 'price', en: 'price of a call', zh: '单次价格' },
  group: { detail: 'groupRatio', en: 'group ratio', zh: '分组倍率' },
};

/** As details have it: `2.5 -> 0.25 @2026-11-22T15:49:03.000Z -> 2.5 @2026-11-22T15:51:00.000Z`. */
const valuesText = ([first, ...others]: PriceChange['values']): string =>
  [`${first?.[0]}`, ...others.map(([value, at]) => `${value} @${new Date(at).toISOString()}`)].join(' -> ');

/** The same for people: the day stands with the first time of it. */
function told(text: string, language: Language): string {
  const [first, ...others] = text.split(' -> ');
  let day = '';
  const parts = others.map((part) => {
    const [value, at = ''] = part.split(' @');
    const when = at.startsWith(day) && day !== '' ? at.slice(11, 16) : at.slice(0, 16).replace('T', ' ');
    day = at.slice(0, 10);
    return language === 'en' ? `-> ${value} at ${when}` : `→ ${value}（${when}）`;
  });
  return `${first} ${parts.join(language === 'en' ? ', ' : ' ')}`;
}

const changesIn = ({ amounts }: Wording, language: Language): string[] =>
  Object.values(TERMS).flatMap((term) => {
    const text = amounts[term.detail];
    return text === undefined ? [] : [`${term[language]} ${told(text, language)}`];
  });

/** Who buys at one price learns when it changed. */
export const priceChanges = check({
  id: 'price-changes',
  invariant:
    'The log says of each request which ratios and prices it was charged by. Where those of a model changed within the period, all of them are told, each with its first time; by group where the groups saw different ones.',
  codes: {
    price_changed: {
      about: ['model', 'pair'],
      severities: ['info'],
      side: null,
      words: {
        en: {
          title: "A model's price was changed.",
          remedy: 'Nothing, if you changed it. Otherwise look who did, and what was sold in between.',
          clause: "a model's price was changed",
          message: (finding) =>
            `${finding.names[0] ?? finding.name}: ${changesIn(finding, 'en').join('; ')} (UTC), group ${finding.names[1] ?? 'all'}.`,
        },
        zh: {
          title: '模型的价格有过改动。',
          remedy: '如果是您改的，无需处理；否则请查明是谁改的，以及其间售出了什么。',
          clause: '模型的价格有过改动',
          message: (finding) =>
            `${finding.names[0] ?? finding.name}：${changesIn(finding, 'zh').join('；')}（UTC），${finding.names[1] === undefined ? '所有分组' : `分组 ${finding.names[1]}`}。`,
        },
      },
    },
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
        texts: Object.fromEntries(
          changes.map(({ term, values }) => [TERMS[term].detail, valuesText(values)]),
        ),
      });
    }
  },
});
