import type { Language } from '../../language.ts';
import { billReason, billRemedies } from '../words/bill-reason.ts';
import type { estimates } from './estimates.ts';
import type { Wording, WordsOf } from './words.ts';

/** What a bill is, and why, as the beginning of a sentence. */
const billToldIn: Record<Language, (finding: Wording) => string> = {
  en: ({ names: [model, channel], name, reasons: { bill } = {} }) =>
    `The bill for ${channel === undefined ? name : `${model} over channel ${channel}`} ${bill && billReason.en(bill)}`,
  zh: ({ names: [model, channel], name, reasons: { bill } = {} }) =>
    `${channel === undefined ? name : `${model}（渠道 ${channel}）`} 的账单${bill && billReason.zh(bill)}`,
};

/** Words for the codes of `estimates`. */
export const estimatesWords: WordsOf<typeof estimates> = {
  bill_exceeds_estimate: {
    en: {
      title: 'A bill is above what its requests are estimated to cost.',
      remedy: billRemedies('en'),
      clause: [
        'the bill is above the estimate of its requests',
        'bills are above the estimates of their requests',
      ],
      message: (finding) =>
        `${billToldIn.en(finding)}: ${finding.amount} ${finding.currency} above the estimate of ${finding.amounts.estimated}.`,
    },
    zh: {
      title: '账单高于对其请求的估算。',
      remedy: billRemedies('zh'),
      clause: '账单高于请求的估算成本',
      message: (finding) =>
        `${billToldIn.zh(finding)}：比估算的 ${finding.amounts.estimated} ${finding.currency} 多 ${finding.amount} ${finding.currency}。`,
    },
  },
  bill_below_estimate: {
    en: {
      title: 'A bill is below what its requests are estimated to cost.',
      remedy: 'Look whether a line of the bill is missing, or state the price that you really pay.',
      clause: 'the bill is below the estimate of its requests',
      message: (finding) =>
        `${billToldIn.en(finding)}: ${finding.amount} ${finding.currency} below the estimate of ${finding.amounts.estimated}.`,
    },
    zh: {
      title: '账单低于对其请求的估算。',
      remedy: '查账单是否缺行，或写上您实际支付的价格。',
      clause: '账单低于请求的估算成本',
      message: (finding) =>
        `${billToldIn.zh(finding)}：比估算的 ${finding.amounts.estimated} ${finding.currency} 少 ${finding.amount} ${finding.currency}。`,
    },
  },
};
