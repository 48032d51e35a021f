import { type Decimal, difference, isPositive, total, ZERO } from '../../money.ts';
import { isCreditNote, type UsageRow } from '../rows/row.ts';
import { type Context, restOf } from '../survey/context.ts';
import { check, code } from './check.ts';

/** What a settled row refunds beyond its cost. */
const excessOf = ({ status, net, refund = ZERO }: UsageRow, context: Context): Decimal =>
  status === 'pending' ? ZERO : restOf(net.negated(), refund, context);
const upstreamIdsOf = ({ upstreamId }: UsageRow): string[] => (upstreamId === undefined ? [] : [upstreamId]);

/** A request costs what its serving attempt costs, and a provider returns no more than it took. */
export const attempts = check({
  id: 'attempts',
  invariant:
    'The successful upstream attempts of a request cost no more than the latest of them, the one that served. Charges beyond the attempts that the log knows are no retries: `duplicate_upstream_charge` reports them. Suspended requests are not judged. An attempt that failed or was refunded leaves no cost on a request that is settled downstream. None is refunded more than it cost, and credit notes return no more than the attempts of their request cost; the charge behind a credit note may lie before the period. Rows without a request are checked as well, once per set of copies, unless a settled copy names a request and is checked there.',
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
    upstream_charged_on_failure: code('request', ['warning'], 'lost', {
      needs: 'upstreamCharges',
      en: {
        title: 'A provider charged for an attempt that failed.',
        remedy: "Claim the charge back if the provider's terms allow it.",
        clause: [
          'the provider charged an attempt that failed',
          'the provider charged # attempts that failed',
        ],
        message: 'Failed upstream attempts of request {name} cost {amount} {currency}.',
      },
      zh: {
        title: '上游对失败的尝试收了费。',
        remedy: '在上游条款允许的情况下追回这笔费用。',
        clause: '上游对 # 次失败的尝试收了费',
        message: '请求 {name} 失败的上游尝试花费 {amount} {currency}。',
      },
    }),
    upstream_refund_incomplete: code('request', ['warning'], 'lost', {
      needs: 'upstreamCharges',
      en: {
        title: 'A provider refunded only part of an attempt.',
        remedy: 'Claim the rest, or correct the refund in the upstream export.',
        clause: [
          'the provider refunded an attempt only in part',
          'the provider refunded # attempts only in part',
        ],
        message: 'Refunded upstream attempts of request {name} still cost {amount} {currency}.',
      },
      zh: {
        title: '上游只退还了一次尝试的部分费用。',
        remedy: '追讨余下部分，或更正上游导出中的退款。',
        clause: '上游对 # 次尝试只退了部分费用',
        message: '请求 {name} 已退款的上游尝试仍花费 {amount} {currency}。',
      },
    }),
    upstream_refund_exceeds_cost: code(['request', 'ledger'], ['warning', 'info'], 'doubtful', {
      needs: 'upstreamCharges',
      en: {
        title: 'An upstream refund is larger than the cost.',
        remedy: 'Check the export: the refund may belong to another charge, or be listed twice.',
        clause: [
          'an upstream refund is larger than its cost',
          '# upstream refunds are larger than their cost',
        ],
        message: 'The upstream refunds of {name} exceed the costs they refund by {amount} {currency}.',
      },
      zh: {
        title: '上游退款超过了成本。',
        remedy: '检查导出：这笔退款可能属于另一笔扣费，或者重复出现。',
        clause: '# 笔上游退款超过了原成本',
        message: ({ kind, name, amount, currency }) =>
          `${kind === 'ledger' ? '没有请求 ID 的' : `请求 ${name} 的`}上游退款比所退的成本多 ${amount} ${currency}。`,
      },
    }),
  },
  simple: false,
  request({ retryCost, surplus, sold, bought: { attempts, successes, creditLeft } }, { find, context }) {
    const retried =
      retryCost === ZERO
        ? ZERO
        : difference(
            retryCost,
            total(surplus, ({ net }) => net),
          );
    if (isPositive(retried))
      find('retry_cost', { amount: retried, counts: { attempts: successes.length - surplus.length } });
    for (const row of sold.settled.length > 0 ? attempts : []) {
      const amount = restOf(row.net, row.gross, context);
      if (!isPositive(amount)) continue;
      const seen = { amount, upstreamIds: upstreamIdsOf(row) };
      if (row.status === 'failed') find('upstream_charged_on_failure', seen);
      if (row.status === 'refunded') find('upstream_refund_incomplete', seen);
    }
    for (const row of attempts) {
      const amount = excessOf(row, context);
      if (isPositive(amount))
        find('upstream_refund_exceeds_cost', { amount, upstreamIds: upstreamIdsOf(row) });
    }
    const left = attempts.length === 0 ? creditLeft : restOf(creditLeft, ZERO, context);
    if (isPositive(left))
      find('upstream_refund_exceeds_cost', {
        amount: left,
        severity: attempts.length === 0 && context.start !== undefined ? 'info' : 'warning',
      });
  },
  charge({ copies }, { find, context }) {
    for (const rows of copies) {
      const settled = rows.filter((copy) => copy.status !== 'pending');
      const [row] = settled;
      if (row === undefined || isCreditNote(row)) continue;
      const amount = excessOf(row, context);
      if (!isPositive(amount)) continue;
      if (settled.every((copy) => copy.requestId === undefined))
        find('upstream_refund_exceeds_cost', {
          subject: { kind: 'ledger', name: 'upstreamCharges' },
          amount,
          upstreamIds: upstreamIdsOf(row),
        });
    }
  },
});
