import type { reversals } from './reversals.ts';
import type { WordsOf } from './words.ts';

/** Words for the codes of `reversals`. */
export const reversalsWords: WordsOf<typeof reversals> = {
  refund_credit_not_reversed: {
    en: {
      title: 'A payment was refunded, but its credit was left in the wallet.',
      remedy: 'Take the credit back.',
      clause: [
        'a payment was refunded, and its credit still stands',
        '# payments were refunded, and their credit still stands',
      ],
      message: ({ name, amounts, amount, currency, severity }) =>
        severity === 'info'
          ? `Payment ${name} was refunded, and an administrator took its credit of ${amount} ${currency} back by hand.`
          : `Payment ${name} was refunded. At most ${amounts.expected} ${currency} of its credit may stay, but ${amounts.credited} stands: ${amount} was not taken back.`,
    },
    zh: {
      title: '付款已退，入账的额度却仍留在余额中。',
      remedy: '收回这部分额度。',
      clause: '# 笔充值已退款，余额却没有扣回',
      message: ({ name, amounts, amount, currency, severity }) =>
        severity === 'info'
          ? `充值 ${name} 已退款，管理员已手动扣回 ${amount} ${currency} 的入账。`
          : `充值 ${name} 已退款，入账最多应留 ${amounts.expected} ${currency}，实际仍有 ${amounts.credited}，其中 ${amount} 未收回。`,
    },
  },
  chargeback_credit_not_reversed: {
    en: {
      title: 'A payment was charged back, but its credit was left in the wallet.',
      remedy: 'Take the credit back, and block further use of the account until it is settled.',
      clause: [
        'a payment was charged back, and its credit still stands',
        '# payments were charged back, and their credit still stands',
      ],
      message: ({ name, amount, currency, severity }) =>
        severity === 'info'
          ? `Payment ${name} was charged back, and an administrator took its credit of ${amount} ${currency} back by hand.`
          : `Payment ${name} was charged back, but its credit of ${amount} ${currency} stands.`,
    },
    zh: {
      title: '充值被拒付，入账的额度却仍留在余额中。',
      remedy: '收回这部分额度，并在结清之前停用该账户。',
      clause: '# 笔充值已被拒付，余额却没有扣回',
      message: ({ name, amount, currency, severity }) =>
        severity === 'info'
          ? `充值 ${name} 已被拒付，管理员已手动扣回 ${amount} ${currency} 的入账。`
          : `充值 ${name} 已被拒付，但 ${amount} ${currency} 的入账仍在。`,
    },
  },
  chargeback_recorded: {
    en: {
      title: 'A payment was charged back.',
      remedy: 'Dispute it in time, or write it off. If its credit still stands, send `creditedAmount`.',
      clause: ['a payment was charged back', '# payments were charged back'],
      message: 'Payment {name} of {amount} {currency} was charged back.',
    },
    zh: {
      title: '充值被拒付。',
      remedy: '及时申诉，或作坏账核销；如果仍有入账，请在记录中写明。',
      clause: '# 笔充值被拒付',
      message: '充值 {name}（{amount} {currency}）被拒付。',
    },
  },
};
