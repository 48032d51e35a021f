import { listInEnglish, MONTHS } from '../../../engine/words/buckets.ts';
import { capitalize, nameChannel, nameCustomer } from '../../../engine/words/names.ts';
import { nameZone } from '../../../zoned-time.ts';
import { isTiny } from '../answer-input.ts';
import {
  formatAmount,
  formatCount,
  formatFactor,
  formatMarginRate,
  formatPercent,
  isMultiple,
} from '../format-amount.ts';
import { isSingleDay, joinDays } from '../gaps/day-spans.ts';
import { type DaySpan, type ForEachGap, forGap, type Gap, type LeftOutSum } from '../gaps/gap.ts';
import type { ComparedDays } from '../scope.ts';
import type { Uncharged } from '../traits.ts';
import {
  type ByPrices,
  type CauseDays,
  type CauseParts,
  type CausePlace,
  findSalesCurrency,
  formatFactorAsPercent,
  formatWithCurrency,
  groupByMonth,
  type InCurrency,
  isCurrencyMissing,
  isMonth,
  listPlaces,
  listStatus,
  listUncompared,
  type MarginParts,
  type ModelNote,
  type NotCounted,
  type Scope,
  type Status,
  shortenNames,
  splitFirst,
  withoutFalse,
} from './parts.ts';

/** Formats `2026-03-10` as `10 March 2026`. */
function dateInEnglish(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? month} ${year}`;
}

/** Formats a span of days as a month, a day, `11–20 October 2026`, or two dates. */
function spanInEnglish({ from, to }: DaySpan): string {
  if (isMonth(from, to)) return dateInEnglish(from).replace(/^\d+ /, '');
  if (from === to) return dateInEnglish(from);
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${Number(from.slice(8))}–${dateInEnglish(to)}`
    : `${dateInEnglish(from)} – ${dateInEnglish(to)}`;
}

/** Formats a day without the year: `30 September`. */
export const dayInEnglish = (day: string): string =>
  `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''}`;

/** Formats spans of days without the year: `1–10 and 21–31 October`, `30 September to 1 October`. */
export const daysInEnglish = (spans: readonly DaySpan[]): string =>
  groupByMonth(spans)
    .map((group) => {
      if ('from' in group) return `${dayInEnglish(group.from)} to ${dayInEnglish(group.to)}`;
      const { month, spans: ofMonth } = group;
      const name = MONTHS[Number(month.slice(5)) - 1] ?? '';
      const days = ofMonth.map(({ from, to }) =>
        from === to ? `${Number(to.slice(8))}` : `${Number(from.slice(8))}–${Number(to.slice(8))}`,
      );
      const [listed, more] = splitFirst(days);
      if (more === 0) return `${listInEnglish(days)} ${name}`;
      return `${listed.join(', ')} ${name} and ${plural(more, 'more date range')}`;
    })
    .join(' and ');

/** Adds the days of which only a part is meant: `30 September and parts of 1 and 31 October`. */
const addPart = (days: string, part: readonly DaySpan[]): string =>
  [
    days,
    part.length > 0 && `${isSingleDay({ whole: [], part }) ? 'part' : 'parts'} of ${daysInEnglish(part)}`,
  ]
    .filter(Boolean)
    .join(' and ');

/** Formats when a cause was found: `on 17 October`, `since 12 October`, `since 1 October, on 29 days`. */
function whenInEnglish(when: CauseDays): string {
  switch (when.kind) {
    case 'on':
      return `on ${daysInEnglish(when.days.map((day) => ({ from: day, to: day })))}`;
    case 'every':
      return 'on every day';
    case 'start':
      return 'since the first day';
    case 'some':
    case 'since':
      return `since ${dayInEnglish(when.day)}${when.count === undefined ? '' : `, on ${when.count} days`}`;
  }
}

const plural = (n: number, one: string): string => `${formatCount(n)} ${one}${n === 1 ? '' : 's'}`;

/** The ledgers as a report names them. */
export const LEDGERS_IN_ENGLISH = {
  downstreamUsage: 'the log',
  upstreamCharges: 'the bill',
  payments: 'the payments',
} as const;

/** Lists the first three names and the number of the others. */
const listNames = (names: readonly string[]): string =>
  listInEnglish(shortenNames(names, (more) => `${formatCount(more)} more`));

