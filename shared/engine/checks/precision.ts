import { idsOf } from '../rows/row.ts';
import { check, counted } from './check.ts';

/** Amounts arrive as they were written. */
export const precision = check({
  id: 'precision',
  invariant:
    'No amount of a counted row is a JSON number of more than 15 significant digits: a double keeps no more of any decimal, so the sender’s own digits may be lost. Rows are counted, not amounts.',
  codes: {
    imprecise_amount: {
      severities: ['info'],
      title: 'Amounts are JSON numbers with more digits than a number keeps.',
      remedy: 'Send amounts as decimal strings.',
      message: ({ subject, cases }) =>
        `Amounts are given as numbers of more than 15 digits, which may have been rounded, in ${counted(cases, 'row')} of ${subject}.`,
    },
  },
  row(row, { find }) {
    if (row.imprecise && row.standing === 'included' && !row.superseded) find('imprecise_amount', idsOf(row));
  },
});
