import { isPositive, total } from '../../money.ts';
import { isSameModel } from '../rows/model-name.ts';
import { check, code, counted } from './check.ts';

const isKnown = (name: string, known: readonly string[]): boolean =>
  known.some((model) =>
    model.endsWith('*') ? name.startsWith(model.slice(0, -1)) : isSameModel(name, model),
  );

/** A bill without request ids and the log are about the same time and the same models. */
export const looseBills = check({
  id: 'loose-bills',
  invariant:
    'A bill that names no request is compared by totals, over the time that bill and log both hold; what lies outside is told, model by model. Between days that the bill has it lacks none on which requests were delivered, and what it bills was sold.',
  codes: {
    bill_beyond_log: code('model', ['info'], null, {
      needs: 'upstreamCharges',
      en: {
        title:
          'A bill reaches beyond the log, or has times that the log does not hold to their end: that part is compared with nothing.',
        remedy:
          'Export log and bill of the same whole days. Where the log has rows within a day of the ends of the period, state that.',
        clause: 'a bill has times that the log does not hold, or not to their end',
        message:
          'The bill of model {name} holds {amount} {currency} of times that log and bill do not both hold to their end.',
      },
      zh: {
        title: '账单超出了日志的时间范围，或日志在有账的日子里不完整：这部分无从比较。',
        remedy: '请按相同的整天导出日志和账单；日志在账期首尾一天以内有记录时，请写明账期。',
        clause: '账单有日志没有完整覆盖的时间',
        message: '模型 {name} 的账单中有 {amount} {currency} 不在日志与账单都完整覆盖的时间内。',
      },
    }),
    log_beyond_bill: code('model', ['warning', 'info'], null, {
      needs: 'upstreamCharges',
      en: {
        title:
          'The log has requests of times that log and bill do not both hold to their end; a warning if the bill lacks a day between days that it has.',
        remedy:
          'Export log and bill of the same whole days. Where the bill lacks a day between days that it has, ask the provider for the missing line.',
        clause: 'requests are of times that log and bill do not both hold to their end',
        message: ({ name, amount, currency, severity }) =>
          severity === 'warning'
            ? `The bill of model ${name} lacks a day between days that it has; requests of ${amount} ${currency} have no bill.`
            : `Requests of model ${name} worth ${amount} ${currency} are of times that log and bill do not both hold to their end.`,
      },
      zh: {
        title: '有请求不在日志与账单都完整覆盖的时间内；账单在有账的日子之间缺了一天时为警告。',
        remedy: '请按相同的整天导出日志和账单；账单在有账的日子之间缺了一天时，请向上游索取缺的那一行。',
        clause: '有请求不在日志与账单都完整覆盖的时间内',
        message: ({ name, amount, currency, severity }) =>
          severity === 'warning'
            ? `模型 ${name} 的账单在有账的日子之间缺了一天，${amount} ${currency} 的请求没有账单。`
            : `模型 ${name} 有 ${amount} ${currency} 的请求不在日志与账单都完整覆盖的时间内。`,
      },
    }),
    billed_not_sold: code('report', ['warning', 'info'], null, {
      needs: 'upstreamCharges',
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
    }),
  },
  conclude({ find, figures: { bills }, context: { known } }) {
    for (const { model, beyondLog, beyondBill, missing } of bills.groups) {
      const subject = { kind: 'model', name: model } as const;
      if (isPositive(beyondLog)) find('bill_beyond_log', { subject, amount: beyondLog });
      if (isPositive(missing)) find('log_beyond_bill', { subject, severity: 'warning', amount: missing });
      else if (isPositive(beyondBill))
        find('log_beyond_bill', { subject, severity: 'info', amount: beyondBill });
    }
    if (bills.notSold.size > 0)
      find('billed_not_sold', {
        // What the operator buys for the gateway alone is used beside it.
        severity: [...bills.notSold.keys()].some((name) => isKnown(name, known)) ? 'warning' : 'info',
        cases: bills.notSold.size,
        amount: total([...bills.notSold.values()], (cost) => cost),
        amountsByModel: bills.notSold,
      });
  },
});
