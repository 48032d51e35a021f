import type { CodeTextsOf } from '../words/code-text.ts';
import type { reversals } from './reversals.ts';

/** Words for the codes of `reversals`. */
export const reversalsWords: CodeTextsOf<typeof reversals> = {
  refund_credit_not_reversed: {
    en: {
      title: 'A payment was refunded, but its credit was not taken back.',
      remedy: 'Take the credit back.',
      clause: [
        'a payment@ was refunded, but its credit was not taken back',
        '# payments@ were refunded, but their credit was not taken back',
      ],
      message: ({ name, amounts, amount, currency, severity }) => {
        if (severity === 'info')
          return `Payment ${name} was refunded, and an administrator took back its credit of ${amount} ${currency} by hand.`;
        return amounts.expected === '0'
          ? `Payment ${name} was refunded in full, but its credit of ${amount} ${currency} was not taken back.`
          : `Payment ${name} was refunded, but ${amount} ${currency} of credit was not taken back: ${amounts.credited} is left, and at most ${amounts.expected} may remain.`;
      },
    },
    zh: {
      title: '充值已退款，入账的额度却没有收回。',
      remedy: '请收回这部分额度。',
      clause: '@# 笔充值已退款，入账的额度却没有收回',
      message: ({ name, amounts, amount, currency, severity }) => {
        if (severity === 'info')
          return `充值 ${name} 已退款，管理员已手动收回 ${amount} ${currency} 的入账。`;
        return amounts.expected === '0'
          ? `充值 ${name} 已全额退款，${amount} ${currency} 的入账却没有收回。`
          : `充值 ${name} 已退款，还有 ${amount} ${currency} 的入账没有收回：目前有 ${amounts.credited}，最多应留 ${amounts.expected}。`;
      },
    },
  },
  chargeback_credit_not_reversed: {
    en: {
      title: 'A payment was charged back, but its credit was not taken back.',
      remedy: 'Take the credit back, and block the account until the money is paid.',
      clause: [
        'a payment@ was charged back, but its credit was not taken back',
        '# payments@ were charged back, but their credit was not taken back',
      ],
      message: ({ name, amount, currency, severity }) =>
        severity === 'info'
          ? `Payment ${name} was charged back, and an administrator took back its credit of ${amount} ${currency} by hand.`
          : `Payment ${name} was charged back, but its credit of ${amount} ${currency} was not taken back.`,
    },
    zh: {
      title: '充值被拒付，入账的额度却没有收回。',
      remedy: '收回这部分额度，并在款项结清之前停用该账户。',
      clause: '@# 笔充值被拒付，入账的额度却没有收回',
      message: ({ name, amount, currency, severity }) =>
        severity === 'info'
          ? `充值 ${name} 被拒付，管理员已手动收回 ${amount} ${currency} 的入账。`
          : `充值 ${name} 被拒付，${amount} ${currency} 的入账却没有收回。`,
    },
  },
  chargeback_recorded: {
    en: {
      title: 'A payment was charged back.',
      remedy: 'Dispute it in time, or write it off.',
      clause: ['a payment@ was charged back', '# payments@ were charged back'],
      message: 'Payment {name} of {amount} {currency} was charged back.',
    },
    zh: {
      title: '充值被拒付。',
      remedy: '请及时申诉，或作坏账核销。',
      clause: '@# 笔充值被拒付',
      message: '充值 {name}（{amount} {currency}）被拒付。',
    },
  },
};
