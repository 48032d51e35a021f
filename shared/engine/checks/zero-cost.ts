import { isPositive } from '../../money.ts';
import { check, code } from './check.ts';

/** What was delivered cost something. */
export const zeroCost = check({
  id: 'zero-cost',
  invariant:
    'A request that was charged and served has an upstream attempt with a cost. Suspended requests are not judged.',
  codes: {
    zero_cost_success: code('request', ['info'], null, {
      needs: 'upstreamCharges',
      en: {
        title: 'A charged request was served at no upstream cost.',
        remedy: 'Expected for free tiers and your own models. Otherwise, complete the upstream costs.',
        clause: ['a charged request was served at no cost', '# charged requests were served at no cost'],
        message: 'Request {name} was charged {amount} {currency}, and all its upstream attempts cost 0.',
      },
      zh: {
        title: '收费的请求没有上游成本。',
        remedy: '免费额度和自建模型属正常情况；否则请补全上游成本。',
        clause: '# 个收费的请求没有上游成本',
        message: '请求 {name} 收费 {amount} {currency}，其上游尝试的成本全部为 0。',
      },
    }),
  },
  request({ sold: { delivered, net }, bought: { attempts, successes }, suspended }, { find }) {
    if (suspended || !delivered || !isPositive(net) || successes.length === 0) return;
    if (attempts.every((row) => row.gross.isZero())) find('zero_cost_success', { amount: net });
  },
});
