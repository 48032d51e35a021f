import type { scope } from './scope.ts';
import { counted, ledgerInChinese, type WordsOf } from './words.ts';

/** Words for the codes of `scope`. */
export const scopeWords: WordsOf<typeof scope> = {
  currency_excluded: {
    en: {
      title: 'Rows in another currency were left out; with a rate for it they count.',
      remedy:
        'State what it is worth, in the settings of a run: "rates": {"CNY": "0.1389"}. Or reconcile them separately, in that currency.',
      clause: 'rows in another currency were left out',
      message: ({ names: [ledger, excluded], cases, amounts, currency }) =>
        `${counted(cases, 'row')} of ${ledger} in ${excluded}, not ${currency}, ${cases === 1 ? 'was' : 'were'} left out: ${amounts.total} ${excluded}.${amounts.credited === undefined ? '' : ` Credit of ${amounts.credited} ${currency} for it counts.`}`,
    },
    zh: {
      title: '其他币种的记录未计入；给出汇率即可计入。',
      remedy: '在运行设置中写明汇率，如 "rates": {"CNY": "0.1389"}；或按该币种另行对账。',
      clause: '其他币种的记录未计入',
      message: ({ names: [ledger, excluded], cases, amounts, currency }) =>
        `${ledgerInChinese(ledger)}中有 ${cases} 条 ${excluded} 记录未计入（报告币种为 ${currency}），合计 ${amounts.total} ${excluded}。${amounts.credited === undefined ? '' : `其入账 ${amounts.credited} ${currency} 照计。`}`,
    },
  },
  out_of_period: {
    en: {
      title:
        'Rows of another period were left out; a warning if a request from far outside the period takes an upstream charge out of it.',
      remedy:
        'Rows just outside the period need nothing: the report for their own period counts them. Where a request from far outside takes a charge with it, check the clock of the node that logged it.',
      clause: 'rows lie outside the period',
      message: ({ name, cases, amount, currency }) =>
        `Left out as part of another period: ${counted(cases, 'row')} of ${name}${amount === '0' ? '' : `, a total of ${amount} ${currency}`}.`,
    },
    zh: {
      title: '属于其他账期的记录未计入；如果账期之外很远的请求带走了本账期的上游扣费，则为警告。',
      remedy:
        '紧邻账期的记录无需处理：它们计入各自账期的报告。若账期之外很远的请求带走了扣费，请检查记录它的节点的时钟。',
      clause: '部分记录不在账期内',
      message: ({ name, cases, amount, currency }) =>
        `${ledgerInChinese(name)}中有 ${cases} 条记录属于其他账期，未计入${amount === '0' ? '' : `，共 ${amount} ${currency}`}。`,
    },
  },
  cross_period_match: {
    en: {
      title: 'Rows dated outside the period were counted with their request.',
      remedy: 'Nothing to do: the report for the adjacent period leaves them out.',
      clause: 'rows outside the period were counted with their requests',
      message: ({ name, cases, amount, currency }) =>
        `Counted with their request although dated outside the period: ${counted(cases, 'row')} of ${name}, a total of ${amount} ${currency}.`,
    },
    zh: {
      title: '日期在账期之外的记录，随其请求计入。',
      remedy: '无需处理：相邻账期的报告不会再计入。',
      clause: '账期之外的记录随其请求计入',
      message: ({ name, cases, amount, currency }) =>
        `${ledgerInChinese(name)}中有 ${cases} 条记录的日期在账期之外，随其请求一并计入，共 ${amount} ${currency}。`,
    },
  },
  superseded_rows: {
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
  },
};
