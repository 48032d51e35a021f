import { isPositive } from '../../money.ts';
import { check } from './check.ts';

/** What the provider charged the customer must have used, and the other way round. */
export const presence = check({
  id: 'presence',
  invariant:
    'Every request that a provider charged is in the downstream ledger, and every delivered request is in the upstream ledger; a failed or refunded request that nobody charged is silent, for nothing was dispatched.',
  codes: {
    unmatched_upstream: {
      about: 'request',
      severities: ['critical', 'info'],
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
      words: {
        en: {
          title: 'A provider charged a request that the downstream ledger does not have.',
          remedy: 'Look for the request in the gateway’s log: usage that was never logged is never billed.',
          message: ({ name, amount, currency }) =>
            `Request ${name} cost ${amount} ${currency} upstream, but no downstream row has this id.`,
        },
      },
    },
    unmatched_downstream: {
      about: 'request',
      severities: ['warning', 'info'],
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
      words: {
        en: {
          title: 'A delivered request has no upstream charge.',
          remedy:
            'Complete the upstream export, or ask which provider served the request and whether it will still bill it.',
          message: ({ name, amount, currency }) =>
            `Request ${name} was delivered for ${amount} ${currency}, but no upstream row has this id.`,
        },
      },
    },
  },
  request(request, { find }) {
    if (request.unmatched === undefined) return;
    const amount = request.unmatchedAmount;
    const isSomething = isPositive(amount);
    if (request.unmatched === 'upstream')
      find('unmatched_upstream', { amount, severity: isSomething ? 'critical' : 'info' });
    else find('unmatched_downstream', { amount, severity: isSomething ? 'warning' : 'info' });
  },
});
