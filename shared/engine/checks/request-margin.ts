import { difference, exceeds, isPositive } from '../../money.ts';
import { restOf } from '../survey/context.ts';
import { check, code } from './check.ts';

/** A request earns what it costs. */
export const requestMargin = check({
  id: 'request-margin',
  invariant:
    'A delivered request with a charge is charged at least its upstream cost, give or take the one quota unit that the gateway may have cut. `retry_cost` alone reports the cost of retries. Suspended requests are not judged.',
  codes: {
    negative_margin_request: code('request', ['warning'], 'lost', {
      drawsOn: 'serving',
      needs: 'upstreamCharges',
      en: {
        title: 'A request cost more than it was charged.',
        remedy:
          "Compare the model's price with the provider's, and look for cached or reasoning tokens that you do not bill.",
        clause: ['a request cost more than it was charged', '# requests cost more than they were charged'],
        message:
          'Request {name} was charged {charged} and cost {cost} {currency} upstream, a loss of {amount}.',
      },
      zh: {
        title: '请求的成本高于收费。',
        remedy: '对比该模型的售价与上游价格；留意没有计费的缓存 token 或推理 token。',
        clause: '# 个请求的成本高于收费',
        message: '请求 {name} 收费 {charged} {currency}，上游成本 {cost}，亏损 {amount}。',
      },
    }),
  },
  simple: ({ sale, charge }) => charge !== undefined && exceeds(charge.gross, sale.gross),
  request({ sold: { delivered, net }, bought, suspended, retryCost }, { find, context }) {
    if (suspended || !delivered || !isPositive(net)) return;
    const own = difference(bought.cost, retryCost);
    const loss = restOf(difference(own, net), own, context);
    if (isPositive(loss))
      find('negative_margin_request', { amount: loss, amounts: { charged: net, cost: own } });
  },
});
