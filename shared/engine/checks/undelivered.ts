import { isPositive } from '../../money.ts';
import type { UsageRow } from '../rows/row.ts';
import { check, code } from './check.ts';

/** What was sold was delivered. */
export const undelivered = check({
  id: 'undelivered',
  invariant:
    'A request that a customer paid for as delivered has an upstream attempt that succeeded, or one that failed but was paid. If its attempts failed only on other channels, it fell back to a machine that nobody bills. Suspended requests are not judged.',
  codes: {
    charged_upstream_failed: code('request', ['critical'], 'owed', {
      drawsOn: 'charge',
      needs: 'upstreamCharges',
      en: {
        title: 'The customer paid for a request that every provider failed.',
        remedy: 'Return the charge, or find the attempt that delivered: the upstream export may lack it.',
        clause: [
          'a request was charged although every provider failed it',
          '# requests were charged although every provider failed them',
        ],
        message: ({ name, amount, currency, counts: { attempts = 0 } }) =>
          `Request ${name} was charged ${amount} ${currency} as delivered, but ${attempts === 1 ? 'its only attempt upstream failed' : `none of its ${attempts} attempts upstream succeeded`}.`,
      },
      zh: {
        title: '客户为上游全部失败的请求付了费。',
        remedy: '退还扣费，或找出实际交付的那次尝试：上游导出可能漏了它。',
        clause: '# 个请求在上游全部失败，却向客户收了费',
        message: ({ name, amount, currency, counts: { attempts = 0 } }) =>
          `请求 ${name} 按已交付扣费 ${amount} ${currency}，但上游${attempts === 1 ? '唯一的一次尝试失败了' : `的 ${attempts} 次尝试没有一次成功`}。`,
      },
    }),
  },
  request({ sold: { delivered, net }, bought: { attempts, successes }, suspended, channelId }, { find }) {
    if (suspended || !delivered || !isPositive(net)) return;
    if (attempts.length === 0 || successes.length > 0 || attempts.some((row) => isPositive(row.net))) return;
    const isOnItsChannel = (row: UsageRow) =>
      row.channelId === undefined || channelId === undefined || row.channelId === channelId;
    if (attempts.some(isOnItsChannel))
      find('charged_upstream_failed', { amount: net, upTo: net, counts: { attempts: attempts.length } });
  },
});
