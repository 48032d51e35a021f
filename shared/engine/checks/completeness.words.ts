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
  row_types_missing: {
    en: {
      title: 'A log has no column "type", so sales cannot be told from refunds, top-ups and tests.',
      remedy:
        'Export that column. If all rows are sales, state it in a mapping: "rows": "logs", "constants": {"type": 2}.',
      clause: 'the rows of a log have no type',
      message: 'Rows without a type in {files}, read as sales: {rows}.',
    },
    zh: {
      title: '日志缺少 type 列，无法区分消费与退款、充值、测试。',
      remedy:
        '请导出带 type 列的日志；如果所有行都是消费，请在映射中写明："rows": "logs"，"constants": {"type": 2}。',
      clause: '日志缺少 type 列',
      message: '{files} 有 {rows} 行没有 type，暂按消费读取。',
    },
  },
  upstream_unit_unknown: {
    en: {
      title:
        "By the upstream's log every request costs the same multiple of its charge: its unit may be another.",
      remedy:
        'State "quotaPerUnit" or "currency" of that file under "upstream" in the settings, even if it is the same as here.',
      clause: "the unit of the upstream's log is unknown",
      message: 'All {requests} matched requests cost {factor} their charge.',
    },
    zh: {
      title: '上游日志中每个请求的成本都是收费的同一倍数：额度单位可能不同。',
      remedy: '请在设置的 "upstream" 中为该文件写明 "quotaPerUnit" 或 "currency"，与本站相同也请写明。',
      clause: '上游日志的额度单位未知',
      message: '{requests} 个已匹配的请求，成本都是收费的 {factor}。',
    },
  },
  payments_unjoined: {
    en: {
      title: "Top-ups and the payment provider's report share no order number, so credits cannot be checked.",
      remedy:
        'Export the report with the column of the gateway\'s order number (trade_no); in a mapping it is "transactionId".',
      clause: 'top-ups and payments share no order number',
      message: '{orders} top-ups and {payments} payments of {providers} count as the same money.',
    },
    zh: {
      title: '充值记录与支付平台对账单没有相同的订单号，无法核对入账。',
      remedy: '请导出带有网关订单号（trade_no）的对账单；使用映射时，该列对应 "transactionId"。',
      clause: '充值记录与对账单没有相同的订单号',
      message: '{providers} 的 {orders} 笔充值与 {payments} 笔付款视为同一笔钱，只计一次。',
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
