import { atLeastZero } from '../../money.ts';
import { type End, edgesOf } from '../survey/context.ts';
import type { Evidence } from '../tally/evidence.ts';
import { openEndsOf } from '../tally/open-ends.ts';
import { channelOf, disjointChannels } from '../tally/partners.ts';
import { isBillWithoutIds } from '../tally/totals/totals.ts';
import { check, code } from './check.ts';

/** What the provider charged the customer must have used, and the other way round. */
export const presence = check({
  id: 'presence',
  invariant:
    'The downstream ledger has every request that a provider charged for, and the upstream ledger every delivered request. A failed or refunded request without an upstream charge is not reported, because nothing was dispatched. At the edges of the period, the partner may be in the neighbouring export. Requests dated outside the time of the other ledger are `bill_beyond_log` or `log_beyond_bill`. A bill without any request id says nothing about requests.',
  codes: {
    unmatched_upstream: code('request', ['critical', 'info'], 'lost', {
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
      en: {
        title: 'A provider charged for a request that the downstream ledger does not have.',
        remedy: "Look for the request in the gateway's log. Usage that is not logged is never billed.",
        clause: [
          'a request cost money upstream, and no customer was charged for it',
          '# requests cost money upstream, and no customer was charged for them',
        ],
        message: 'Request {name} cost {amount} {currency} upstream, but no downstream row has this id.',
      },
      zh: {
        title: '上游收了费，用量账里却没有这个请求。',
        remedy: '在网关日志中查找该请求：没有记入日志的用量永远收不到钱。',
        clause: '# 个请求产生了上游成本，却没有向客户收费',
        message: '请求 {name} 的上游成本为 {amount} {currency}，但用量账中没有这个 ID。',
      },
    }),
    unmatched_downstream: code('request', ['warning', 'info'], 'doubtful', {
      drawsOn: 'charge',
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
      en: {
        title: 'A delivered request has no upstream charge.',
        remedy:
          'Complete the upstream export, or ask the provider that served the request whether it will still bill it.',
        clause: [
          'a delivered request has no upstream charge',
          '# delivered requests have no upstream charge',
        ],
        message: 'Request {name} was delivered for {amount} {currency}, but no upstream row has this id.',
      },
      zh: {
        title: '请求已交付，却没有上游扣费。',
        remedy: '补全上游导出，或查明是哪个上游服务了该请求、之后是否还会出账。',
        clause: '# 个已交付的请求没有对应的上游扣费',
        message: '请求 {name} 已交付，收费 {amount} {currency}，但上游账中没有这个 ID。',
      },
    }),
  },
  simple: false,
  request(request, { find, context }) {
    const { unmatched, model } = request;
    if (unmatched === undefined || request.isBeyond(context)) return;
    const amount = atLeastZero(request.unmatchedAmount);
    const seen = { amount, upTo: amount, names: { model, channelId: channelOf(request) } };
    find(unmatched === 'upstream' ? 'unmatched_upstream' : 'unmatched_downstream', seen);
  },
  conclude({ figures: { totals }, context }) {
    const isWithoutIds = isBillWithoutIds(totals);
    const openEnds = openEndsOf(totals.reach);
    const isListed = (side: 'downstream' | 'upstream') => {
      const disjoint = new Set(disjointChannels(totals.partners, side).map(([channel]) => channel));
      return ({ names }: Evidence): boolean => !disjoint.has(names?.channelId ?? '');
    };
    const isExplained = ({ amount, since = Number.NaN }: Evidence, ends: readonly End[]): boolean =>
      amount?.isZero() === true || edgesOf(since, context).some((end) => ends.includes(end));
    const [isSaleListed, isChargeListed] = [isListed('downstream'), isListed('upstream')];
    return {
      unmatched_downstream(seen) {
        if (isWithoutIds || !isSaleListed(seen)) return undefined;
        return isExplained(seen, openEnds.downstream) ? 'info' : 'warning';
      },
      unmatched_upstream(seen) {
        if (!isChargeListed(seen)) return undefined;
        return isExplained(seen, openEnds.upstream) ? 'info' : 'critical';
      },
    };
  },
});
