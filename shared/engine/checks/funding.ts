import { isPositive, larger, ZERO } from '../../money.ts';
import { isEffective } from '../groups/payment.ts';
import { sum } from '../tally/monoid.ts';
import { check } from './check.ts';

/** What is spent was paid in. */
export const funding = check({
  id: 'funding',
  invariant:
    'Net revenue does not exceed the credits of effective payments, of each transaction the largest; judged only where all credits are known. With a period’s start, wallets may have held an opening balance.',
  codes: {
    funding_shortfall: {
      about: 'report',
      severities: ['warning', 'info'],
      needs: 'payments',
      words: {
        en: {
          title:
            'Customers spent more than was credited to them; info where opening balances may explain it.',
          remedy: 'Look for credits that no payment covers: gifts, redemption codes, manual top-ups.',
          message: ({ amounts, amount, currency }) =>
            `Revenue of ${amounts.revenue} ${currency} exceeds the credits of ${amounts.credited} by ${amount}.`,
        },
      },
    },
  },
  tally: sum,
  payment({ rows }, { tally }) {
    let credit = ZERO;
    for (const row of rows) if (isEffective(row) && row.credited) credit = larger(credit, row.credited);
    if (credit !== ZERO) tally.add(credit);
  },
  conclude({ tally, find, context, figures: { flags, revenue } }) {
    const shortfall = revenue.minus(tally.value);
    if (!flags.paymentCredits || !isPositive(shortfall)) return;
    find('funding_shortfall', {
      amount: shortfall,
      severity: context.start === undefined ? 'warning' : 'info',
      amounts: { revenue, credited: tally.value },
    });
  },
});
