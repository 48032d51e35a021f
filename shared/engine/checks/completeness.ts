import { toDecimal } from '../../money/money.ts';
import { isIncluded, LEDGERS, listRowIds } from '../rows/row.ts';
import { check, code } from './check.ts';

/**
 * Finds missing ledgers, unread rows, open questions and amounts that may have lost digits.
 *
 * Invariant: The bill and the payments are given, if only as empty lists. Every row with money was read. Files show
 * the types of their rows, the quota unit, and the order numbers; only the month command, the page and the workflow,
 * which read files, report on this. No counted amount is a JSON number of more than 15 significant digits, because
 * such a number is not exact.
 */
export const completeness = check({
  id: 'completeness',
  codes: {
    ledger_missing: code('ledger', ['info'], null),
    unread_rows: code('ledger', ['warning'], 'doubtful'),
    row_types_missing: code('ledger', ['warning'], null),
    upstream_unit_unknown: code('ledger', ['warning'], null, { needs: 'upstreamCharges' }),
    payments_in_two_files: code('ledger', ['warning'], null, { needs: 'payments' }),
    payments_unjoined: code('ledger', ['warning'], null, { needs: 'payments' }),
    imprecise_amount: code('ledger', ['info'], null),
  },
  simple: ({ sale, charge }) => sale.imprecise || charge?.imprecise === true,
  row(row, { find }) {
    if (row.imprecise && isIncluded(row)) find('imprecise_amount', listRowIds(row));
  },
  conclude({ context: { supplied, unread, questions }, find }) {
    for (const { code, ledger, counts, texts } of questions)
      find(code, { subject: { kind: 'ledger', name: ledger }, counts, reasons: { texts } });
    for (const ledger of LEDGERS) {
      const subject = { kind: 'ledger', name: ledger } as const;
      if (!supplied[ledger]) find('ledger_missing', { subject });
      const { rows = 0, kinds, amount = '0' } = unread[ledger] ?? {};
      if (rows > 0)
        find('unread_rows', { subject, cases: rows, amount: toDecimal(amount), rowsByKind: kinds });
    }
  },
});
