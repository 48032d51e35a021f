import { atLeastZero, isPositive } from '../../money.ts';
import type { Request } from '../groups/request.ts';
import { earliestFirst, firstBy } from '../rows/order.ts';
import type { UsageRow } from '../rows/row.ts';
import { type Context, isAtEnd, isAtStart } from '../survey/context.ts';
import { byKey, count, fields } from '../tally/monoid.ts';
import { check, counted } from './check.ts';

/** Fewer requests than this on a channel may miss their partners by chance. */
const REQUESTS_MIN = 5;

const LEDGERS = { downstream: 'downstreamUsage', upstream: 'upstreamCharges' } as const;
const CODES = [
  ['downstream', 'unmatched_downstream'],
  ['upstream', 'unmatched_upstream'],
] as const;

/** The request's channel; that of its earliest row which names one, if the provider served nothing. */
function channelOf({ channelId, serving, unmatched, upstream }: Request): string | undefined {
  if (unmatched === 'downstream' || serving) return channelId;
  return firstBy(
    upstream.filter((row) => row.channelId !== undefined),
    earliestFirst,
  )?.channelId;
}

function severityOf({ anchor, unmatched, unmatchedAmount }: Request, context: Context) {
  if (!isPositive(unmatchedAmount)) return 'info';
  if (unmatched === 'upstream') return isAtStart(anchor, context) ? 'info' : 'critical';
  return isAtEnd(anchor, context) ? 'info' : 'warning';
}

/** A row of another channel that failed is a fallback, and shows nothing about the channel that served. */
const isOwnCharge = (row: UsageRow, channelId: string): boolean =>
  row.status !== 'failed' || row.channelId === undefined || row.channelId === channelId;

/** What the provider charged the customer must have used, and the other way round. */
export const presence = check({
  id: 'presence',
  invariant:
    'Every request that a provider charged is in the downstream ledger, and every delivered request is in the upstream ledger; a failed or refunded request that nobody charged is silent, for nothing was dispatched. At the edges of the period the partner may lie in the neighbouring export; of a channel whose requests are never in both, the ids come from elsewhere; and a bill without any request id says nothing about requests.',
  codes: {
    unmatched_upstream: {
      about: 'request',
      severities: ['critical', 'info'],
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
      words: {
        en: {
          title: 'A provider charged a request that the downstream ledger does not have.',
          remedy: 'Look for the request in the gateway’s log: usage that was never logged is never billed.',
          message: ({ name, amount, currency }) =>
            `Request ${name} cost ${amount} ${currency} upstream, but no downstream row has this id.`,
        },
      },
    },
    unmatched_downstream: {
      about: 'request',
      severities: ['warning', 'info'],
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
      words: {
        en: {
          title: 'A delivered request has no upstream charge.',
          remedy:
            'Complete the upstream export, or ask which provider served the request and whether it will still bill it.',
          message: ({ name, amount, currency }) =>
            `Request ${name} was delivered for ${amount} ${currency}, but no upstream row has this id.`,
        },
      },
    },
    channel_ids_disjoint: {
      about: 'channel',
      severities: ['warning', 'info'],
      needs: 'upstreamCharges',
      explainedBy: 'ledger_ids_disjoint',
      words: {
        en: {
          title: 'No request of a channel is in both usage ledgers, while requests of other channels are.',
          remedy:
            'Export the id that this provider was given; nothing is wrong where it is a machine of your own that nobody bills.',
          message: ({ names: [ledger, channel], cases, amount, currency }) =>
            `No request of channel ${channel} is in both usage ledgers: ${counted(cases, 'request')} of ${ledger} for ${amount} ${currency} in all, not listed one by one, have ids of their own or no partner at all.`,
        },
      },
    },
  },
  tally: fields({
    /** Requests with rows in both ledgers, and their upstream rows by the channels that they show to match. */
    both: count,
    downstream: byKey(count),
    upstream: byKey(count),
  }),
  request(request, { find, tally, context }) {
    const { isInBoth, channelId, unmatched } = request;
    if (isInBoth) {
      tally.both.value++;
      for (const row of request.rows.upstream) {
        if (row.channelId !== undefined) tally.upstream.at(row.channelId).value++;
        if (channelId !== undefined && isOwnCharge(row, channelId)) tally.downstream.at(channelId).value++;
      }
    }
    if (unmatched === undefined) return;
    const amount = atLeastZero(request.unmatchedAmount);
    const severity = severityOf(request, context);
    const names = { model: request.model, channelId: channelOf(request) };
    if (unmatched === 'upstream')
      find('unmatched_upstream', { amount, severity: severity === 'info' ? 'info' : 'critical', names });
    else find('unmatched_downstream', { amount, severity: severity === 'info' ? 'info' : 'warning', names });
  },
  conclude({ find, review, tally, figures: { totals } }) {
    const isBillWithoutIds = totals.looseCharges.value > 0 && totals.chargedRequests.value === 0;
    for (const [side, code] of CODES) {
      const unmatched = new Map<string, number>();
      review(code, ({ names, severity }) => {
        const channel = names?.channelId ?? '';
        unmatched.set(channel, (unmatched.get(channel) ?? 0) + 1);
        return side === 'downstream' && isBillWithoutIds ? undefined : severity;
      });
      review(code, ({ subject, amount, names, severity }) => {
        const channel = names?.channelId ?? '';
        const isDisjoint =
          channel !== '' &&
          tally.both.value > 0 &&
          !tally[side].has(channel) &&
          (unmatched.get(channel) ?? 0) >= REQUESTS_MIN;
        if (!isDisjoint) return severity;
        find('channel_ids_disjoint', {
          subject: { kind: 'channel', name: [LEDGERS[side], channel] },
          amount,
          severity: severity === 'critical' ? 'warning' : 'info',
          requestIds: [String(subject.name)],
        });
        return undefined;
      });
    }
  },
});
