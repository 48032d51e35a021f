import { type CodeTextsOf, countNoun, ledgerName } from '../words/code-text.ts';
import type { scope } from './scope.ts';

/** Words for the codes of `scope`. */
export const scopeWords: CodeTextsOf<typeof scope> = {
  currency_excluded: {
    en: {
      remedy: 'Add the exchange rate to the settings: "rates": {"CNY": "0.1389"}.',
      clause: 'rows in another currency were left out',
      message: ({ names: [ledger, excluded], cases, amounts, currency }) =>
        `${amounts.total} ${excluded} in ${countNoun(cases, 'row')} of ${ledgerName(ledger, 'en')} was left out, because the report is in ${currency}.${amounts.credited === undefined ? '' : ` The credit of ${amounts.credited} ${currency} for it is counted.`}`,
    },
    zh: {
      remedy: '请在设置中填写汇率："rates": {"CNY": "0.1389"}。',
      clause: '其他币种的记录没有计入',
      message: ({ names: [ledger, excluded], cases, amounts, currency }) =>
        `${ledgerName(ledger, 'zh')}中有 ${cases} 条 ${excluded} 记录没有计入（报告币种为 ${currency}），共 ${amounts.total} ${excluded}。${amounts.credited === undefined ? '' : `对应的入账 ${amounts.credited} ${currency} 照计。`}`,
    },
  },
  out_of_period: {
    en: {
      title:
        'Rows outside the period were left out. This is a warning if a charge in the period belongs to a request far outside it.',
      remedy: 'Check the dates of these rows: those just outside the period count in their own period.',
      clause: 'rows are outside the period',
      message: ({ name, cases, amount, currency }) =>
        `The period does not include ${countNoun(cases, 'row')} of ${ledgerName(name, 'en')}${amount === '0' ? '' : ` (${amount} ${currency})`}, so ${cases === 1 ? 'it was' : 'they were'} left out.`,
    },
    zh: {
      title: '账期之外的记录没有计入；如果账期内的上游费用属于日期远在账期之外的请求，则为警告。',
      remedy: '请核对这些记录的日期：紧邻账期的记录计入各自账期的报告。',
      clause: '部分记录不在账期内',
      message: ({ name, cases, amount, currency }) =>
        `${ledgerName(name, 'zh')}中有 ${cases} 条记录在账期之外，没有计入${amount === '0' ? '' : `，共 ${amount} ${currency}`}。`,
    },
  },
  cross_period_match: {
    en: {
      title: 'Rows dated outside the period were counted, because their request is in the period.',
      remedy: 'No action needed: no other report counts them again.',
      clause: 'rows outside the period were counted with their requests',
      message: ({ name, cases, amount, currency }) =>
        `${amount} ${currency} in ${countNoun(cases, 'row')} of ${ledgerName(name, 'en')} dated outside the period was counted, because ${cases === 1 ? 'its request is' : 'their requests are'} in the period.`,
    },
    zh: {
      title: '日期在账期之外的记录随所属请求一并计入。',
      remedy: '无需处理：相邻账期的报告不会重复计入。',
      clause: '账期之外的记录随所属请求计入',
      message: ({ name, cases, amount, currency }) =>
        `${ledgerName(name, 'zh')}中有 ${cases} 条记录的日期在账期之外，因为请求在账期之内而一并计入，共 ${amount} ${currency}。`,
    },
  },
  superseded_rows: {
    en: {
      remedy: 'No action needed: the later row is counted.',
      clause: 'rows replaced by a later row were left out',
      message: ({ name, cases }) =>
        `Later rows replace ${countNoun(cases, 'row')} of ${ledgerName(name, 'en')}; only the later rows are counted.`,
    },
    zh: {
      remedy: '无需处理：只计后来的记录。',
      clause: '已被后来的记录取代的记录没有计入',
      message: ({ name, cases }) =>
        `${ledgerName(name, 'zh')}中有 ${cases} 条记录已被后来的记录取代，没有计入。`,
    },
  },
};
