import { type CodeTextsOf, countNoun, ledgerName } from '../words/code-text.ts';
import type { completeness } from './completeness.ts';

/** Words for the codes of `completeness`. */
export const completenessWords: CodeTextsOf<typeof completeness> = {
  ledger_missing: {
    en: {
      title: 'The bill or the payments were not given, so some checks were skipped.',
      remedy: 'Add the missing file, or an empty list.',
      clause: ['an input is missing', '# inputs are missing'],
      message: ({ name }) => {
        if (name === 'payments') return 'No payments were given, so payments and credits were not checked.';
        return name === 'upstreamCharges'
          ? 'No bill was given, so costs and margins were not checked.'
          : 'No log was given, so costs and margins were not checked.';
      },
    },
    zh: {
      title: '没有提供上游账单或充值记录，部分项目没有核对。',
      remedy: '请补上缺少的文件，或提供空列表 []。',
      clause: '缺少 # 份输入',
      message: ({ name }) =>
        `没有提供${ledgerName(name, 'zh')}，因此没有核对${name === 'payments' ? '付款与入账' : '成本与毛利'}。`,
    },
  },
  unread_rows: {
    en: {
      title: 'Rows with amounts were left out because they could not be read or have an unknown type.',
      remedy: 'Open rejected.csv, correct these rows in the export, and reconcile again.',
      clause: ['a row could not be read', 'rows could not be read'],
      message: ({ name, cases, amount, currency }) =>
        `${amount} ${currency} in ${countNoun(cases, 'row')} of ${ledgerName(name, 'en')} was left out, because the type is unknown or a value could not be read.`,
    },
    zh: {
      title: '部分带金额的记录无法读取或类型未知，没有计入。',
      remedy: '打开 rejected.csv 查看这些记录，在导出中更正后重新对账。',
      clause: '部分带金额的记录无法读取',
      message: ({ name, cases, amount, currency }) =>
        `${ledgerName(name, 'zh')}中有 ${cases} 条记录无法读取或类型未知，涉及 ${amount} ${currency}，没有计入。`,
    },
  },
  row_types_missing: {
    en: {
      title: 'A log has no "type" column, so sales look the same as refunds, top-ups and tests.',
      remedy:
        'Export the log again with this column, or map all rows as sales: "rows": "logs", "constants": {"type": 2}.',
      clause: 'the rows of a log have no type',
      message: '{rows} rows of {files} have no type and were counted as sales.',
    },
    zh: {
      title: '日志没有 type 列，消费与退款、充值、测试无法区分。',
      remedy:
        '请导出带 type 列的日志，或在列映射中把每一行都写成消费："rows": "logs"，"constants": {"type": 2}。',
      clause: '日志没有 type 列',
      message: '{files} 中有 {rows} 行没有 type，已按消费计入。',
    },
  },
  upstream_unit_unknown: {
    en: {
      title:
        "Every request costs the same multiple of what you charged, so the upstream's quota unit may differ from yours.",
      remedy:
        'Set "quotaPerUnit" or "currency" for that file under "upstream" in the settings, even if it is the same as yours.',
      clause: "the quota unit of the upstream's log is unknown",
      message:
        "All {requests} matched requests cost {factor} what you charged, so the quota unit of the upstream's log is uncertain.",
    },
    zh: {
      title: '每个请求的上游成本都是收费的同一倍数，两边的额度单位可能不同。',
      remedy: '请在设置的 "upstream" 中为该文件写明 "quotaPerUnit" 或 "currency"，即使与本站相同。',
      clause: '上游日志的额度单位未知',
      message: '{requests} 个已匹配的请求，成本都是收费的 {factor}，上游日志的额度单位无法确定。',
    },
  },
  payments_in_two_files: {
    en: {
      title: 'Two files contain the same payments under different numbers, so they count twice.',
      remedy: 'Keep one of the files, or export both with the same order number.',
      clause: 'two files contain the same payments',
      message:
        '{payments} payments from {providers} are in two files ({files}) with the same amounts and times but different numbers.',
    },
    zh: {
      title: '同一批付款以不同的编号出现在两个文件中，因此计入了两次。',
      remedy: '只保留其中一个文件，或重新导出，使两者带有相同的订单号。',
      clause: '两个文件包含同一批付款',
      message: '{providers} 的 {payments} 笔付款同时出现在两个文件（{files}）中：金额与时间相同，编号不同。',
    },
  },
  payments_unjoined: {
    en: {
      title: "Top-ups and the payment provider's report share no order number, so credits cannot be checked.",
      remedy:
        'Export the report with the gateway\'s order number (trade_no): for Stripe, the column client_reference_id or payment_metadata[trade_no]; for WeChat Pay and Alipay, the merchant\'s order number. In a mapping, this column is "transactionId".',
      clause: 'top-ups and payments share no order number',
      message:
        'The {orders} top-ups and the {payments} payments from {providers} share no order number, so they were assumed to be the same payments and counted once.',
    },
    zh: {
      title: '充值记录与支付平台的账单没有相同的订单号，无法核对入账。',
      remedy:
        '请导出带网关订单号（trade_no）的账单：Stripe 选 client_reference_id 或 payment_metadata[trade_no] 列，微信支付与支付宝选“商户订单号”列；在列映射中，这一列对应 "transactionId"。',
      clause: '充值记录与支付平台的账单没有相同的订单号',
      message:
        '{providers} 的 {orders} 笔充值与 {payments} 笔付款没有相同的订单号，已视为同一批款项，只计一次。',
    },
  },
  imprecise_amount: {
    en: {
      title: 'Amounts were sent as JSON numbers with too many digits to be exact.',
      remedy: 'Send amounts as decimal strings, such as "12.34".',
      clause: 'amounts have too many digits to be exact',
      message: ({ name, cases }) =>
        `Amounts in ${countNoun(cases, 'row')} of ${ledgerName(name, 'en')} have more than 15 digits and may have been rounded.`,
    },
    zh: {
      title: '金额写成了 JSON 数字，位数太多，无法精确表示。',
      remedy: '请把金额写成字符串，如 "12.34"。',
      clause: '金额位数太多，无法精确表示',
      message: ({ name, cases }) =>
        `${ledgerName(name, 'zh')}中有 ${cases} 条记录的金额超过 15 位，可能已被舍入。`,
    },
  },
};
