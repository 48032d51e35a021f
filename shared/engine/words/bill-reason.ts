import type { Language } from '../../language.ts';
import { roundHalfAway, shiftPoint, toDecimal, toPlainText } from '../../money/money.ts';
import type { BillFacts } from '../../schemas/finding-facts.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import { formatBucketStarts } from './buckets.ts';
import { tokenWords } from './names.ts';

/** A decimal with at most four places, rounded. */
const rounded4 = (text: string): string =>
  toPlainText(shiftPoint(roundHalfAway(shiftPoint(toDecimal(text), 4)), -4));

const SPANS: Record<Language, readonly [since: (time: string) => string, within: (times: string) => string]> =
  {
    en: [(time) => `since ${time}`, (times) => `on ${times}`],
    zh: [(time) => `自 ${time}起`, (times) => `在 ${times}`],
  };

/** Words the first bucket of a lasting difference, or the list of buckets that differ. */
function when(
  { buckets, bucketCount, firstBucket, grain = 'day', isWithin }: BillFacts,
  language: Language,
): string {
  const [since, within] = SPANS[language];
  if (isWithin) return within(formatBucketStarts(buckets, grain, language, bucketCount - buckets.length));
  return since(formatBucketStarts(firstBucket === undefined ? [] : [firstBucket], grain, language));
}

/** Words the parts of a reason: kind of tokens, factor, days. */
function partsOf(bill: BillFacts, language: Language) {
  const { tokens = '', factor = '1' } = bill;
  return {
    tokens: tokenWords[language][tokens as keyof Tokens] ?? tokens,
    factor: rounded4(factor),
    span: when(bill, language),
  };
}

/**
 * Formats the reason why a bill differs from its estimate, as a verb phrase that follows `the bill`: `is 2 times your
 * price since 12 October`.
 */
export const billReason: Record<Language, (bill: BillFacts) => string> = {
  en: (bill) => {
    const { kind, isAbove } = bill;
    const { tokens, factor, span } = partsOf(bill, 'en');
    if (kind === 'price')
      return tokens
        ? `is ${factor} times your price for ${tokens} tokens ${span}`
        : `is ${factor} times your price ${span}`;
    if (kind === 'usage')
      return isAbove
        ? `contains usage that is not in the log ${span}, but otherwise agrees with it`
        : `is missing usage that is in the log ${span}, but otherwise agrees with it`;
    if (kind === 'tokens')
      return `has ${factor} times as many ${tokens} tokens as the log ${span}, but otherwise agrees with it`;
    return isAbove
      ? 'is higher than its requests should cost, for an unknown reason'
      : 'is lower than its requests should cost, for an unknown reason';
  },
  zh: (bill) => {
    const { kind, isAbove } = bill;
    const { tokens, factor, span } = partsOf(bill, 'zh');
    if (kind === 'price') return `${span}是您填写的价格的 ${factor} 倍${tokens ? `（${tokens} token）` : ''}`;
    if (kind === 'usage') return `${span}${isAbove ? '有日志中没有的用量' : '缺少日志中的用量'}，其余一致`;
    if (kind === 'tokens') return `${span}的${tokens} token 是日志的 ${factor} 倍，其余一致`;
    return `${isAbove ? '高于' : '低于'}按进价估算的成本，从数字看不出原因`;
  },
};

/** Remedies for a bill above its estimate, by reason. */
const REMEDIES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    price:
      'If the provider changed its price, enter the new price from that day on. Otherwise, dispute the bill.',
    usage: 'If the bill contains usage that is not in the log, find out who else uses the API key.',
    tokens: 'If only one kind of token differs, compare the usage in the bill with the log.',
  },
  zh: {
    price: '如果上游改了价，请填写从那天起的新价格；否则请向上游申诉。',
    usage: '如果账单中有日志里没有的用量，请查明还有谁在用这个 API 密钥。',
    tokens: '如果只有某类 token 数不同，请对比账单与日志的用量。',
  },
};

/** Returns the remedies for all reasons as one text, for a bill that is higher for an unknown reason. */
export const billRemedies = (language: Language): string =>
  Object.values(REMEDIES[language]).join(language === 'en' ? ' ' : '');

/** Returns the remedy for a bill above its estimate; `undefined` for a lower bill and for an unknown reason. */
export const billRemedy = ({ kind, isAbove }: BillFacts, language: Language): string | undefined =>
  isAbove ? REMEDIES[language][kind] : undefined;
