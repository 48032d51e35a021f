import { type CodeTextsOf, countNoun } from '../words/code-text.ts';
import type { looseBills } from './loose-bills.ts';

/** Words for the codes of `looseBills`. */
export const looseBillsWords: CodeTextsOf<typeof looseBills> = {
  bill_beyond_log: {
    en: {
      title: 'Part of the bill is for days that the log does not cover completely, so it was not compared.',
      remedy: 'Export the log and the bill for the same whole days, and set the period to these days.',
      clause: 'part of the bill is for days that the log does not cover completely',
      message:
        '{amount} {currency} of the bill for model {name} is for days that the log does not cover completely.',
    },
    zh: {
      title: '账单的一部分属于日志没有完整覆盖的日期，没有参与比较。',
      remedy: '请按相同的完整日期导出日志和账单，并把账期设为这些日期。',
      clause: '账单的一部分属于日志没有完整覆盖的日期',
      message: '模型 {name} 的账单中有 {amount} {currency} 属于日志没有完整覆盖的日期。',
    },
  },
  log_beyond_bill: {
    en: {
      title:
        'Some requests are from days that the bill does not cover completely. This is a warning if the bill skips days in between.',
      remedy: 'Export the log and the bill for the same whole days.',
      clause: 'some requests are from days that the bill does not cover completely',
      message: ({ name, amount, currency, severity }) =>
        severity === 'warning'
          ? `${amount} ${currency} of model ${name} was sold on days that are missing from the bill, although days before and after them were billed.`
          : `${amount} ${currency} of model ${name} was sold on days that the bill does not cover completely.`,
    },
    zh: {
      title: '部分请求所在的日期，账单没有完整覆盖；如果账单中间缺了几天，则为警告。',
      remedy: '请按相同的完整日期导出日志和账单。',
      clause: '部分请求所在的日期，账单没有完整覆盖',
      message: ({ name, amount, currency, severity }) =>
        severity === 'warning'
          ? `模型 ${name} 的账单中间缺了整天的明细，那些天售出的 ${amount} ${currency} 没有账单。`
          : `模型 ${name} 有 ${amount} ${currency} 是在账单没有完整覆盖的日期售出的。`,
    },
  },
  billed_not_sold: {
    en: {
      remedy: 'Find out who makes these requests: no customer pays for them.',
      clause: [
        'the bill contains a model that was never sold',
        'the bill contains # models that were never sold',
      ],
      message: ({ cases, amount, currency }) =>
        `The bill charges ${amount} ${currency} for ${countNoun(cases, 'model')} without any sales.`,
    },
    zh: {
      title: '账单中有从未售出的模型。',
      remedy: '请查明是谁在使用这些模型：没有客户为此付费。',
      clause: '账单中有 # 个从未售出的模型',
      message: '账单中有 {cases} 个模型从未售出，共 {amount} {currency}。',
    },
  },
};
