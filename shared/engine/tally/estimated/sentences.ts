import type { Language } from '../../../language.ts';
import { decimal, exceeds, plain, shifted, wholeHalfAway } from '../../../money.ts';
import { type Grain, told } from './told.ts';

/** What a finding about a bill and its estimate holds: names, exact decimals, texts and counts. */
interface Told {
  readonly name: string;
  readonly names: readonly string[];
  readonly amounts: Readonly<Record<string, string>>;
  readonly counts: Readonly<Record<string, number>>;
}

/** A factor as people say it: at most four decimals, rounded. */
const factorText = (factor = '1'): string => plain(shifted(wholeHalfAway(shifted(decimal(factor), 4)), -4));

const isAbove = ({ amounts }: Told): boolean =>
  exceeds(decimal(amounts.billed ?? '0'), decimal(amounts.estimated ?? '0'));

/** Since when, and in which buckets, as people say it. */
function when({ amounts, counts }: Told, language: Language): { since: string; within: string } {
  const grain = (amounts.grain ?? 'day') as Grain;
  const times = (text = ''): number[] => text.split(' ').filter(Boolean).map(Date.parse);
  const starts = times(amounts.buckets);
  return {
    since: told(times(amounts.firstBucket), grain, language),
    within: told(starts, grain, language, (counts.buckets ?? 0) - starts.length),
  };
}

const whose = ({ names: [model, channel], name }: Told): string =>
  channel === undefined ? name : `${model} over channel ${channel}`;
const whoseInChinese = ({ names: [model, channel], name }: Told): string =>
  channel === undefined ? name : `${model}（渠道 ${channel}）`;

/** What a bill is, and why, as the beginning of a sentence. */
export const billSentence: Record<Language, (finding: Told) => string> = {
  en: (finding) => {
    const { kind, tokens, factor, offsetHours } = finding.amounts;
    const { since, within } = when(finding, 'en');
    const bill = `The bill for ${whose(finding)}`;
    if (kind === 'price')
      return `${bill} is ${factorText(factor)} times your price${tokens ? ` of ${tokens} tokens` : ''} since ${since}`;
    if (kind === 'usage')
      return isAbove(finding)
        ? `${bill} holds usage outside the log on ${within}, and agrees otherwise`
        : `${bill} lacks usage of the log on ${within}, and agrees otherwise`;
    if (kind === 'tokens')
      return `${bill} has ${factorText(factor)} times the ${tokens} tokens of the log since ${since}, and agrees otherwise`;
    if (kind === 'shift') return `${bill} agrees with the log cut ${offsetHours} hours apart`;
    return `${bill} differs, and the numbers do not tell why`;
  },
  zh: (finding) => {
    const { kind, tokens, factor, offsetHours } = finding.amounts;
    const { since, within } = when(finding, 'zh');
    const bill = `${whoseInChinese(finding)} 的账单`;
    if (kind === 'price')
      return `${bill}自 ${since}起是您所写价格的 ${factorText(factor)} 倍${tokens ? `（${tokens} 类 token）` : ''}`;
    if (kind === 'usage')
      return isAbove(finding)
        ? `${bill}在 ${within}有日志之外的用量，其余一致`
        : `${bill}在 ${within}缺少日志中的用量，其余一致`;
    if (kind === 'tokens')
      return `${bill}自 ${since}起的 ${tokens} 类 token 是日志的 ${factorText(factor)} 倍，其余一致`;
    if (kind === 'shift') return `${bill}与相差 ${offsetHours} 小时切分的日志一致`;
    return `${bill}与估算不符，从数字看不出原因`;
  },
};
