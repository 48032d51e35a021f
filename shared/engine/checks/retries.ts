import { isPositive, total, ZERO } from '../../money.ts';
import { check, code } from './check.ts';

/** A request costs what its serving attempt costs. */
export const retries = check({
  id: 'retries',
  invariant:
    'The successful upstream attempts of a request cost no more than the latest of them, the one that served. Charges beyond the attempts that the log knows are no retries: `duplicate_upstream_charge` reports them. Suspended requests are not judged.',
  codes: {
    retry_cost: code('request', ['warning'], 'lost', {
      needs: 'upstreamCharges',
      en: {
        title: 'Retries that succeeded upstream cost money on top of the attempt that served.',
        remedy:
          "Check the gateway's timeouts and retry rules: the provider finished an answer after the gateway had stopped waiting.",
        clause: [
          'a request was paid for again when it was retried',
          '# requests were paid for again when they were retried',
        ],
        message:
          'Request {name} succeeded {attempts} times upstream, and the attempts that did not serve cost {amount} {currency}.',
      },
      zh: {
        title: '上游重试成功，在最终服务的那次之外又花了钱。',
        remedy: '检查网关的超时和重试设置：网关已超时放弃，上游却仍完成了请求并计费。',
        clause: '# 个请求因重试而重复付费',
        message: '请求 {name} 在上游成功了 {attempts} 次，未用于服务的尝试花费 {amount} {currency}。',
      },
    }),
  },
  request({ retryCost, surplus, bought }, { find }) {
    if (retryCost === ZERO) return;
    const amount = retryCost.minus(total(surplus, ({ net }) => net));
    if (isPositive(amount))
      find('retry_cost', { amount, counts: { attempts: bought.successes.length - surplus.length } });
  },
});