const leftOutInEnglish = ({ ledger, currency, amount }: LeftOutSum): string =>
  `${isCurrencyMissing(currency) ? `${formatAmount(amount)} without a currency` : formatWithCurrency(amount, currency)} of ${LEDGERS_IN_ENGLISH[ledger]}`;

/** One short sentence per kind of gap, with what is not counted and the reason. */
const GAPS: ForEachGap<[currency: string], string> = {
  rows: ({ ledger, unread, reasons }, currency) => {
    const money =
      unread && !isTiny(unread.amount) ? ` with ${formatWithCurrency(unread.amount, currency)}` : '';
    if (reasons.length > 0) return reasons.map((reason) => reason.en).join(' ');
    if (unread === undefined) return `Rows of ${LEDGERS_IN_ENGLISH[ledger]} are missing.`;
    return unread.rows === 0
      ? `Rows${money} could not be read.`
      : `${plural(unread.rows, 'row')} of ${LEDGERS_IN_ENGLISH[ledger]}${money} could not be read.`;
  },
  empty: (gap) => {
    const names = gap.ledgers.map((ledger) => LEDGERS_IN_ENGLISH[ledger]);
    const isOne = names.length === 1 && !gap.ledgers.includes('payments');
    return gap.isOutside
      ? `No row of ${listInEnglish(names)} is in the period.`
      : `${capitalize(listInEnglish(names))} ${isOne ? 'has' : 'have'} no rows.`;
  },
  currency: ({ leftOut, currency }) => {
    const parts = shortenNames(leftOut.map(leftOutInEnglish), (more) => `${formatCount(more)} more`);
    if (parts.length === 0) return `Not counted yet: amounts in currencies other than ${currency}.`;
    const reason = findSalesCurrency(leftOut)
      ? `the report is in ${currency}`
      : leftOut.every((part) => isCurrencyMissing(part.currency))
        ? ''
        : `there is no exchange rate to ${currency}`;
    return `Not counted yet: ${listInEnglish(parts)}${reason && `, because ${reason}`}.`;
  },
  unnamed: ({ payments, credited }, currency) =>
    `Not counted yet: ${plural(payments, 'payment')} without a currency${isTiny(credited) ? '' : ` (${formatWithCurrency(credited, currency)} of credit)`}.`,
  scale: (gap) => {
    if ('payments' in gap)
      return `${formatCount(gap.payments)} of ${formatCount(gap.all)} payments were credited with ${gap.isUnder ? 'less than a third of' : 'more than three times'} what was paid: payments and credits are in different units, such as cents, or in different currencies.`;
    const who =
      gap.models < gap.all
        ? `${formatCount(gap.models)} of ${formatCount(gap.all)} models`
        : gap.all === 1
          ? 'the only model'
          : gap.all === 2
            ? 'both models'
            : `all ${formatCount(gap.all)} models`;
    const times = gap.factor ? `about ${formatFactor(gap.factor)}` : `more than ${gap.isDear ? 10 : 100}`;
    const what = gap.isDear
      ? `The cost of ${who} is ${times} times the revenue`
      : `The revenue of ${who} is ${times} times the cost`;
    const remedy = gap.isOfQuota ? '' : ' Check both files.';
    return `${what}: a unit or currency looks wrong (cents, CNY, the quota per unit).${remedy}`;
  },
  question: ({ title }) => title,
  unchecked: () => 'Log and bill have no request id in common, so individual requests are not compared.',
  unbilled: ({ amount, models, nameless, isLeftOut }, currency) => {
    const what = `${listNames(models)}, with ${formatWithCurrency(amount, currency)} of the revenue`;
    if (isLeftOut)
      return `Not in the margin, because the cost may be among the amounts not counted yet: ${what}.`;
    return `Not in the bill: ${what}${isTiny(nameless) ? '' : `; ${formatWithCurrency(nameless, currency)} of the bill has no model`}.`;
  },
  span: (gap, currency) => {
    const { all } = gap.days;
    const parts = listUncompared(gap).map(({ ledger, amount, requests }) => {
      const sum = !isTiny(amount) && formatWithCurrency(amount, currency);
      const what = requests === undefined ? sum : plural(requests, 'request');
      return `${what} of ${LEDGERS_IN_ENGLISH[ledger]}${requests !== undefined && sum ? ` (${sum})` : ''}`;
    });
    const days = addPart(daysInEnglish(all.whole), all.part);
    const which = isSingleDay(all) ? 'this day' : 'these days';
    const incomplete = addPart(daysInEnglish(gap.incomplete.whole), gap.incomplete.part);
    const isSame = incomplete === '' && gap.lacking.length === 1;
    const lacking = gap.lacking.map(
      ({ ledger, days }) =>
        `${LEDGERS_IN_ENGLISH[ledger]} does not cover ${isSame ? which : daysInEnglish(days)}`,
    );
    if (incomplete && lacking.length > 0) lacking.push(`${incomplete} may be incomplete`);
    const maybe = `${gap.period === undefined ? '' : 'no period is set and '}${which} may be incomplete`;
    const why = gap.timeZone
      ? `the bill’s days are in ${nameZone(gap.timeZone)}`
      : lacking.join(', and ') || maybe;
    return `Not compared: ${listInEnglish(parts)}${days && ` for ${days}`}, because ${why}.`;
  },
  pending: (gap, currency) => {
    const parts = withoutFalse([
      !isTiny(gap.sales) && `${formatWithCurrency(gap.sales, currency)} in the log`,
      !isTiny(gap.costs) && `${formatWithCurrency(gap.costs, currency)} in the bill`,
    ]);
    return parts.length === 0
      ? 'Not counted yet: requests that are still pending.'
      : `Not counted yet: ${listInEnglish(parts)} that ${parts.length === 1 ? 'is' : 'are'} still pending.`;
  },
  bill: () => 'Cost and margin are unknown, because no bill was given.',
};

