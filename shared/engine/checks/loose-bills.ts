import { isPositive, total } from '../../money.ts';
import { isSameModel } from '../rows/model-name.ts';
import { outsideByModel } from '../tally/bills/outside.ts';
import { check, code, counted } from './check.ts';

const isKnown = (name: string, known: readonly string[]): boolean =>
  known.some((model) =>
    model.endsWith('*') ? name.startsWith(model.slice(0, -1)) : isSameModel(name, model),
  );

/** A bill and the log are about the same time and the same models. */
export const looseBills = check({
  id: 'loose-bills',
  invariant:
    'A bill that names no request is compared by totals, over the time that bill and log both cover; requests are compared one by one over the time from the first to the last row of the other ledger. What lies outside is reported by model. Between days that a bill without request ids has, it lacks none on which requests were delivered, and what it bills was sold.',
  codes: {
    bill_beyond_log: code('model', ['info'], null, {
      needs: 'upstreamCharges',
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
    }),
    log_beyond_bill: code('model', ['warning', 'info'], null, {
      needs: 'upstreamCharges',
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
  conclude({ find, figures: { bills, totals }, context: { known } }) {
    for (const [side, code] of [
      ['upstream', 'bill_beyond_log'],
      ['downstream', 'log_beyond_bill'],
    ] as const)
      for (const { model, requests, amount, requestIds } of outsideByModel(side, totals, bills))
        if (isPositive(amount.value))
          find(code, {
            subject: { kind: 'model', name: model },
            severity: 'info',
            cases: requests.value,
            amount: amount.value,
            requestIds: requestIds.value,
          });
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
