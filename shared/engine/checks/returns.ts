import { atLeastZero, type Decimal, exceeds, isPositive, larger, smaller, total, ZERO } from '../../money.ts';
import type { UsageRow } from '../rows/row.ts';
import { restOf } from '../survey/context.ts';
import { check, code } from './check.ts';

const hasFailed = ({ status }: UsageRow): boolean => status === 'failed';
const wasRefunded = ({ status }: UsageRow): boolean => status === 'refunded';

/** What several charges come to, less the largest that did not fail. */
function owedBeside(charged: readonly UsageRow[]): Decimal {
  const sound = charged.filter((row) => !hasFailed(row)).map((row) => row.net);
  return total(charged, (row) => row.net).minus(sound.reduce(larger, ZERO));
}

/** Who got nothing pays nothing. */
export const returns = check({
  id: 'returns',
  invariant:
    'A failed row leaves no charge on its request, and a refunded request without a success keeps no charge at all. A missing refund amount does not prove a return. A request that a customer paid for as delivered has an upstream attempt that succeeded, or one that failed but was paid. If its attempts failed only on other channels, it fell back to a machine that nobody bills. Suspended requests are not judged by their attempts.',
  codes: {
    failed_but_charged: code('request', ['critical'], 'owed', {
      drawsOn: 'charge',
      en: {
        title: 'A failed request was charged, and the charge was not returned.',
        remedy: 'Return the charge to the customer.',
        clause: ['a failed request was charged', '# failed requests were charged'],
        message: 'Request {name} failed, but {amount} {currency} of its charge was kept.',
      },
      zh: {
        title: '失败的请求被扣费，且没有退回。',
        remedy: '把扣费退还客户。',
        clause: '# 个失败的请求被扣费',
        message: '请求 {name} 已失败，但仍保留了 {amount} {currency} 的扣费。',
      },
    }),
    refund_incomplete: code('request', ['critical'], 'owed', {
      drawsOn: 'charge',
      en: {
        title: 'A refunded request was not refunded in full.',
        remedy:
          'Return the rest, or send the amount of the refund: a row without one counts as not returned.',
        clause: [
          'a refunded request was not returned in full',
          '# refunded requests were not returned in full',
        ],
        message: 'Request {name} is marked as refunded, but {amount} {currency} of its charge was kept.',
      },
      zh: {
        title: '退款请求没有全额退还。',
        remedy: '退还余下部分，或写明退款金额：没有金额的记录视为未退。',
        clause: '# 个退款请求没有全额退还',
        message: '请求 {name} 标记为已退款，但仍保留了 {amount} {currency} 的扣费。',
      },
    }),
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
  simple: false,
  request({ sold, bought, suspended, channelId }, { find, context }) {
    const { settled, charged, delivered } = sold;
    const net = restOf(sold.net, sold.gross, context);
    if (!isPositive(net)) return;
    const failed = total(settled.filter(hasFailed), (row) => row.net);
    const kept = atLeastZero(smaller(failed, net));
    // One charge may stand: the largest of those that did not fail.
    if (isPositive(kept)) find('failed_but_charged', { amount: kept, upTo: owedBeside(charged) });
    if (!delivered && settled.some(wasRefunded) && exceeds(net, kept))
      find('refund_incomplete', { amount: net.minus(kept), upTo: net });
    const { attempts, successes } = bought;
    if (suspended || !delivered || successes.length > 0 || attempts.some((row) => isPositive(row.net)))
      return;
    const isOnItsChannel = (row: UsageRow) =>
      row.channelId === undefined || channelId === undefined || row.channelId === channelId;
    if (attempts.some(isOnItsChannel))
      find('charged_upstream_failed', { amount: net, upTo: net, counts: { attempts: attempts.length } });
  },
});
