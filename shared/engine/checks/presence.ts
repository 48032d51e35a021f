import { atLeastZero, isPositive } from '../../money.ts';
import type { Request } from '../groups/request.ts';
import { type Context, isAtEnd, isAtStart } from '../survey/context.ts';
import type { Evidence } from '../tally/evidence.ts';
import { addPartnerless, addPartners, channelOf, disjointChannels, partners } from '../tally/partners.ts';
import { check, counted, ledgerInChinese } from './check.ts';

const LEDGERS = { downstream: 'downstreamUsage', upstream: 'upstreamCharges' } as const;
const SIDES = ['downstream', 'upstream'] as const;

/** By side, the channels whose requests are not listed one by one. */
type Brief = Record<(typeof SIDES)[number], string[]> & { isBillWithoutIds: boolean };

function severityOf({ anchor, unmatched, unmatchedAmount }: Request, context: Context) {
  if (!isPositive(unmatchedAmount)) return 'info';
  if (unmatched === 'upstream') return isAtStart(anchor, context) ? 'info' : 'critical';
  return isAtEnd(anchor, context) ? 'info' : 'warning';
}

/** What the provider charged the customer must have used, and the other way round. */
export const presence = check({
  id: 'presence',
  invariant:
    'The downstream ledger has every request that a provider charged for, and the upstream ledger every delivered request. A failed or refunded request without an upstream charge is not reported, because nothing was dispatched. At the edges of the period, the partner may be in the neighbouring export. If no request of a channel is in both ledgers, its ids come from elsewhere. A bill without any request id says nothing about requests.',
  codes: {
    unmatched_upstream: {
      about: 'request',
      severities: ['critical', 'info'],
      side: 'lost',
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
      words: {
        en: {
          title: 'A provider charged for a request that the downstream ledger does not have.',
          remedy: 'Look for the request in the gateway’s log. Usage that is not logged is never billed.',
          clause: [
            'a request cost money upstream, and no customer was charged for it',
            '# requests cost money upstream, and no customer was charged for them',
          ],
          message: ({ name, amount, currency }) =>
            `Request ${name} cost ${amount} ${currency} upstream, but no downstream row has this id.`,
        },
        zh: {
          title: '上游收了费，用量账里却没有这个请求。',
          remedy: '在网关日志中查找该请求：没有记入日志的用量永远收不到钱。',
          clause: '# 个请求产生了上游成本，却没有向客户收费',
          message: ({ name, amount, currency }) =>
            `请求 ${name} 的上游成本为 ${amount} ${currency}，但用量账中没有这个 ID。`,
        },
      },
    },
    unmatched_downstream: {
      about: 'request',
      severities: ['warning', 'info'],
      side: 'doubtful',
      drawsOn: 'charge',
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
      words: {
        en: {
          title: 'A delivered request has no upstream charge.',
          remedy:
            'Complete the upstream export, or ask the provider that served the request whether it will still bill it.',
          clause: [
            'a delivered request has no upstream charge',
            '# delivered requests have no upstream charge',
          ],
          message: ({ name, amount, currency }) =>
            `Request ${name} was delivered for ${amount} ${currency}, but no upstream row has this id.`,
        },
        zh: {
          title: '请求已交付，却没有上游扣费。',
          remedy: '补全上游导出，或查明是哪个上游服务了该请求、之后是否还会出账。',
          clause: '# 个已交付的请求没有对应的上游扣费',
          message: ({ name, amount, currency }) =>
            `请求 ${name} 已交付，收费 ${amount} ${currency}，但上游账中没有这个 ID。`,
        },
      },
    },
    channel_ids_disjoint: {
      about: 'channel',
      severities: ['warning', 'info'],
      side: 'doubtful',
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
      words: {
        en: {
          title: 'No request of a channel is in both usage ledgers, although requests of other channels are.',
          remedy:
            'Export the id that was sent to this provider. If the channel is a machine of your own, which nobody bills, nothing is wrong.',
          clause: [
            'the request ids of a channel match nothing on the other side',
            'the request ids of # channels match nothing on the other side',
          ],
          message: ({ names: [ledger, channel], cases, amount, currency }) =>
            `No request of channel ${channel} is in both usage ledgers. The ids of ${counted(cases, 'request')} in ${ledger}, worth ${amount} ${currency}, come from elsewhere or have no partner; they are not listed one by one.`,
        },
        zh: {
          title: '某个渠道的请求没有一个同时出现在两本账中，而其他渠道有。',
          remedy: '请导出传给该上游的 ID；如果是没有账单的自建渠道，则无需处理。',
          clause: '# 个渠道的请求 ID 与另一方完全对不上',
          message: ({ names: [ledger, channel], cases, amount, currency }) =>
            `渠道 ${channel} 的请求没有一个同时出现在两本账中：${ledgerInChinese(ledger)}中的 ${cases} 个请求（共 ${amount} ${currency}）使用自己的 ID 或没有对应记录，不再逐条列出。`,
        },
      },
    },
  },
  tally: partners,
  plain({ sale, charge }, { tally }) {
    if (charge !== undefined) addPartners(tally, [charge], sale.channelId);
  },
  request(request, { find, tally, context }) {
    const { requestId, unmatched } = request;
    if (request.isInBoth) addPartners(tally, request.rows.upstream, request.channelId);
    if (unmatched === undefined) return;
    const amount = atLeastZero(request.unmatchedAmount);
    const severity = severityOf(request, context);
    const names = { model: request.model, channelId: channelOf(request) };
    const isCritical = severity === 'critical';
    if (names.channelId !== undefined)
      addPartnerless(tally, unmatched, names.channelId, { requestId, amount, isCritical });
    const seen = { amount, upTo: amount, names };
    const isInfo = severity === 'info';
    if (unmatched === 'upstream')
      find('unmatched_upstream', { ...seen, severity: isInfo ? 'info' : 'critical' });
    else find('unmatched_downstream', { ...seen, severity: isInfo ? 'info' : 'warning' });
  },
  conclude({ find, tally, figures: { totals } }): Brief {
    const isBillWithoutIds = totals.looseCharges.value > 0 && totals.chargedRequests.value === 0;
    const brief: Brief = { isBillWithoutIds, downstream: [], upstream: [] };
    for (const side of SIDES)
      for (const [channel, seen] of disjointChannels(tally, side)) {
        if (side === 'downstream' && isBillWithoutIds) continue;
        const { requests, critical, amount, criticalAmount, requestIds } = seen;
        brief[side].push(channel);
        find('channel_ids_disjoint', {
          subject: { kind: 'channel', name: [LEDGERS[side], channel] },
          severity: critical.value > 0 ? 'warning' : 'info',
          cases: requests.value,
          amount: amount.value,
          upTo: criticalAmount.value,
          requestIds: requestIds.value,
        });
      }
    return brief;
  },
  review(brief: Brief) {
    const [downstream, upstream] = [new Set(brief.downstream), new Set(brief.upstream)];
    return {
      unmatched_downstream: ({ names, severity }: Evidence) =>
        brief.isBillWithoutIds || downstream.has(names?.channelId ?? '') ? undefined : severity,
      unmatched_upstream: ({ names, severity }: Evidence) =>
        upstream.has(names?.channelId ?? '') ? undefined : severity,
    };
  },
});
