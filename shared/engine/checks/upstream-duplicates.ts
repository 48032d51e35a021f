import { atLeastZero, type Decimal, isPositive, larger, total, ZERO } from '../../money.ts';
import type { UsageRow } from '../rows/row.ts';
import { type Context, END_CHOICES, type End, edgesOf, endsText } from '../survey/context.ts';
import type { Evidence } from '../tally/evidence.ts';
import { openEndsOf } from '../tally/open-ends.ts';
import { areIdsDisjoint } from '../tally/partners.ts';
import { check, code, counted } from './check.ts';

interface Brief {
  /** The ends of the period beyond which the log does not reach; `undefined` where no request is told as unmatched. */
  openEnds: string | undefined;
}

const net = (row: UsageRow) => row.net;
const present = (texts: readonly (string | undefined)[]) => texts.filter((text) => text !== undefined);

/** What several rows of one name have in common; two names are none. */
const agreed = (rows: readonly UsageRow[], field: 'requestId' | 'model' | 'channelId') =>
  rows.every((row) => row[field] === rows[0]?.[field]) ? rows[0]?.[field] : null;

/** A provider charges an attempt once. */
export const upstreamDuplicates = check({
  id: 'upstream-duplicates',
  invariant:
    'No two upstream rows are the same charge. Rows are the same if they share id, cost, refund and model within a request (or at one time, for rows without a request), or if they have a request but no upstream id and are equal in every field. Nor are there more charges of a request than attempts that the gateway’s log knows, where it says how many: those beyond are a warning.',
  codes: {
    duplicate_upstream_charge: code(['charge', 'request'], ['critical', 'warning', 'info'], 'lost', {
      needs: 'upstreamCharges',
      en: {
        title: "A provider's charge is in the upstream ledger more than once.",
        remedy: 'Dispute the repeated charge with the provider, or import the bill only once.',
        clause: ['a charge stands in the bill more than once', '# charges stand in the bill more than once'],
        message: ({ kind, name, counts, amount, currency }) => {
          if (counts.known)
            return `Request ${name} was charged ${counts.rows} times upstream, but the log knows ${counted(counts.known, 'attempt')}; the charges beyond cost ${amount} ${currency}.`;
          const charge = kind === 'charge' ? `Upstream charge ${name}` : `A charge of request ${name}`;
          return `${charge} is listed in ${counts.rows} equal rows, which cost ${amount} ${currency} beyond the first.`;
        },
      },
      zh: {
        title: '同一笔上游扣费在账中出现多次。',
        remedy: '向上游申诉重复的扣费，或确认账单只导入了一次。',
        clause: '账单中有 # 笔扣费重复',
        message: ({ kind, name, counts, amount, currency }) => {
          if (counts.known)
            return `请求 ${name} 在上游扣费 ${counts.rows} 次，而日志只有 ${counts.known} 次尝试；多出的扣费为 ${amount} ${currency}。`;
          const charge = kind === 'charge' ? `上游扣费 ${name} ` : `请求 ${name} 的一笔扣费`;
          return `${charge}有 ${counts.rows} 条相同的记录，除第一条外多计 ${amount} ${currency}。`;
        },
      },
    }),
  },
  request({ surplus, sold, bought }, { find }) {
    if (surplus.length === 0) return;
    find('duplicate_upstream_charge', {
      severity: 'warning',
      amount: total(surplus, net),
      counts: { rows: bought.attempts.length, known: Math.max(sold.attempts ?? 0, 1) },
      upstreamIds: present(surplus.map((row) => row.upstreamId)),
    });
  },
  charge(charge, { find, context }) {
    if (charge.upstreamId === undefined && charge.requestId === undefined) return;
    for (const copies of charge.copies) {
      if (copies.length < 2) continue;
      const settled = copies.filter((row) => row.status !== 'pending');
      const repeated = total(settled, net).minus(settled.map(net).reduce(larger, settled[0]?.net ?? ZERO));
      // Copies of a credit cost nothing; they must not lessen what other copies of the request cost.
      const amount = atLeastZero(repeated);
      find('duplicate_upstream_charge', {
        severity: isPositive(amount) ? 'critical' : 'info',
        amount,
        uncountedAt: isPositive(amount) ? unmatchedAt(settled, context) : undefined,
        counts: { rows: copies.length },
        requestIds: present(copies.map((row) => row.requestId)),
        upstreamIds: present([charge.upstreamId]),
        names: {
          requestId: agreed(copies, 'requestId'),
          model: agreed(copies, 'model'),
          channelId: agreed(copies, 'channelId'),
        },
      });
    }
  },
  conclude: ({ figures: { totals } }): Brief => ({
    openEnds: areIdsDisjoint(totals.partners) ? undefined : endsText(openEndsOf(totals.reach).upstream),
  }),
  review: ({ openEnds }: Brief) => ({
    duplicate_upstream_charge: ({ uncountedAt }: Evidence) => ({
      uncounted: openEnds === undefined ? undefined : uncountedAt?.[openEnds],
    }),
  }),
});

/**
 * What copies come to that are the charge of a request of their own, by the ends of the period that are open:
 * `unmatched_upstream` counts each once that is not at one of these, but for one where no request of the set was sold.
 */
function unmatchedAt(
  settled: readonly UsageRow[],
  context: Context,
): Readonly<Record<string, Decimal>> | undefined {
  const unmatched = new Map<string, UsageRow>();
  for (const row of settled) if (row.isUnmatched) unmatched.set(row.requestId ?? '', row);
  const others = settled.some((row) => row.isSold) ? 0 : 1;
  if (unmatched.size <= others) return undefined;
  const sums = END_CHOICES.map((openEnds: readonly End[]) => {
    const isAtOne = ({ anchoredAt }: UsageRow) =>
      edgesOf(anchoredAt, context).some((end) => openEnds.includes(end));
    const certain = [...unmatched.values()].filter((row) => !isAtOne(row));
    return [endsText(openEnds), total(certain.slice(others), net)] as const;
  });
  return Object.fromEntries(sums);
}
