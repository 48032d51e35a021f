import { decimal } from '../../money.ts';
import { idsOf, isIncluded, LEDGERS } from '../rows/row.ts';
import { check, code } from './check.ts';

/** All three ledgers are there, whole, and as they were written. */
export const completeness = check({
  id: 'completeness',
  invariant:
    'Upstream charges and payments are supplied, if only as empty lists: an omitted ledger is unknown, not empty. Every row that came with a ledger was read, unless it carries no money; who reads exports tells of the others, and the API refuses them. No amount in a counted row is a JSON number of more than 15 significant digits: a double guarantees no more, so digits may have been lost before they were sent.',
  codes: {
    ledger_missing: code('ledger', ['info'], null),
    unread_rows: code('ledger', ['warning'], 'doubtful'),
    imprecise_amount: code('ledger', ['info'], null),
  },
  simple: ({ sale, charge }) => sale.imprecise || charge?.imprecise === true,
  row(row, { find }) {
    if (row.imprecise && isIncluded(row)) find('imprecise_amount', idsOf(row));
  },
  conclude({ context: { supplied, unread }, find }) {
    for (const ledger of LEDGERS) {
      const subject = { kind: 'ledger', name: ledger } as const;
      if (!supplied[ledger]) find('ledger_missing', { subject });
      const { rows = 0, kinds, amount = '0' } = unread[ledger] ?? {};
      if (rows > 0) find('unread_rows', { subject, cases: rows, amount: decimal(amount), rowsByKind: kinds });
    }
  },
});
