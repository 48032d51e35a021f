import type { Language } from '../../language.ts';
import { roundForDisplay, roundHalfAway, shiftPoint, toDecimal, toPlainText } from '../../money/money.ts';
import type { BillFacts } from '../../schemas/finding-facts.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import { bucketList } from './buckets.ts';
import { tokenWords } from './token-words.ts';

/** A decimal with at most four places, rounded. */
const rounded4 = (text: string): string =>
  toPlainText(shiftPoint(roundHalfAway(shiftPoint(toDecimal(text), 4)), -4));

const SPANS: Record<Language, readonly [since: (time: string) => string, within: (times: string) => string]> =
  {
    en: [(time) => `since ${time}`, (times) => `on ${times}`],
    zh: [(time) => `自 ${time}起`, (times) => `在 ${times}`],
  };

/** Since when, or in which buckets, as people say it. */
function when(
  { buckets, bucketCount, firstBucket, grain = 'day', isWithin }: BillFacts,
  language: Language,
): string {
  const [since, within] = SPANS[language];
  if (isWithin) return within(bucketList(buckets, grain, language, bucketCount - buckets.length));
  return since(bucketList(firstBucket === undefined ? [] : [firstBucket], grain, language));
}

/** The parts of a reason in words: kind of tokens, factor, days, and what was given back. */
function partsOf(bill: BillFacts, language: Language) {
  const { tokens = '', factor = '1', refunded = '' } = bill;
  return {
    tokens: tokenWords[language][tokens as keyof Tokens] ?? tokens,
    factor: rounded4(factor),
    span: when(bill, language),
    refunded: refunded && toPlainText(roundForDisplay(toDecimal(refunded))),
  };
}

/** What is wrong with a bill, and why: the rest of a sentence that begins with the bill. */
export const billReason: Record<Language, (bill: BillFacts) => string> = {
  en: (bill) => {
    const { kind, isAbove, offsetHours } = bill;
    const { tokens, factor, span, refunded } = partsOf(bill, 'en');
    if (kind === 'price')
      return `is ${factor} times your price${tokens ? ` of ${tokens} tokens` : ''} ${span}`;
    if (kind === 'usage') {
      if (refunded) return `gives back ${refunded} ${span}, and agrees otherwise`;
      return `${isAbove ? 'holds usage outside the log' : 'lacks usage of the log'} ${span}, and agrees otherwise`;
    }
    if (kind === 'tokens')
      return `has ${factor} times the ${tokens} tokens of the log ${span}, and agrees otherwise`;
    if (kind === 'shift') return `agrees with the log cut ${offsetHours} hours apart`;
    return `is ${isAbove ? 'above' : 'below'} the estimate of its requests, and the numbers do not tell why`;
  },
  zh: (bill) => {
    const { kind, isAbove, offsetHours } = bill;
    const { tokens, factor, span, refunded } = partsOf(bill, 'zh');
    if (kind === 'price') return `${span}是您所写价格的 ${factor} 倍${tokens ? `（${tokens} token）` : ''}`;
    if (kind === 'usage') {
      if (refunded) return `${span}退回 ${refunded}，其余一致`;
      return `${span}${isAbove ? '有日志之外的用量' : '缺少日志中的用量'}，其余一致`;
    }
    if (kind === 'tokens') return `${span}的${tokens} token 是日志的 ${factor} 倍，其余一致`;
    if (kind === 'shift') return `与相差 ${offsetHours} 小时切分的日志一致`;
    return `${isAbove ? '高于' : '低于'}对其请求的估算，从数字看不出原因`;
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

/** What to do about a bill above its estimate, where the reason is known. */
export const billRemedy = ({ kind, isAbove }: BillFacts, language: Language): string | undefined =>
  isAbove ? REMEDIES[language][kind] : undefined;
