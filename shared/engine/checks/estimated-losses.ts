import { ZERO } from '../../money.ts';
import type { Context } from '../survey/context.ts';
import type { BilledGroup } from '../tally/bills/bills.ts';
import { HeldByTotals, lossOf } from '../tally/bills/losses.ts';
import type { EstimateLine } from '../tally/estimated/estimates.ts';
import { agrees } from '../tally/estimated/parts.ts';
import type { Figures } from '../tally/figures.ts';
import { check, code, counted } from './check.ts';

/** Requests that lose by stated prices, unless a quota unit for each of them explains it. */
function lossIn(line: EstimateLine | undefined, context: Context) {
  if (line === undefined || line.judged.value === 0) return undefined;
  const requests = line.judged.value;
  const amount = lossOf(line.judgedCost.value.minus(line.judgedRevenue.value), requests, context);
  return amount && { amount, counts: { requests } };
}

/** Models whose bill agrees with its estimate, all those that share it. */
const reliedIn = ({ bills, estimated }: Figures): Set<string> => {
  const byModel = Map.groupBy(estimated, ({ model }) => model);
  const isRelied = ({ model }: BilledGroup): boolean => byModel.get(model)?.every(agrees) ?? false;
  return new Set(bills.groups.filter(isRelied).flatMap(({ models }) => models));
};

/** What is sold earns what it costs by the operator's prices. */
export const estimatedLosses = check({
  id: 'estimated-losses',
  invariant:
    'Where the operator states purchase prices, each model, channel and customer earns at least the estimate of its requests without an upstream row of their own, free ones left out, to within one quota unit a request. A model is critical where its bill agrees with its estimate.',
  codes: {
    estimated_loss_model: code('model', ['critical', 'warning'], 'doubtful', {
      sums: true,
      en: {
        title: 'By the prices that you state, a model costs more than it earns.',
        remedy: "Raise the model's price, or route it to a cheaper provider.",
        clause: [
          'by your prices, the model costs more than it earns',
          'by your prices, models cost more than they earn',
        ],
        message: ({ name, amount, currency, counts }) =>
          `By estimate, model ${name} lost ${amount} ${currency} over ${counted(counts.requests ?? 0, 'request')}.`,
      },
      zh: {
        title: '按您写明的价格，模型的成本高于收入。',
        remedy: '提高该模型的价格（模型倍率），或改走更便宜的渠道。',
        clause: '按您的价格，模型的成本高于收入',
        message: ({ name, amount, currency, counts }) =>
          `按估算，模型 ${name} 在 ${counts.requests ?? 0} 个请求上亏损 ${amount} ${currency}。`,
      },
    }),
    estimated_loss_channel: code('channel', ['warning'], null, {
      sums: true,
      en: {
        title: 'By the prices that you state, a channel costs more than it earns.',
        remedy: "Compare the channel's purchase price with the prices of the models sold through it.",
        clause: [
          'by your prices, the channel costs more than it earns',
          'by your prices, channels cost more than they earn',
        ],
        message: ({ name, amount, currency, counts }) =>
          `By estimate, channel ${name} lost ${amount} ${currency} over ${counted(counts.requests ?? 0, 'request')}.`,
      },
      zh: {
        title: '按您写明的价格，渠道的成本高于收入。',
        remedy: '对比该渠道的进价与经它售出的各模型的售价。',
        clause: '按您的价格，渠道的成本高于收入',
        message: ({ name, amount, currency, counts }) =>
          `按估算，渠道 ${name} 在 ${counts.requests ?? 0} 个请求上亏损 ${amount} ${currency}。`,
      },
    }),
    estimated_loss_user: code('customer', ['warning'], null, {
      sums: true,
      en: {
        title: 'By the prices that you state, a customer costs more than they pay.',
        remedy: "Look at the ratio of the customer's group: it may be below what you pay.",
        clause: [
          'by your prices, a customer costs more than they pay',
          'by your prices, customers cost more than they pay',
        ],
        message: ({ name, amount, currency, counts }) =>
          `By estimate, customer ${name} was served at a loss of ${amount} ${currency} over ${counted(counts.requests ?? 0, 'request')}.`,
      },
      zh: {
        title: '按您写明的价格，客户的成本高于所付。',
        remedy: '查看该客户的分组倍率，可能低于您的进价。',
        clause: '按您的价格，客户的成本高于所付',
        message: ({ name, amount, currency, counts }) =>
          `按估算，为客户 ${name} 服务 ${counts.requests ?? 0} 个请求，亏损 ${amount} ${currency}。`,
      },
    }),
  },
  conclude({ find, context, figures }) {
    const { totals } = figures;
    const held = HeldByTotals.afterBills(figures, context);
    const relied = reliedIn(figures);
    for (const [name, { value: line }] of totals.estimates.models) {
      const loss = lossIn(line, context);
      const severity = relied.has(name) ? ('critical' as const) : ('warning' as const);
      if (loss)
        find('estimated_loss_model', {
          subject: { kind: 'model', name },
          severity,
          ...loss,
          // Findings of its requests count the rest.
          upTo: held.beside(name, loss.amount).minus(totals.coverage.covered.get(name)?.lost.value ?? ZERO),
        });
    }
    for (const [name, { value: line }] of totals.estimates.channels) {
      const loss = lossIn(line, context);
      if (loss) find('estimated_loss_channel', { subject: { kind: 'channel', name }, ...loss });
    }
    for (const [name, { estimate }] of totals.customers) {
      const loss = lossIn(estimate.value, context);
      if (loss)
        find('estimated_loss_user', { subject: { kind: 'customer', name }, userIds: [name], ...loss });
    }
  },
});