/** Sentences about the cost of models. `more`: what they cost more than they earned. */
const MODEL_NOTES: Readonly<
  Record<ModelNote['reason'], (note: ModelNote & { sum: string; more: string }) => string>
> = {
  losing: ({ more }) => `${more}.`,
  edges: ({ more }) =>
    `${more}. This may be no loss: log and bill may start or end some minutes apart. Export both from a day before to a day after.`,
  free: ({ more, freeCustomers: ids }) =>
    `${more}; ${ids.length === 0 ? 'some requests are free' : `nothing was charged to ${listNames(ids.map((id) => nameCustomer(id, 'en')))}`}.`,
  given: ({ models, sum }) =>
    `Given away free, not counted as a loss: ${listNames(models)}, cost ${sum}. Is this intended?`,
  failed: ({ models, sum }) => `No request delivered: ${listNames(models)}, cost ${sum}.`,
  unbilled: ({ more, unbilled, currency }) =>
    `${more}, perhaps because the bill includes ${listNames(unbilled.models)} there; then the margin is ${formatWithCurrency(unbilled.marginWith, currency)}.`,
  unsold: ({ models, sum, unbilled }) =>
    `Billed but not sold: ${listNames(models)}, ${sum}, ${unbilled.models.length > 0 ? `not in the margin. If ${models.length === 1 ? 'this is' : 'these are'} how the bill names ${listNames(unbilled.models)}, enter the names.` : 'already deducted from the margin. Find out who uses it, or whether other prices include it.'}`,
};

const STATUS = {
  lost: {
    none: 'no loss found',
    partly: 'nothing lost in what was compared',
    doubtful: 'nothing lost for certain',
  },
  owed: {
    none: 'nothing owed to customers',
    doubtful: 'nothing owed for certain',
    unchecked: 'owed and payment losses: unknown (no payments given)',
    open: 'debts to customers not known yet',
  },
} as const;

/** Clause about refunded payments whose credit is unknown. */
const refundsInEnglish = ({ refunds, payments }: NonNullable<CauseParts['refunded']>): string =>
  `${payments === 1 ? 'it was' : `${formatCount(refunds)} of them ${refunds === 1 ? 'was' : 'were'}`} refunded, and the credit may still be in the wallet`;

const channelName = ({ id, name }: CauseParts['channels'][number]): string =>
  `${id}${name === undefined ? '' : ` (${name})`}`;

