import { idsOf } from '../rows/row.ts';
import { check, code, counted, ledgerInChinese } from './check.ts';

/** Only the last state of a thing is counted. */
export const superseded = check({
  id: 'superseded',
  invariant:
    'Earlier states of a row (a pending row before the settled one, a payment before its refund) are left out of every figure. They are counted here and in the records, whatever their period and currency.',
  codes: {
    superseded_rows: code('ledger', ['info'], null, {
      en: {
        title: 'Rows are earlier states of other rows and were left out.',
        remedy: 'Nothing to do: the later state is counted.',
        clause: 'earlier states of rows were left out',
        message: ({ name, cases }) =>
          `Left out as earlier states of other rows: ${counted(cases, 'row')} of ${name}.`,
      },
      zh: {
        title: '较早状态的记录未计入。',
        remedy: '无需处理：计入的是最后的状态。',
        clause: '较早状态的记录未计入',
        message: ({ name, cases }) =>
          `${ledgerInChinese(name)}中有 ${cases} 条记录是其他记录的较早状态，未计入。`,
      },
    }),
  },
  row(row, { find }) {
    if (row.superseded) find('superseded_rows', idsOf(row));
  },
});
