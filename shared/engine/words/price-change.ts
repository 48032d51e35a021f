import type { Language } from '../../language.ts';
import type { PriceSteps, PriceTerm } from '../../schemas/finding-facts.ts';
import { formatLocalTime } from '../../zoned-time.ts';

/** Names of the terms of a price, in details of findings and in each language. */
const TERMS: Readonly<Record<PriceTerm, Readonly<Record<Language | 'detail', string>>>> = {
  input: { detail: 'ratio', en: 'ratio', zh: '模型倍率' },
  output: { detail: 'completionRatio', en: 'completion ratio', zh: '补全倍率' },
  call: { detail: 'price', en: 'price per call', zh: '单次价格' },
  group: { detail: 'groupRatio', en: 'group ratio', zh: '分组倍率' },
};
const terms = Object.keys(TERMS) as PriceTerm[];

/** Formats changes of a term as name and text of a detail: `ratio`, `2.5 -> 0.25 @2026-11-22T15:49:03.000Z`. */
export const buildStepsDetail = ({
  term,
  values: [first, ...others],
}: PriceSteps): [name: string, text: string] => [
  TERMS[term].detail,
  [`${first?.[0]}`, ...others.map(([value, at]) => `${value} @${new Date(at).toISOString()}`)].join(' -> '),
];

/** Steps whose values may be texts already. */
interface WordedSteps extends Pick<PriceSteps, 'term'> {
  readonly values: readonly (readonly [value: number | string, since: number])[];
}

/** Formats the values of one term for people. A day is named once, with the first time on it. */
function formatSteps(
  { term, values: [first, ...others] }: WordedSteps,
  language: Language,
  timeZone: string,
): string {
  let day = '';
  const parts = others.map(([value, since]) => {
    const at = formatLocalTime(since, timeZone);
    const when = at.slice(0, 10) === day ? at.slice(11, 16) : at.slice(0, 16);
    day = at.slice(0, 10);
    return language === 'en' ? `-> ${value} at ${when}` : `→ ${value}（${when}）`;
  });
  return `${TERMS[term][language]} ${first?.[0]} ${parts.join(language === 'en' ? ', ' : ' ')}`;
}

/**
 * Formats changes of a model's price for people: `ratio 2.5 -> 0.25 at 2026-11-22 15:49`. Changes of several parts of
 * the price, such as the ratio and the completion ratio, are in a fixed order.
 */
export const formatPriceChanges = (
  changes: readonly WordedSteps[] = [],
  language: Language,
  timeZone = 'UTC',
): string =>
  terms
    .flatMap((term) => changes.filter((steps) => steps.term === term))
    .map((steps) => formatSteps(steps, language, timeZone))
    .join(language === 'en' ? '; ' : '；');

/**
 * Formats the detail `repriced` of a finding (`ratio 2.5 -> 0.25 @2026-11-22T15:49:03.000Z`) for people, like
 * `formatPriceChanges`. The result has times of `timeZone`, by default UTC.
 */
export function formatRepricedDetail(detail: string, language: Language, timeZone?: string): string {
  const [name, text = ''] = [detail.slice(0, detail.indexOf(' ')), detail.slice(detail.indexOf(' ') + 1)];
  const values = text.split(' -> ').map((step) => {
    const [value, at = ''] = step.split(' @');
    return [value as string, Date.parse(at)] as const;
  });
  return formatPriceChanges(
    terms.filter((term) => TERMS[term].detail === name).map((term) => ({ term, values })),
    language,
    timeZone,
  );
}
