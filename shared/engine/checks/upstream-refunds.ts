import { isNegative } from '../../money.ts';
import type { UsageRow } from '../rows/row.ts';
import { check } from './check.ts';

const isExceeded = (row: UsageRow): boolean => row.status !== 'pending' && isNegative(row.net);
const seen = ({ net, upstreamId }: UsageRow) => ({
  amount: net.negated(),
  upstreamIds: upstreamId === undefined ? [] : [upstreamId],
});

/** A provider returns no more than it took. */
export const upstreamRefunds = check({
  id: 'upstream-refunds',
  invariant:
    'No upstream attempt is refunded more than it cost; rows without request are looked at as well, once per set of copies, unless a settled copy names a request and is looked at there.',
  codes: {
    upstream_refund_exceeds_cost: {
      about: ['request', 'ledger'],
      severities: ['warning'],
      needs: 'upstreamCharges',
      words: {
        en: {
          title: 'An upstream refund is larger than the cost.',
          remedy: 'Check the export: the refund may belong to another charge, or stand there twice.',
          message: ({ name, amount, currency }) =>
            `The upstream refunds of ${name} exceed the costs they refund by ${amount} ${currency}.`,
        },
      },
    },
  },
  request({ attempts }, { find }) {
    for (const row of attempts) if (isExceeded(row)) find('upstream_refund_exceeds_cost', seen(row));
  },
  charge({ copies }, { find }) {
    for (const rows of copies) {
      const settled = rows.filter((copy) => copy.status !== 'pending');
      const [row] = settled;
      if (row && isExceeded(row) && settled.every((copy) => copy.requestId === undefined))
        find('upstream_refund_exceeds_cost', {
          subject: { kind: 'ledger', name: 'upstreamCharges' },
          ...seen(row),
        });
    }
  },
});
