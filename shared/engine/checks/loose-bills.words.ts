import type { looseBills } from './loose-bills.ts';
import { counted, type WordsOf } from './words.ts';

/** Words for the codes of `looseBills`. */
export const looseBillsWords: WordsOf<typeof looseBills> = {
  bill_beyond_log: {
    en: {
      title:
        'Part of the bill is from times that the log does not cover in full. It is compared with nothing.',
      remedy:
        'Export log and bill of the same whole days. If the log has rows within a day of the ends of the period, state the period.',
      clause: 'part of the bill is from times that the log does not cover in full',
      message:
        '{amount} {currency} of the bill for model {name} are from times that the log does not cover in full.',
    },
    zh: {
      title: '部分账单所属的时间日志没有完整覆盖，这部分无从比较。',
      remedy: '请按相同的整天导出日志和账单；日志在账期首尾一天以内有记录时，请写明账期。',
      clause: '部分账单所属的时间日志没有完整覆盖',
      message: '模型 {name} 的账单中有 {amount} {currency}，所属时间日志没有完整覆盖。',
    },
  },
  log_beyond_bill: {
    en: {
      title:
        'Requests are from times that the bill does not cover in full. It is a warning if the bill lacks a day between days that it has.',
      remedy:
        'Export log and bill of the same whole days. If the bill lacks a day between days that it has, ask the provider for the missing line.',
      clause: 'requests are from times that the bill does not cover in full',
      message: ({ name, amount, currency, severity }) =>
        severity === 'warning'
          ? `The bill of model ${name} lacks a day between days that it has; requests of ${amount} ${currency} have no bill.`
          : `${amount} ${currency} of requests of model ${name} are from times that the bill does not cover in full.`,
    },
    zh: {
      title: '部分请求所属的时间账单没有完整覆盖；账单在有账的日子之间缺了一天时为警告。',
      remedy: '请按相同的整天导出日志和账单；账单在有账的日子之间缺了一天时，请向上游索取缺的那一行。',
      clause: '部分请求所属的时间账单没有完整覆盖',
      message: ({ name, amount, currency, severity }) =>
        severity === 'warning'
          ? `模型 ${name} 的账单在有账的日子之间缺了一天，${amount} ${currency} 的请求没有账单。`
          : `模型 ${name} 有 ${amount} ${currency} 的请求，所属时间账单没有完整覆盖。`,
    },
  },
  billed_not_sold: {
    en: {
      title: 'A bill names models that were not sold.',
      remedy:
        'Look whether somebody uses them beside the gateway, or tie their names to those that you sell.',
      clause: 'a bill names models that were not sold',
      message: ({ cases, amount, currency }) =>
        `${counted(cases, 'billed model')} of ${amount} ${currency} in all ${cases === 1 ? 'was' : 'were'} not sold.`,
    },
    zh: {
      title: '账单中有没有售出过的模型。',
      remedy: '请查明是否有人绕过网关使用，或把账单中的名称对应到售出的模型。',
      clause: '账单中有没有售出的模型',
      message: '账单中有 {cases} 个模型没有售出，共 {amount} {currency}。',
    },
  },
};
