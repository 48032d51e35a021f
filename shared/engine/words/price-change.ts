import type { Language } from '../../language.ts';

/** A term of a price: the ratio of input tokens, that of output tokens, the price of a call, the ratio of a group. */
export type PriceTerm = 'input' | 'output' | 'call' | 'group';

/** What a term is called in details, and by people. */
const TERMS: Readonly<Record<PriceTerm, Readonly<Record<Language | 'detail', string>>>> = {
  input: { detail: 'ratio', en: 'ratio', zh: '模型倍率' },
  output: { detail: 'completionRatio', en: 'completion ratio', zh: '补全倍率' },
  call: { detail: 'price', en: 'price of a call', zh: '单次价格' },
  group: { detail: 'groupRatio', en: 'group ratio', zh: '分组倍率' },
};

export const detailOf = (term: PriceTerm): string => TERMS[term].detail;

type Values = readonly (readonly [value: number, since: number])[];

/** Values that follow each other, for details: `2.5 -> 0.25 @2026-11-22T15:49:03.000Z -> 2.5 @2026-11-22T15:51:00.000Z`. */
export const valuesText = ([first, ...others]: Values): string =>
  [`${first?.[0]}`, ...others.map(([value, at]) => `${value} @${new Date(at).toISOString()}`)].join(' -> ');

/** The same for people: the day stands with the first time of it. */
function told(text: string, language: Language): string {
  const [first, ...others] = text.split(' -> ');
  let day = '';
  const parts = others.map((part) => {
    const [value, at = ''] = part.split(' @');
    const when = at.slice(0, 10) === day ? at.slice(11, 16) : at.slice(0, 16).replace('T', ' ');
    day = at.slice(0, 10);
    return language === 'en' ? `-> ${value} at ${when}` : `→ ${value}（${when}）`;
  });
  return `${first} ${parts.join(language === 'en' ? ', ' : ' ')}`;
}

/** What details say of terms that changed, for people. */
export const changesTold = (details: Readonly<Record<string, string>>, language: Language): string =>
  Object.values(TERMS)
    .flatMap((term) => {
      const text = details[term.detail];
      return text === undefined ? [] : [`${term[language]} ${told(text, language)}`];
    })
    .join(language === 'en' ? '; ' : '；');

/** What the details of findings say of a change that their requests lie in, for people: a term, and its values. */
export function repricedTold(text: string, language: Language): string {
  const term = text.slice(0, text.indexOf(' '));
  return changesTold({ [term]: text.slice(term.length + 1) }, language);
}
