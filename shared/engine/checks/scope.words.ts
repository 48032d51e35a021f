import { type CodeTextsOf, countNoun, ledgerName } from '../words/code-text.ts';
import type { scope } from './scope.ts';

/** Words for the codes of `scope`. */
export const scopeWords: CodeTextsOf<typeof scope> = {
  currency_excluded: {
    en: {
      title: 'Rows in another currency were left out; with an exchange rate they count.',
      remedy:
        'Add the exchange rate to the settings: "rates": {"CNY": "0.1389"}. Or reconcile these rows separately, in their own currency.',
      clause: 'rows in another currency were left out',
      message: ({ names: [ledger, excluded], cases, amounts, currency }) =>
        `${amounts.total} ${excluded} was left out: ${countNoun(cases, 'row')} of ${ledgerName(ledger, 'en')} ${cases === 1 ? 'is' : 'are'} not in ${currency}.${amounts.credited === undefined ? '' : ` The credit of ${amounts.credited} ${currency} for it counts.`}`,
    },
    zh: {
      title: '其他币种的记录没有计入；填写汇率后即可计入。',
      remedy: '在设置中填写汇率："rates": {"CNY": "0.1389"}；或按该币种另行对账。',
      clause: '其他币种的记录没有计入',
      message: ({ names: [ledger, excluded], cases, amounts, currency }) =>
        `${ledgerName(ledger, 'zh')}中有 ${cases} 条 ${excluded} 记录没有计入（报告币种为 ${currency}），共 ${amounts.total} ${excluded}。${amounts.credited === undefined ? '' : `对应的入账 ${amounts.credited} ${currency} 照计。`}`,
    },
  },
  out_of_period: {
    en: {
      title:
        'Rows outside the period were left out; a warning if a request from far outside takes a charge of this period with it.',
      remedy:
        'Do nothing for rows just outside the period: the report of their own period counts them. If a request from far outside takes a charge with it, check the clock of the server that logged it.',
      clause: 'rows are outside the period',
      message: ({ name, cases, amount, currency }) =>
        `${countNoun(cases, 'row')} of ${ledgerName(name, 'en')} ${cases === 1 ? 'was' : 'were'} left out as outside the period${amount === '0' ? '' : `, ${amount} ${currency} in total`}.`,
    },
    zh: {
      title: '账期之外的记录没有计入；如果账期之外很远的请求带走了本账期的上游费用，则为警告。',
      remedy:
        '紧邻账期的记录无需处理：它们计入各自账期的报告。如果是账期之外很远的请求带走了费用，请检查记录它的服务器的时钟。',
      clause: '部分记录不在账期内',
      message: ({ name, cases, amount, currency }) =>
        `${ledgerName(name, 'zh')}中有 ${cases} 条记录在账期之外，没有计入${amount === '0' ? '' : `，共 ${amount} ${currency}`}。`,
    },
  },
  cross_period_match: {
    en: {
      title: 'Rows dated outside the period were counted, because their request is inside it.',
      remedy: 'Do nothing: the report of the neighbouring period leaves them out.',
      clause: 'rows outside the period were counted with their requests',
      message: ({ name, cases, amount, currency }) =>
        `${amount} ${currency} in ${countNoun(cases, 'row')} of ${ledgerName(name, 'en')} was counted although dated outside the period, because the request is inside it.`,
    },
    zh: {
      title: '日期在账期之外的记录随其请求一并计入。',
      remedy: '无需处理：相邻账期的报告不会重复计入。',
      clause: '账期之外的记录随其请求计入',
      message: ({ name, cases, amount, currency }) =>
        `${ledgerName(name, 'zh')}中有 ${cases} 条记录的日期在账期之外，因为请求在账期之内而一并计入，共 ${amount} ${currency}。`,
    },
  },
  superseded_rows: {
    en: {
      title: 'Earlier states of rows were left out.',
      remedy: 'Do nothing: the latest state is counted.',
      clause: 'earlier states of rows were left out',
      message: ({ name, cases }) =>
        `${countNoun(cases, 'row')} of ${ledgerName(name, 'en')} ${cases === 1 ? 'was' : 'were'} left out, because a later row replaces ${cases === 1 ? 'it' : 'them'}.`,
    },
    zh: {
      title: '旧状态的记录没有计入。',
      remedy: '无需处理：只计最后的状态。',
      clause: '旧状态的记录没有计入',
      message: ({ name, cases }) =>
        `${ledgerName(name, 'zh')}中有 ${cases} 条记录已被后来的记录取代，没有计入。`,
    },
  },
};
