import { decimal } from '../../money.ts';
import { LEDGERS } from '../rows/row.ts';
import { check, code, counted, ledgerInChinese } from './check.ts';

/** Money that was not understood is told. */
export const unreadRows = check({
  id: 'unread-rows',
  invariant:
    'Every row that came with a ledger was read, unless it carries no money. Who reads exports tells of the others; the API refuses them, so it never has any.',
  codes: {
    unread_rows: code('ledger', ['warning'], 'doubtful', {
      en: {
        title: 'Rows with money could not be read, or are of a kind that nobody knows.',
        remedy: 'Look at them in rejected.csv, correct the export, and reconcile again.',
        clause: ['a row could not be read', 'rows could not be read'],
        message: ({ name, cases, amount, currency }) =>
          `${counted(cases, 'row')} of ${name} could not be read or ${cases === 1 ? 'is' : 'are'} of an unknown kind, and ${cases === 1 ? 'states' : 'state'} ${amount} ${currency}.`,
      },
      zh: {
        title: '带有金额的记录无法读取，或属于未知的种类。',
        remedy: '在 rejected.csv 中查看这些记录，修正导出后重新对账。',
        clause: '部分带有金额的记录无法读取',
        message: ({ name, cases, amount, currency }) =>
          `${ledgerInChinese(name)}中有 ${cases} 条记录无法读取或属于未知的种类，所写金额共 ${amount} ${currency}。`,
      },
    }),
  },
  conclude({ context, find }) {
    for (const ledger of LEDGERS) {
      const { rows = 0, kinds, amount = '0' } = context.unread[ledger] ?? {};
      if (rows > 0)
        find('unread_rows', {
          subject: { kind: 'ledger', name: ledger },
          cases: rows,
          amount: decimal(amount),
          rowsByKind: kinds,
        });
    }
  },
});
