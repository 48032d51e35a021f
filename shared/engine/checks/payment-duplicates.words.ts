import type { CodeTextsOf } from '../words/code-text.ts';
import type { paymentDuplicates } from './payment-duplicates.ts';

/** Words for the codes of `paymentDuplicates`. */
export const paymentDuplicatesWords: CodeTextsOf<typeof paymentDuplicates> = {
  duplicate_payment: {
    en: {
      title: 'A payment is listed more than once.',
      remedy: 'Keep one row, and take back the credit for the others.',
      clause: ['a payment@ was credited more than once', '# payments@ were credited more than once'],
      message: ({ name, counts, amount, currency }) =>
        amount === '0'
          ? `Payment ${name} has ${counts.rows} rows with the same status.`
          : `Payment ${name} has ${counts.rows} rows with the same status: ${amount} ${currency} was credited on top of the largest credit.`,
    },
    zh: {
      title: '同一笔充值出现了多次。',
      remedy: '保留一条，收回其余各条的入账。',
      clause: '# 笔充值被重复入账',
      message: ({ name, counts, amount, currency }) =>
        amount === '0'
          ? `充值 ${name} 有 ${counts.rows} 条状态相同的记录。`
          : `充值 ${name} 有 ${counts.rows} 条状态相同的记录，除最大的一笔外多入账 ${amount} ${currency}。`,
    },
  },
};
