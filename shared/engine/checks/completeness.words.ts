import type { completeness } from './completeness.ts';
import { counted, ledgerInChinese, type WordsOf } from './words.ts';

/** Words for the codes of `completeness`. */
export const completenessWords: WordsOf<typeof completeness> = {
  ledger_missing: {
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
  },
  unread_rows: {
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
  },
  imprecise_amount: {
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
  },
};
