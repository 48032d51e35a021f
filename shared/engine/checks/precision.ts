import { idsOf, isIncluded } from '../rows/row.ts';
import { check, counted } from './check.ts';

/** Amounts arrive as they were written. */
export const precision = check({
  id: 'precision',
  invariant:
    'No amount of a counted row is a JSON number of more than 15 significant digits: a double keeps no more of any decimal, so the sender’s own digits may be lost. Rows are counted, not amounts.',
  codes: {
    imprecise_amount: {
      about: 'ledger',
      severities: ['info'],
      words: {
        en: {
          title: 'Amounts are JSON numbers with more digits than a number keeps.',
          remedy: 'Send amounts as decimal strings.',
          message: ({ name, cases }) =>
            `Amounts are given as numbers of more than 15 digits, which may have been rounded, in ${counted(cases, 'row')} of ${name}.`,
        },
      },
    },
  },
  row(row, { find }) {
    if (row.imprecise && isIncluded(row)) find('imprecise_amount', idsOf(row));
  },
});
