import { isPositive } from '../../money/money.ts';
import { isEffective } from '../groups/payment.ts';
import { check, code } from './check.ts';

/** What was paid is in the processor's report, what was credited in the gateway's list, and both are one transaction. */
export const paymentSides = check({
  id: 'payment-sides',
  invariant:
    "Every credit of the gateway has its payment in the processor's report, and every payment there has its top-up or order. This is judged for each processor of which orders were joined by their number, between the first and the last of them; what is outside is an info. The API sees one record of each payment, so it judges nothing.",
  codes: {
    credit_without_payment: code('payment', ['critical'], 'lost', { needs: 'payments' }),
    payment_without_credit_row: code('payment', ['critical'], 'doubtful', { needs: 'payments' }),
    payment_not_judged: code('payment', ['info'], null, { needs: 'payments' }),
  },
  payment(payment, { find }) {
    for (const row of payment.distinct) {
      const { lacks, isOutsideReports } = row.fact;
      if (isOutsideReports)
        find('payment_not_judged', { amount: row.creditAlone ? row.credited : row.gross });
      const upTo = payment.upTo(row);
      if (lacks === 'payment' && row.credited && isPositive(row.credited))
        find('credit_without_payment', { amount: row.credited, upTo });
      if (lacks === 'credit' && isEffective(row))
        find('payment_without_credit_row', { amount: row.gross, upTo });
    }
  },
});
