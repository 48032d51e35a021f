import { listInEnglish, MONTHS } from '../../../engine/words/buckets.ts';
import type { Cause, Summary } from '../../../schemas/report.ts';
import { isNone } from '../books.ts';
import { type ForEachGap, forGap, type Gap, type LeftOut } from '../gap.ts';
import { count, isMultiple, percent, shown } from '../shown.ts';
import type { Deficits, Earned } from '../totals.ts';
import type { Uncharged } from '../traits.ts';
import {
  type CauseParts,
  firstOf,
  type InCurrency,
  isMonth,
  isNameless,
  isNoCurrency,
  money,
  type Place,
  percentOf,
  type Scope,
  saidOf,
  salesIn,
  settingFor,
} from './parts.ts';

/** `2026-03-10` as `10 March 2026`. */
function dateInEnglish(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** From a first day to a last, as `2026-03-10`. */
const spanInEnglish = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  isMonth(from, to)
    ? dateInEnglish(from).replace(/^\d+ /, '')
    : from === to
      ? dateInEnglish(from)
      : `${dateInEnglish(from)} to ${dateInEnglish(to)}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const LEDGERS_IN_ENGLISH = {
  downstreamUsage: 'the log',
  upstreamCharges: "the provider's bill",
  payments: 'the payments',
} as const;

const leftOutInEnglish = ({ ledger, currency, amount }: LeftOut): string =>
  `${isNoCurrency(currency) ? shown(amount) : money(amount, currency)} of ${LEDGERS_IN_ENGLISH[ledger]}`;

const DAYS_IN_ENGLISH = {
  both: 'first and last day count',
  first: 'first day counts',
  last: 'last day counts',
} as const;

/** Each names what is missing, with the money that is known of it. */
const GAPS: ForEachGap<[currency: string], string> = {
  rows: (gap, currency) =>
    [
      isNone(gap.amount)
        ? 'Rows with money are missing, or could not be read.'
        : `Rows with money could not be read: they state ${money(gap.amount, currency)}.`,
      ...gap.beyond.map(
        ({ ledger, requests }) =>
          `${count(requests)} requests of ${LEDGERS_IN_ENGLISH[ledger]} lie outside the time of ${ledger === 'downstreamUsage' ? LEDGERS_IN_ENGLISH.upstreamCharges : LEDGERS_IN_ENGLISH.downstreamUsage}.`,
      ),
    ].join(' '),
  empty: (gap) => {
    const names = gap.ledgers.map((ledger) => LEDGERS_IN_ENGLISH[ledger]);
    const isOne = names.length === 1 && !gap.ledgers.includes('payments');
    return gap.isOutside
      ? `No row of ${listInEnglish(names)} lies in the period.`
      : `${capital(listInEnglish(names))} ${isOne ? 'holds' : 'hold'} no rows.`;
  },
  currency: (gap) => {
    if (gap.isUnnamed) return 'Some payments name no currency: what was paid for their credit is unknown.';
    const parts = firstOf(gap.leftOut.map(leftOutInEnglish), (more) => `${count(more)} more`);
    return parts.length === 0
      ? `Amounts in another currency than ${gap.currency}, or in none that is stated, are left out.`
      : `Left out: ${listInEnglish(parts)}, ${isNameless(gap.leftOut) ? 'whose currency nobody states' : salesIn(gap.leftOut) ? `because the report is in ${gap.currency}` : `because no rate to ${gap.currency} is stated for their days`} (settings: ${settingFor(gap.leftOut)}).`;
  },
  scale: (gap) => {
    if ('payments' in gap)
      return `${count(gap.payments)} of ${count(gap.all)} payments were credited with ${gap.isUnder ? 'less than a third of' : 'more than three times'} what was paid: payments and credits count in different units, such as cents, or in different currencies.`;
    return `${gap.isDear ? 'The cost' : 'The revenue'} of ${count(gap.models)} of ${count(gap.all)} models is more than ${gap.isDear ? '10 times their revenue' : '100 times their cost'}: log and bill count in different units, such as cents, or the quota per unit is wrong.`;
  },
  question: ({ title, remedy }) => `${title} ${remedy}`,
  unchecked: (gap) => gap.title,
  unbilled: (gap, currency) =>
    `${money(gap.amount, currency)} of the revenue has no cost in the bill: ${listInEnglish(firstOf(gap.models, (more) => `${count(more)} more`))}.${isNone(gap.nameless) ? '' : ` ${money(gap.nameless, currency)} of the bill name no model: export it by model.`}`,
  span: ({ bill, log, month }, currency) => {
    const parts = saidOf([
      !isNone(bill) && `${money(bill, currency)} of the bill`,
      !isNone(log) && `${money(log, currency)} of the log`,
    ]);
    const period =
      month && ` State the period, such as ${month.name}: then its ${DAYS_IN_ENGLISH[month.counts]}.`;
    return `Log and bill cover different times, or days that one of them does not hold to their end${parts.length === 0 ? '' : `: ${listInEnglish(parts)} are compared with nothing`}.${period ?? ''}`;
  },
  pending: (gap, currency) => {
    const parts = saidOf([
      !isNone(gap.sales) && `${money(gap.sales, currency)} of sales`,
      !isNone(gap.costs) && `${money(gap.costs, currency)} of the bill`,
    ]);
    return `Requests are still pending${parts.length === 0 ? '' : `, with ${listInEnglish(parts)}`}.`;
  },
  bill: () => "No provider's bill was given, so nobody knows what the requests cost.",
};

const placeInEnglish = ({ model, channelId, userId }: Place): string[] =>
  saidOf([!!model && model, !!channelId && `channel ${channelId}`, !!userId && `customer ${userId}`]);

export const english = {
  /** What is not told in a sentence of its own: its title, and what it is about. */
  named: (title: string, place: Place): string =>
    [title.replace(/\.$/, ''), ...placeInEnglish(place)].join(', '),
  date: dateInEnglish,
  gap: (gap: Gap, currency: string): string => forGap(GAPS, gap, currency),
  /** Between two sentences. */
  between: ' ',
  verdict: ({ lost, owed, currency }: InCurrency & { lost: string; owed: string }): string => {
    const parts = saidOf([
      !isNone(lost) && `lost ${money(lost, currency)}`,
      !isNone(owed) && `owe customers ${money(owed, currency)}`,
    ]);
    return `You ${parts.join(' and ')}.`;
  },
  doubtful: ({ amount, currency }: InCurrency & { amount: string }) =>
    `${money(amount, currency)} are in doubt.`,
  earned: ({ amount, rate, currency, isPart }: Earned & InCurrency): string =>
    amount.startsWith('-')
      ? `${isPart ? 'The rest' : 'The requests'} cost ${money(amount.slice(1), currency)} more than ${isPart ? 'it' : 'they'} earned.`
      : isNone(amount)
        ? `${isPart ? 'The rest' : 'The requests'} earned exactly what ${isPart ? 'it' : 'they'} cost.`
        : `${isPart ? 'The rest' : 'You'} earned ${money(amount, currency)}${rate === null ? '' : ` (${percent(rate)})`}.`,
  deficits: ({ models, all, amount, worst, currency, isPart }: Deficits & InCurrency): string =>
    worst === undefined
      ? isPart
        ? 'None of its models costs more than it earns.'
        : 'No model costs more than it earns.'
      : `${count(models)} of ${isPart ? 'its ' : ''}${count(all)} ${all === 1 ? 'model' : 'models'} ${models === 1 ? 'costs more than it earns' : 'cost more than they earn'}, ${money(amount, currency)} in all${models === 1 ? `: ${worst.model}` : `; worst ${worst.model}, ${shown(worst.margin)}`}.`,
  /** What is known where something is missing. */
  soFar: ({
    currency,
    revenue,
    cost,
    lost,
    owed,
    doubtful,
  }: InCurrency & Summary['money'] & { revenue: string; cost: string | null }): string => {
    const parts = saidOf([
      !isNone(revenue) && `revenue ${money(revenue, currency)}`,
      !isNone(cost) && `cost ${money(cost ?? '0', currency)}`,
      !isNone(lost) && `${money(lost, currency)} at your cost`,
      !isNone(owed) && `${money(owed, currency)} at the cost of customers`,
      !isNone(doubtful) && `${money(doubtful, currency)} in doubt`,
    ]);
    return parts.length === 0 ? '' : `Known without that: ${parts.join(', ')}.`;
  },
  unchecked: ({ title, amount, currency }: InCurrency & { title: string; amount: string | null }): string =>
    amount === null ? title : `${title.replace(/\.$/, '')}: ${money(amount, currency)}.`,
  known: 'Everything that was found is known to you.',
  clean: 'Nothing wrong was found.',
  cleanSoFar: 'Nothing wrong was found in what was given.',
  cause: ({ models, channel, customer, reason, since, isThen, currency, repriced }: CauseParts): string => {
    const place = placeInEnglish({
      model: listInEnglish(firstOf(models, (more) => `${count(more)} more`)),
      channelId: channel && `${channel.id}${channel.name === undefined ? '' : ` (${channel.name})`}`,
      userId: customer?.isAlone ? customer.userId : null,
    });
    const when =
      since === null ? '' : isThen ? ` (${dateInEnglish(since)})` : ` since ${dateInEnglish(since)}`;
    const part =
      customer && !customer.isAlone
        ? `; ${customer.isNearlyAll ? 'nearly all' : money(customer.amount, currency)} of it with customer ${customer.userId}`
        : '';
    const about = models.length === 0 ? capital(place.join(', ')) : place.join(', ');
    const clause = place.length === 0 ? capital(reason) : `${about}: ${reason}`;
    const then = repriced
      ? `; ${repriced.isAll ? '' : `${count(repriced.count)} of them `}while the price was changed: ${repriced.said} UTC`
      : '';
    return `${clause}${when}${part}${then}.`;
  },
  /** What stands before why a bill differs from its estimate. */
  bill: (reason: string): string => `the bill ${reason}`,
  /** What a model loses by. */
  uncharged: ({ uncharged, delivered }: Uncharged): string =>
    `${count(uncharged)} of ${count(delivered)} delivered requests were charged nothing`,
  /** What requests were charged, where it is the same share of the price of all. */
  atShare: ({ count: requests, factor }: { count: number; factor: string }): string =>
    `${count(requests)} requests were charged ${isMultiple(Number(factor)) ? `${factor} times` : `at ${percentOf(factor)} of`} their price`,
  /** What multiplied the prices of a cause: since which day, on which channel, and whether customers paid too much. */
  remedyOfFactor: ({
    factor,
    since,
    channelId,
    isOwed,
  }: Pick<Cause, 'channelId'> & { factor: string; since: string | null; isOwed: boolean }): string =>
    `${isOwed ? 'Return the difference, and look' : 'Look'} for the ratio ${factor}${since === null ? '' : ` that began on ${dateInEnglish(since)}`}${channelId === null ? '' : ` on channel ${channelId}`}: remove it, or write it into the price.`,
  /** Where the price of a model was changed while most of the requests began. */
  remedyOfChange: 'See who changed the price then, and why; set it above what the provider bills.',
  /** A month, a day, or the time between two. */
  span: spanInEnglish,
  sides: { lost: 'lost', owed: 'owed', doubtful: 'in doubt', none: 'also seen', record: 'for the record' },
  more: (n: number) => `${count(n)} further ${n === 1 ? 'cause' : 'causes'} below.`,
  scope: ({ requests, from, to, isByTotals }: Scope): string => {
    const days =
      from && to ? (from === to ? ` on ${dateInEnglish(from)}` : `, ${spanInEnglish({ from, to })}`) : '';
    return `${count(requests)} ${requests === 1 ? 'request' : 'requests'}${days}${isByTotals ? ', compared by totals, because the bill names no request' : ''}`;
  },
};
