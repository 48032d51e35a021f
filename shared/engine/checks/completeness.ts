import { decimal } from '../../money.ts';
import { idsOf, isIncluded, LEDGERS } from '../rows/row.ts';
import { check, code, counted, ledgerInChinese } from './check.ts';

/** All three ledgers are there, whole, and as they were written. */
export const completeness = check({
  id: 'completeness',
  invariant:
    'Upstream charges and payments are supplied, if only as empty lists: an omitted ledger is unknown, not empty. Every row that came with a ledger was read, unless it carries no money; who reads exports tells of the others, and the API refuses them. No amount in a counted row is a JSON number of more than 15 significant digits: a double guarantees no more, so digits may have been lost before they were sent.',
  codes: {
    ledger_missing: code('ledger', ['info'], null, {
      en: {
        title: 'A ledger is missing, so checks that need it were skipped.',
        remedy: 'Send what is missing. An empty list says that there was nothing.',
        clause: ['a ledger is missing', '# ledgers are missing'],
        message: 'The ledger {name} was not supplied, so checks that need it were skipped.',
      },
      zh: {
        title: '缺少一本账，需要它的项目未检查。',
        remedy: '请补上缺少的账；空列表表示确实没有记录。',
        clause: '缺少 # 本账',
        message: ({ name }) => `未提供${ledgerInChinese(name)}，凡需要它的项目均未检查。`,
      },
    }),
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
