import type { Language } from '../../language.ts';
import { billReason } from '../words/bill-reason.ts';
import type { CodeTextsOf, Wording } from '../words/code-text.ts';
import type { estimates } from './estimates.ts';

/** The bill and the reason why it differs, as the beginning of a sentence. */
const billText: Record<Language, (finding: Wording) => string> = {
  en: ({ names: [model, channel], name, reasons: { bill } = {} }) =>
    `The bill for ${channel === undefined ? `model ${name}` : `model ${model} on channel ${channel}`} ${bill && billReason.en(bill)}`,
  zh: ({ names: [model, channel], name, reasons: { bill } = {} }) =>
    `${channel === undefined ? `模型 ${name}` : `模型 ${model}（渠道 ${channel}）`} 的账单${bill && billReason.zh(bill)}`,
};

/** Words for the codes of `estimates`. */
export const estimatesWords: CodeTextsOf<typeof estimates> = {
  bill_exceeds_estimate: {
    en: {
      title: 'A bill is higher than its requests should cost at your purchase prices.',
      remedy: 'Ask the provider how it calculated the bill.',
      clause: [
        'the bill is higher than its requests should cost',
        'bills are higher than their requests should cost',
      ],
      message: (finding) =>
        `${billText.en(finding)}: ${finding.amount} ${finding.currency} above the estimate of ${finding.amounts.estimated}.`,
    },
    zh: {
      title: '账单高于按您的进价估算的成本。',
      remedy: '请上游说明账单是怎样计算的。',
      clause: '账单高于估算的成本',
      message: (finding) =>
        `${billText.zh(finding)}：比估算的 ${finding.amounts.estimated} ${finding.currency} 多 ${finding.amount} ${finding.currency}。`,
    },
  },
  bill_below_estimate: {
    en: {
      title: 'A bill is lower than its requests should cost at your purchase prices.',
      remedy: 'Enter the price that you really pay.',
      clause: 'the bill is lower than its requests should cost',
      message: (finding) =>
        `${billText.en(finding)}: ${finding.amount} ${finding.currency} below the estimate of ${finding.amounts.estimated}.`,
    },
    zh: {
      title: '账单低于按您的进价估算的成本。',
      remedy: '请填写您实际支付的价格。',
      clause: '账单低于估算的成本',
      message: (finding) =>
        `${billText.zh(finding)}：比估算的 ${finding.amounts.estimated} ${finding.currency} 少 ${finding.amount} ${finding.currency}。`,
    },
  },
};
