import { isPositive, larger, total, ZERO } from '../../money.ts';
import { check } from './check.ts';

/** A request is charged once. */
export const downstreamDuplicates = check({
  id: 'downstream-duplicates',
  invariant:
    'A request has one settled downstream row; several are no harm while at most one of them carries a charge above its refund (attempt log and final row, charge row and refund row).',
  codes: {
    duplicate_downstream_request: {
      about: 'request',
      severities: ['critical', 'info'],
      words: {
        en: {
          title: 'A request is in the downstream ledger more than once.',
          remedy: 'Keep the row that is right and return what the others charged.',
          message: ({ name, counts, amount, currency }) =>
            `Request ${name} has ${counts.rows} settled downstream rows, which charge ${amount} ${currency} beyond the largest of them.`,
        },
      },
    },
  },
  request({ sales }, { find }) {
    if (sales.length < 2) return;
    const nets = sales.map((row) => row.net).filter((net) => isPositive(net));
    const amount = total(nets, (net) => net).minus(nets.reduce(larger, ZERO));
    find('duplicate_downstream_request', {
      severity: nets.length > 1 ? 'critical' : 'info',
      amount,
      counts: { rows: sales.length },
    });
  },
});
