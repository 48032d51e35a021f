import type { Language } from '../../language.ts';
import { roundHalfAway, shiftPoint, toDecimal, toPlainText } from '../../money/money.ts';
import type { BillFacts } from '../../schemas/finding-facts.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import { formatBucketStarts, formatStart } from './buckets.ts';
import { tokenWords } from './names.ts';

/** A decimal with at most three places, rounded. */
const rounded3 = (text: string): string =>
  toPlainText(shiftPoint(roundHalfAway(shiftPoint(toDecimal(text), 3)), -3));

type FormatSpan = (times: string) => string;
const SPANS: Record<Language, readonly [since: FormatSpan, within: FormatSpan, always: string]> = {
  en: [(time) => `since ${time}`, (times) => `on ${times}`, 'on every day'],
  zh: [(time) => `自${time}起`, (times) => `在${times}`, '每天'],
};

/** Words the parts of a reason: kind of tokens, factor, and the first bucket that differs, or all that do. */
function partsOf(bill: BillFacts, language: Language) {
  const {
    tokens = '',
    factor = '1',
    buckets,
    bucketCount,
    firstBucket,
    grain = 'day',
    isWithin,
    isAlways,
    timeZone = 'UTC',
  } = bill;
  const [since, within, always] = SPANS[language];
  const isSinceDay = !isWithin && grain === 'day' && firstBucket !== undefined;
  const starts = isWithin ? buckets : firstBucket === undefined ? [] : [firstBucket];
  const times = isSinceDay
    ? formatStart(firstBucket, timeZone, language)
    : formatBucketStarts(starts, grain, timeZone, language, isWithin ? bucketCount - starts.length : 0);
  return {
    tokens: tokenWords[language][tokens as keyof Tokens] ?? tokens,
    factor: rounded3(factor),
    span: isWithin ? within(times) : isAlways ? always : since(times),
  };
}

/** Formats why a bill differs, as a verb phrase after `the bill`: `charges 2 times your purchase price since 12 October`. */
export const billReason: Record<Language, (bill: BillFacts) => string> = {
  en: (bill) => {
    const { kind, isAbove } = bill;
    const { tokens, factor, span } = partsOf(bill, 'en');
    if (kind === 'price')
      return `charges ${factor} times your purchase price ${tokens && `for ${tokens} tokens `}${span}`;
    if (kind === 'usage')
      return isAbove
        ? `contains usage that is not in the log ${span}; all other usage agrees`
        : `is missing usage that is in the log ${span}; all other usage agrees`;
    if (kind === 'tokens')
      return `has ${factor} times as many ${tokens} tokens as the log ${span}; all other tokens agree`;
    return isAbove
      ? 'is higher than its requests should cost, for an unknown reason'
      : 'is lower than its requests should cost, for an unknown reason';
  },
  zh: (bill) => {
    const { kind, isAbove } = bill;
    const { tokens, factor, span } = partsOf(bill, 'zh');
    if (kind === 'price')
      return `${span}按您填写的进价的 ${factor} 倍计费${tokens ? `（${tokens} token）` : ''}`;
    if (kind === 'usage')
      return `${span}${isAbove ? '有日志中没有的用量' : '缺少日志中的用量'}，其余用量一致`;
    if (kind === 'tokens') return `${span}的${tokens} token 是日志的 ${factor} 倍，其余 token 一致`;
    return `${isAbove ? '高于' : '低于'}按进价估算的成本，从数字看不出原因`;
  },
};

/** Remedies for a bill above its estimate, by reason. */
const REMEDIES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    price: 'Ask the provider about it; if the price has changed, enter the new one.',
    usage: 'Find out who else uses the API key.',
    tokens: 'Ask the provider how it counts these tokens.',
  },
  zh: {
    price: '请向上游核实；如果价格确实变了，请填写新的进价。',
    usage: '请查明还有谁在用这个 API 密钥。',
    tokens: '请向上游核实这类 token 的计法。',
  },
};

/** Returns the remedy for a bill above its estimate; `undefined` for a lower bill and for an unknown reason. */
export const billRemedy = ({ kind, isAbove }: BillFacts, language: Language): string | undefined =>
  isAbove ? REMEDIES[language][kind] : undefined;
