import { atLeastZero, type Decimal, exceeds, isPositive, larger, smaller, total, ZERO } from '../../money.ts';
import type { UsageRow } from '../rows/row.ts';
import { check, code } from './check.ts';

const hasFailed = ({ status }: UsageRow): boolean => status === 'failed';
const wasRefunded = ({ status }: UsageRow): boolean => status === 'refunded';

/** Who got nothing pays nothing. */
export const returns = check({
  id: 'returns',
  invariant:
    'A failed row leaves no charge on its request, and a refunded request without a success keeps no charge at all. A missing refund amount does not prove a return.',
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
  },
  request({ sold: { settled, charged, delivered, net } }, { find }) {
    const [isFailed, isRefunded] = [settled.some(hasFailed), settled.some(wasRefunded)];
    if (!(isFailed || isRefunded) || !isPositive(net)) return;
    const failed = total(settled.filter(hasFailed), (row) => row.net);
    const kept = atLeastZero(smaller(failed, net));
    // One charge may stand: the largest of those that did not fail.
    if (isPositive(kept)) find('failed_but_charged', { amount: kept, upTo: owedBeside(charged) });
    if (isRefunded && !delivered && exceeds(net, kept))
      find('refund_incomplete', { amount: net.minus(kept), upTo: net });
  },
});

/** What several charges come to, less the largest that did not fail. */
function owedBeside(charged: readonly UsageRow[]): Decimal {
  const sound = charged.filter((row) => !hasFailed(row)).map((row) => row.net);
  return total(charged, (row) => row.net).minus(sound.reduce(larger, ZERO));
}
