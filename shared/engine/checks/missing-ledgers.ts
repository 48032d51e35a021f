import { check } from './check.ts';

/** All three ledgers are there. */
export const missingLedgers = check({
  id: 'missing-ledgers',
  invariant:
    'Upstream charges and payments are supplied, if only as empty lists: an omitted ledger is unknown, not empty.',
  codes: {
    ledger_missing: {
      about: 'ledger',
      severities: ['info'],
      words: {
        en: {
          title: 'A ledger was omitted, and what needs it was not checked.',
          remedy: 'Send the ledger; an empty list says that there was nothing.',
          message: ({ name }) => `The ledger ${name} was not supplied, so nothing that needs it was checked.`,
        },
      },
    },
  },
  conclude({ context, find }) {
    for (const ledger of ['upstreamCharges', 'payments'] as const)
      if (!context.supplied[ledger]) find('ledger_missing', { subject: { kind: 'ledger', name: ledger } });
  },
});