/** English texts of the answer. */
export const english = {
  /** Title with the model, channel or customer it is about. */
  named: (title: string, place: CausePlace): string =>
    [title.replace(/\.$/, ''), ...listPlaces(place, 'en')].join(', '),
  date: dateInEnglish,
  gap: (gap: Gap, currency: string): string => forGap(GAPS, gap, currency),
  /** Days that are compared: the first and last one, and those between them of which all or a part is not. */
  days: ({ span, without: { whole, part } }: ComparedDays): string => {
    if (span === null) return '';
    const days = spanInEnglish(span);
    if (span.from === span.to) return part.length > 0 ? `part of ${days}` : days;
    const left = addPart(daysInEnglish(whole), part);
    return `${days}${left && ` without ${left}`}`;
  },
  /** Separator of sentences. */
  between: ' ',
  verdict: ({
    lost,
    owed,
    currency,
    isLeast,
  }: InCurrency & { lost: string; owed: string; isLeast: boolean }): string => {
    const least = isLeast ? 'at least ' : '';
    const parts = withoutFalse([
      !isTiny(lost) && `lost ${least}${formatWithCurrency(lost, currency)}`,
      !isTiny(owed) && `owe customers ${least}${formatWithCurrency(owed, currency)}`,
    ]);
    return `You ${parts.join(' and ')}.`;
  },
  doubtful: ({ amount, currency }: InCurrency & { amount: string }) =>
    `${formatWithCurrency(amount, currency)} is in doubt.`,
  /** A gap that leaves losses of requests unknown. */
  hides: (gap: string, hasPayments: boolean): string =>
    `${gap} Losses${hasPayments ? ' and debts to customers' : ''} are not known yet.`,
  /** Money that such a gap cannot explain. */
  certain: ({
    lost,
    owed,
    currency,
    isOfPayments,
  }: InCurrency & { lost: string; owed: string; isOfPayments: boolean }): string => {
    const parts = withoutFalse([
      !isTiny(lost) && `${formatWithCurrency(lost, currency)} lost${isOfPayments ? ' in payments' : ''}`,
      !isTiny(owed) && `${formatWithCurrency(owed, currency)} owed to customers`,
    ]);
    return `Already certain: ${listInEnglish(parts)}.`;
  },
  margin: ({ amount, rate, currency, isPart }: MarginParts): string => {
    const share = rate === null ? '' : ` (${formatPercent(rate, 'en')})`;
    return `Margin ${formatWithCurrency(amount, currency)}${share}${isPart ? ' on billed models' : ''}.`;
  },
  noModelLoses: (areAllBilled: boolean): string =>
    areAllBilled ? 'No model loses money.' : 'None of them loses money.',
  lossUncertain: (isMarginNegative: boolean): string =>
    isMarginNegative ? 'This may not be a real loss.' : 'Whether any model loses money is not certain.',
  /** Sentence about models that cost more than they earned, or that were not sold. */
  modelNote: (note: ModelNote): string => {
    const { models, currency, reason } = note;
    const who =
      models.length < 3
        ? listInEnglish(models)
        : `${formatCount(models.length)} models (${listNames(models)})`;
    const sum = formatWithCurrency(note.amount, currency);
    const more = `${who} cost ${sum} more than ${models.length === 1 ? 'it' : 'they'} earned`;
    return MODEL_NOTES[reason]({ ...note, sum, more });
  },
  /** Sentence about days that cost more than they earned, between days that earned money. */
  costlyDays: ({
    days,
    amount,
    currency,
  }: InCurrency & { days: readonly string[]; amount: string }): string =>
    `Compare bill and log of ${daysInEnglish(joinDays(days))}: requests cost ${formatWithCurrency(amount, currency)} more than they earned, unlike on the days around.`,
  /** Question about a bill whose rows all have a cost of 0. */
  freeBill: 'Every row of the bill has a cost of 0. If this is wrong, check its cost column.',
  /** Sentence about losses and debts that the headline does not mention. Empty if there is nothing to say. */
  status: (status: Status): string => {
    const parts = listStatus(status, STATUS);
    return parts.length === 0 ? '' : `${capitalize(parts.join(', '))}.`;
  },
  byPrices: ({ customer, channel, currency }: ByPrices & InCurrency): string => {
    const parts = withoutFalse([
      !!customer &&
        `${nameCustomer(customer.id, 'en')} cost ${formatWithCurrency(customer.amount, currency)}`,
      !!channel && `${nameChannel(channel.id, 'en')} cost ${formatWithCurrency(channel.amount, currency)}`,
    ]);
    return parts.length === 0 ? '' : `At your purchase prices, ${parts.join(' and ')} more than was charged.`;
  },
  allKnown: 'You have marked all findings as known.',
  known: ({ amount, currency }: InCurrency & { amount: string }) =>
    `Marked as known and not counted: ${formatWithCurrency(amount, currency)}.`,
  clean: 'No problems were found.',
  cleanSoFar: 'Losses are not known yet. No problems were found in what could be checked.',
  cause: ({
    models,
    channels,
    customer,
    reason,
    refunded,
    unbilled,
    when,
    bills,
    currency,
    repriced,
  }: CauseParts): string => {
    const customerName = customer?.isAlone ? nameCustomer(customer.userId, 'en') : null;
    const channelNames = listNames(channels.map(channelName));
    // A customer with all of several channels is the origin: name them first.
    const isOfCustomer = customerName !== null && channels.length > 1 && models.length > 1;
    const place = isOfCustomer
      ? [`${customerName} (${listNames(models)})`]
      : withoutFalse([
          models.length > 0 && listNames(models),
          channels.length > 0 &&
            (channels.length > 1 ? `channels ${channelNames}` : nameChannel(channelNames, 'en')),
          customerName ?? false,
        ]);
    const date = when === null ? '' : ` ${whenInEnglish(when)}`;
    const whose =
      when?.kind === 'on' ? date.replace(' on ', ' of ') : date.includes(',') ? ` (${date.trim()})` : date;
    const part =
      customer && !customer.isAlone
        ? `; ${nameCustomer(customer.userId, 'en')} accounts for ${customer.isNearlyAll ? 'nearly all' : formatWithCurrency(customer.amount, currency)} of it`
        : '';
    const about = models.length === 0 || isOfCustomer ? capitalize(place.join(', ')) : place.join(', ');
    const dated = reason.includes('@') ? reason.replace('@', whose) : `${reason}${date}`;
    const clause = place.length === 0 ? capitalize(dated) : `${about}: ${dated}`;
    const then = repriced
      ? `; ${repriced.isAll ? '' : `${formatCount(repriced.count)} of them `}while the price was being changed: ${repriced.text} ${repriced.zone}`
      : '';
    const refunds = refunded ? `; ${refundsInEnglish(refunded)}` : '';
    const source = bills.length > 0 ? ` (bill: ${listNames(bills)})` : '';
    const revenue = unbilled
      ? `; the cost is unknown, and the revenue of ${formatWithCurrency(unbilled.revenue, currency)} is ${unbilled.isInMargin ? '' : 'not '}in the margin`
      : '';
    return `${clause}${source}${refunds}${revenue}${part}${then}.`;
  },
  /** Introduction of the reason why a bill differs from its estimate. */
  bill: (reason: string): string => `the bill ${reason}`,
  /** Clause about requests of a model that were charged nothing. */
  uncharged: ({ uncharged, delivered }: Uncharged): string =>
    `nothing was charged for ${formatCount(uncharged)} of ${formatCount(delivered)} delivered requests`,
  /** Clause about requests that were all charged the same share of their price, or nothing. */
  atShare: ({ count: requests, factor }: { count: number; factor: string }): string => {
    if (factor === '0')
      return requests === 1
        ? 'nothing was charged for a request'
        : `nothing was charged for ${formatCount(requests)} requests`;
    return `${formatCount(requests)} requests were charged at ${isMultiple(Number(factor)) ? `${factor} times` : `${formatFactorAsPercent(factor)} % of`} their price`;
  },
  /** Formats a month, a day, or the first and last of several days. */
  span: spanInEnglish,
  sides: {
    lost: 'lost',
    owed: 'owed',
    doubtful: 'in doubt',
    none: 'not added to totals',
    record: 'for information',
  },
  notCounted: {
    affected: 'amount affected',
    counted: 'already counted',
    currency: 'other currency',
    estimate: 'estimate, not in totals',
    incomplete: 'incomplete data',
    uncompared: 'not compared',
    unexplained: 'unexplained',
    unpriced: 'to be checked',
  } satisfies Record<NotCounted, string> as Readonly<Record<NotCounted, string>>,
  scope: ({ requests, days, isByTotals, margin, revenue, status, currency }: Scope): string =>
    withoutFalse([
      english.days(days) || false,
      plural(requests, 'request'),
      margin !== null &&
        `margin ${formatWithCurrency(margin.amount, currency)}${margin.rate === null ? '' : ` (${formatMarginRate(margin.rate, 'en')})`}${margin.isBeforePayments ? ' before losses in payments' : ''}`,
      revenue !== null && `revenue ${formatWithCurrency(revenue, currency)}`,
      ...listStatus(status, STATUS),
      isByTotals && 'compared by totals, because the bill has no request ids',
    ]).join(' · '),
};
