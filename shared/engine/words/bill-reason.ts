import type { Language } from '../../language.ts';
import { decimal, exceeds, plain, shifted, wholeHalfAway } from '../../money/money.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import { type Grain, told } from './buckets.ts';
import { tokenWords } from './token-words.ts';

/** What the details of a finding about a bill and its estimate say: texts, exact decimals and counts. */
export type BillDetails = Readonly<Record<string, unknown>>;

const text = (details: BillDetails, name: string): string => {
  const value = details[name];
  return typeof value === 'string' ? value : '';
};

/** A factor as people say it: at most four decimals, rounded. */
const factorText = (details: BillDetails): string =>
  plain(shifted(wholeHalfAway(shifted(decimal(text(details, 'factor') || '1'), 4)), -4));

const isAbove = (details: BillDetails): boolean =>
  exceeds(decimal(text(details, 'billed') || '0'), decimal(text(details, 'estimated') || '0'));

const SPANS: Record<Language, readonly [since: (time: string) => string, within: (times: string) => string]> =
  {
    en: [(time) => `since ${time}`, (times) => `on ${times}`],
    zh: [(time) => `自 ${time}起`, (times) => `在 ${times}`],
  };

/** Since when, or in which buckets, as people say it. */
function when(details: BillDetails, language: Language): string {
  const grain = (text(details, 'grain') || 'day') as Grain;
  const times = (name: string): number[] => text(details, name).split(' ').filter(Boolean).map(Date.parse);
  const starts = times('buckets');
  const more = Number(details.bucketCount ?? 0) - starts.length;
  const [since, within] = SPANS[language];
  return text(details, 'span') === 'within'
    ? within(told(starts, grain, language, more))
    : since(told(times('firstBucket'), grain, language));
}

/** Which kind of tokens, if it is one. */
function tokensIn(details: BillDetails, language: Language): string {
  const kind = text(details, 'tokens');
  return tokenWords[language][kind as keyof Tokens] ?? kind;
}

/** What a bill is, and why, as details say it: the rest of a sentence that begins with the bill. */
export const billReason: Record<Language, (details: BillDetails) => string> = {
  en: (details) => {
    const [kind, tokens] = [text(details, 'kind'), tokensIn(details, 'en')];
    const [span, refunded] = [when(details, 'en'), text(details, 'refunded')];
    if (kind === 'price')
      return `is ${factorText(details)} times your price${tokens ? ` of ${tokens} tokens` : ''} ${span}`;
    if (kind === 'usage') {
      if (refunded) return `gives back ${refunded} ${span}, and agrees otherwise`;
      return `${isAbove(details) ? 'holds usage outside the log' : 'lacks usage of the log'} ${span}, and agrees otherwise`;
    }
    if (kind === 'tokens')
      return `has ${factorText(details)} times the ${tokens} tokens of the log ${span}, and agrees otherwise`;
    if (kind === 'shift') return `agrees with the log cut ${text(details, 'offsetHours')} hours apart`;
    return `is ${isAbove(details) ? 'above' : 'below'} the estimate of its requests, and the numbers do not tell why`;
  },
  zh: (details) => {
    const [kind, tokens] = [text(details, 'kind'), tokensIn(details, 'zh')];
    const [span, refunded] = [when(details, 'zh'), text(details, 'refunded')];
    if (kind === 'price')
      return `${span}是您所写价格的 ${factorText(details)} 倍${tokens ? `（${tokens} token）` : ''}`;
    if (kind === 'usage') {
      if (refunded) return `${span}退回 ${refunded}，其余一致`;
      return `${span}${isAbove(details) ? '有日志之外的用量' : '缺少日志中的用量'}，其余一致`;
    }
    if (kind === 'tokens') return `${span}的${tokens} token 是日志的 ${factorText(details)} 倍，其余一致`;
    if (kind === 'shift') return `与相差 ${text(details, 'offsetHours')} 小时切分的日志一致`;
    return `${isAbove(details) ? '高于' : '低于'}对其请求的估算，从数字看不出原因`;
  },
};

/** What to do about a bill above its estimate, by why it is. */
const REMEDIES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    price: 'Where the price changed, state the new one from that day on.',
    usage: 'Where usage lies outside the log, look who else has the key.',
    tokens: "Where one kind of tokens differs, compare the provider's usage with the log's.",
  },
  zh: {
    price: '价格变了，就从那天起写上新价格。',
    usage: '用量不在日志里，就查还有谁在用这个密钥。',
    tokens: '某类 token 不一致，就拿上游的用量与日志核对。',
  },
};

/** All that may be done, where the reason is not known. */
export const billRemedies = (language: Language): string =>
  Object.values(REMEDIES[language]).join(language === 'en' ? ' ' : '');

/** What to do about a bill above its estimate, where details say why. */
export const billRemedy = (details: BillDetails, language: Language): string | undefined =>
  isAbove(details) ? REMEDIES[language][text(details, 'kind')] : undefined;
