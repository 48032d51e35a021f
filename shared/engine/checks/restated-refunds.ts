import { isPositive, plain } from '../../money.ts';
import { distinctSales } from '../rows/copies.ts';
import type { UsageRow } from '../rows/row.ts';
import { check } from './check.ts';

/**
 * Gross amounts that refund rows repeat: of n rows of one gross at most n - 1, for one of them is the charge.
 * @param keyOf what rows must share beside their gross; rows without a key restate nothing.
 */
function restated(rows: readonly UsageRow[], keyOf: (row: UsageRow) => string | undefined) {
  const byGross = new Map<string, UsageRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === undefined || !isPositive(row.gross)) continue;
    const grossKey = `${plain(row.gross)} ${key}`;
    byGross.set(grossKey, [...(byGross.get(grossKey) ?? []), row]);
  }
  return [...byGross.values()].flatMap((same) => {
    const refunds = same.filter((row) => row.status === 'refunded');
    return refunds.slice(0, same.length - 1);
  });
}

/** A refund row states the refund, not the charge again. */
export const restatedRefunds = check({
  id: 'restated-refunds',
  invariant:
    'A refunded row does not repeat the gross of another settled row of its request (upstream: of its request and upstream id), or the charge stands twice in the totals; copies are looked at once.',
  codes: {
    restated_refund: {
      about: 'request',
      severities: ['warning'],
      words: {
        en: {
          title: 'A refund row repeats the charge that it refunds.',
          remedy: 'Give the refund row a charge of 0, or put the refund into the charge’s own row.',
          message: ({ name, amount, currency }) =>
            `Refund rows of request ${name} repeat ${amount} ${currency} of its charge, which the revenue now holds twice.`,
        },
      },
    },
    restated_upstream_refund: {
      about: 'request',
      severities: ['warning'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'An upstream refund row repeats the cost that it refunds.',
          remedy: 'Give the refund row a cost of 0, or put the refund into the charge’s own row.',
          message: ({ name, amount, currency }) =>
            `Upstream refund rows of request ${name} repeat ${amount} ${currency} of its cost, which the cost now holds twice.`,
        },
      },
    },
  },
  request({ sales, attempts }, { find }) {
    if (sales.length > 1)
      for (const { gross } of restated(distinctSales(sales), () => ''))
        find('restated_refund', { amount: gross });
    if (attempts.length > 1)
      for (const { gross, upstreamId } of restated(attempts, (row) => row.upstreamId))
        find('restated_upstream_refund', { amount: gross, upstreamIds: upstreamId ? [upstreamId] : [] });
  },
});
