import { isPositive, larger, total, ZERO } from '../../money.ts';
import { isEffective } from '../groups/payment.ts';
import { isIncluded, type PaymentRow } from '../rows/row.ts';
import { byCourse } from '../rows/supersession.ts';
import { check, code } from './check.ts';

const credited = (row: PaymentRow) => row.credited ?? ZERO;

/** The latest says in which period a repetition is listed. */
const isListedHere = (rows: readonly PaymentRow[]): boolean => {
  const latest = rows.toSorted(byCourse).at(-1);
  return latest !== undefined && isIncluded(latest);
};

/** A payment is booked once. */
export const paymentDuplicates = check({
  id: 'payment-duplicates',
  invariant:
    'A transaction has one row of its latest status, whatever its date. Of several rows, the one with the largest credit is taken as right, and an unknown credit counts as 0. They are listed in the period of the latest.',
  codes: {
    duplicate_payment: code('payment', ['critical', 'warning'], 'lost', {
      needs: 'payments',
      en: {
        title: 'A payment is in the ledger more than once.',
        remedy: 'Keep one row, and take back the credit of the others.',
        clause: ['a payment was credited more than once', '# payments were credited more than once'],
        message: ({ name, counts, amount, currency }) =>
          amount === '0'
            ? `Payment ${name} has ${counts.rows} rows of one status.`
            : `Payment ${name} has ${counts.rows} rows of one status, which credit ${amount} ${currency} beyond the largest of them.`,
      },
      zh: {
        title: '同一笔充值在账中出现多次。',
        remedy: '保留一条，收回其余各条的入账。',
        clause: '# 笔充值被重复入账',
        message: ({ name, counts, amount, currency }) =>
          amount === '0'
            ? `充值 ${name} 有 ${counts.rows} 条状态相同的记录。`
            : `充值 ${name} 有 ${counts.rows} 条状态相同的记录，除最大的一条外多入账 ${amount} ${currency}。`,
      },
    }),
  },
  payment({ current }, { find }) {
    if (current.length < 2 || !isListedHere(current)) return;
    const effective = current.filter(isEffective);
    const amount = total(effective, credited).minus(effective.map(credited).reduce(larger, ZERO));
    find('duplicate_payment', {
      amount,
      severity: isPositive(amount) ? 'critical' : 'warning',
      counts: { rows: current.length },
    });
  },
});
