import { isNegative, isPositive } from '../../money.ts';
import { isCreditNote, type UsageRow } from '../rows/row.ts';
import { check, code } from './check.ts';

const isExceeded = (row: UsageRow): boolean => row.status !== 'pending' && isNegative(row.net);
const seen = ({ net, upstreamId }: UsageRow) => ({
  amount: net.negated(),
  upstreamIds: upstreamId === undefined ? [] : [upstreamId],
});

/** A provider returns no more than it took. */
export const upstreamRefunds = check({
  id: 'upstream-refunds',
  invariant:
    'No upstream attempt is refunded more than it cost, and credit notes return no more than the attempts of their request cost. The charge behind a credit note may lie before the period. Rows without a request are checked as well, once per set of copies, unless a settled copy names a request and is checked there.',
  codes: {
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
  request({ bought: { attempts, creditLeft } }, { find, context }) {
    for (const row of attempts) if (isExceeded(row)) find('upstream_refund_exceeds_cost', seen(row));
    if (isPositive(creditLeft))
      find('upstream_refund_exceeds_cost', {
        amount: creditLeft,
        severity: attempts.length === 0 && context.start !== undefined ? 'info' : 'warning',
      });
  },
  charge({ copies }, { find }) {
    for (const rows of copies) {
      const settled = rows.filter((copy) => copy.status !== 'pending');
      const [row] = settled;
      if (row === undefined || isCreditNote(row) || !isExceeded(row)) continue;
      if (settled.every((copy) => copy.requestId === undefined))
        find('upstream_refund_exceeds_cost', {
          subject: { kind: 'ledger', name: 'upstreamCharges' },
          ...seen(row),
        });
    }
  },
});
