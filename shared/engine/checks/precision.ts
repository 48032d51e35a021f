import { idsOf, isIncluded } from '../rows/row.ts';
import { check, code, counted, ledgerInChinese } from './check.ts';

/** Amounts arrive as they were written. */
export const precision = check({
  id: 'precision',
  invariant:
    'No amount in a counted row is a JSON number of more than 15 significant digits. A double guarantees no more, so digits may have been lost before they were sent. The finding counts rows, not amounts.',
  codes: {
    imprecise_amount: code('ledger', ['info'], null, {
      en: {
        title: 'Amounts are JSON numbers with more digits than a number can hold.',
        remedy: 'Send amounts as decimal strings.',
        clause: 'amounts have more digits than a number can hold',
        message: ({ name, cases }) =>
          `Amounts in ${counted(cases, 'row')} of ${name} are numbers of more than 15 digits and may have been rounded.`,
      },
      zh: {
        title: '金额写成了数字，位数超过数字能保留的精度。',
        remedy: '请用十进制字符串书写金额。',
        clause: '金额的位数超过数字能保留的精度',
        message: ({ name, cases }) =>
          `${ledgerInChinese(name)}中有 ${cases} 条记录的金额是超过 15 位的数字，可能已被舍入。`,
      },
    }),
  },
  minds: ({ sale, charge }) => sale.imprecise || charge?.imprecise === true,
  row(row, { find }) {
    if (row.imprecise && isIncluded(row)) find('imprecise_amount', idsOf(row));
  },
});
