import { nameChannel, nameCustomer } from '../../../engine/words/names.ts';
import { formatDay } from '../../../instant.ts';
import type { Language } from '../../../language.ts';
import { shiftPoint, toDecimal, toPlainText } from '../../../money/money.ts';
import type { NOT_JUDGED } from '../../../schemas/lists.ts';
import { isTiny } from '../answer-input.ts';
import { formatAmount } from '../format-amount.ts';
import type { DaySpan, Gap, LeftOutSum } from '../gaps/gap.ts';
import type { ComparedDays } from '../scope.ts';

/**
 * Reason why a model that costs more than it earns is not reported as a loss. `unbilled`: its bill may include models
 * that the bill does not name. `given`: it has no revenue.
 */
export type LossReason = (typeof NOT_JUDGED)[number] | 'unbilled' | 'given';

/**
 * Why the amount of a cause is not added to the totals. `counted`: another cause or the margin has it. `affected`: it is
 * what the requests cost or earn, of which nothing is lost. `unpriced`: there is no amount.
 */
export type NotCounted =
  | 'affected'
  | 'counted'
  | 'currency'
  | 'estimate'
  | 'incomplete'
  | 'uncompared'
  | 'unexplained'
  | 'unpriced';

/** Customer with most of a cause's money, and the exact amount. */
export interface MainCustomer {
  readonly userId: string;
  readonly amount: string;
  /** Whether all of the money belongs to this customer. */
  readonly isAlone: boolean;
  /** Whether the rounded amount equals that of the cause. */
  readonly isNearlyAll: boolean;
}

/** Model, channel and customer of a cause, a rule or a change. */
export interface CausePlace {
  readonly model?: string | null | undefined;
  readonly channelId?: string | null | undefined;
  readonly userId?: string | null | undefined;
}

/**
 * When a cause was found, as a sentence states it. `on`: on at most three days. `every`: on every day of the report.
 * `since`: from a day on; with a `count`, on this number of days, which are fewer than a third. `some`: on `count` days
 * from `day` on, which may be all days on which the customer, model or channel had requests. `start`: from the first day
 * on, on an unknown number of days.
 */
export type CauseDays =
  | { readonly kind: 'on'; readonly days: readonly string[] }
  | { readonly kind: 'every' | 'start' }
  | { readonly kind: 'since'; readonly day: string; readonly count?: number }
  | { readonly kind: 'some'; readonly count: number; readonly day: string };

/** Parts of the text about a cause. Amounts are exact decimals. */
export interface CauseParts {
  readonly currency: string;
  /** Models, the most money first. Empty if unknown. */
  readonly models: readonly string[];
  readonly channels: readonly { readonly id: string; readonly name: string | undefined }[];
  readonly customer: MainCustomer | null;
  /** Part of a sentence about what is wrong. */
  readonly reason: string;
  /** Payments of the cause that were refunded, if their credit may still be in the wallet. */
  readonly refunded: { readonly refunds: number; readonly payments: number } | null;
  /** Revenue of requests that are not in the bill, and whether the margin includes it. */
  readonly unbilled: {
    readonly revenue: string;
    readonly isInMargin: boolean;
  } | null;
  readonly when: CauseDays | null;
  /** Names of the bills that the cause is about. Empty if no name is needed. */
  readonly bills: readonly string[];
  /** Text of the price change around the start of requests, and the number of these requests. */
  readonly repriced: {
    readonly text: string;
    /** Name of the zone of the times in the text. */
    readonly zone: string;
    readonly isAll: boolean;
    readonly count: number;
  } | null;
}

/**
 * What is known about losses and debts that the headline does not mention. `none`: nothing was found. `partly`: nothing in
 * what could be compared. `doubtful`: only what causes or notes call uncertain. `unchecked`: no payments were given.
 * `open`: not all payments are counted. Undefined: unknown, or in the headline or a gap.
 */
export interface Status {
  readonly lost: 'none' | 'partly' | 'doubtful' | undefined;
  readonly owed: 'none' | 'doubtful' | 'unchecked' | 'open' | undefined;
}

/** Requests of a report, its days, and its margin or revenue if the headline has none. */
export interface Scope extends InCurrency {
  readonly requests: number;
  readonly days: ComparedDays;
  /** Whether only totals were compared, because the bill has no request ids. */
  readonly isByTotals: boolean;
  /** With whether losses in payments come on top. */
  readonly margin: (Margin & { readonly isBeforePayments: boolean }) | null;
  readonly revenue: string | null;
  readonly status: Status;
}

/** A margin and its share of the revenue. */
interface Margin {
  readonly amount: string;
  readonly rate: number | null;
}

/** Margin for the headline. */
export interface MarginParts extends InCurrency, Margin {
  /** Whether models that the bill does not contain are left out. */
  readonly isPart: boolean;
}

/** Models with the same fact about their cost, the most money first, and the sum of the money. */
export interface ModelNote extends InCurrency {
  /**
   * Why models that cost more than they earned are not reported as a loss; `losing`: for no reason. `unsold`: the bill
   * contains them, but they were not sold.
   */
  readonly reason: LossReason | 'losing' | 'unsold';
  readonly models: readonly string[];
  readonly amount: string;
  /** Sold models that the bill does not name, the most revenue first, and the margin if the bill includes them. */
  readonly unbilled: { readonly models: readonly string[]; readonly marginWith: string };
  /** Customers who had requests and were charged nothing. */
  readonly freeCustomers: readonly string[];
}

/** The customer and the channel that lose the most money at the operator's prices. */
export type ByPrices = Readonly<
  Partial<Record<'customer' | 'channel', { readonly id: string; readonly amount: string } | undefined>>
>;

/** Whether two days are the first and the last of the same month. */
export function isMonth(from: string, to: string): boolean {
  const [year = 0, month = 0] = from.split('-').map(Number);
  return from.endsWith('-01') && to === formatDay(Date.UTC(year, month, 0));
}

/** Groups spans of days by month. A span that starts and ends in different months stays as it is. */
export const groupByMonth = (
  spans: readonly DaySpan[],
): (DaySpan | { readonly month: string; readonly spans: readonly DaySpan[] })[] =>
  [
    ...Map.groupBy(spans, (span) => {
      const month = span.to.slice(0, 7);
      return span.from.startsWith(month) ? month : span;
    }),
  ].map(([key, ofKey]) => (typeof key === 'string' ? { month: key, spans: ofKey } : key));

/** Formats a factor in percent, without the percent sign: `0.6` as `60`. */
export const formatFactorAsPercent = (factor: string): string =>
  toPlainText(shiftPoint(toDecimal(factor), 2));

/** Parts of a text with a currency. */
export interface InCurrency {
  readonly currency: string;
}

/** Most names that a sentence lists. */
const NAMED_MAX = 3;
/** Returns the first three names of a list, and the number of the others. */
export const splitFirst = (names: readonly string[]): readonly [first: readonly string[], more: number] => [
  names.slice(0, NAMED_MAX),
  Math.max(0, names.length - NAMED_MAX),
];

/**
 * Shortens a list of names to the first three and a text about the others.
 * @param more builds this text from the number of the others; called only if there are more than three names
 */
export function shortenNames(names: readonly string[], more: (count: number) => string): readonly string[] {
  const [first, left] = splitFirst(names);
  return left > 0 ? [...first, more(left)] : names;
}

/** Whether a currency code is `XXX`, which means that the currency is missing. */
export const isCurrencyMissing = (code: string): boolean => /^X{3}$/.test(code);

/**
 * Returns the currency of log rows that are not in the report because they are in another currency: the first such
 * currency. Undefined if there is none.
 * @param leftOut sums that are not in the report, by ledger and currency
 */
export const findSalesCurrency = (leftOut: readonly LeftOutSum[]): string | undefined =>
  leftOut.find(({ ledger }) => ledger === 'downstreamUsage')?.currency;

/** Lists the money and the number of requests that are not compared: of the bill, then of the log. */
export const listUncompared = ({ bill, log, requests: beyond }: Extract<Gap, { about: 'span' }>) =>
  (
    [
      ['upstreamCharges', bill],
      ['downstreamUsage', log],
    ] as const
  ).flatMap(([ledger, amount]) => {
    const requests = beyond.find((part) => part.ledger === ledger)?.requests;
    return isTiny(amount) && requests === undefined ? [] : [{ ledger, amount, requests }];
  });

/** Removes the entries that are `false`, for lists with conditional texts. */
export const withoutFalse = (parts: readonly (string | false)[]): string[] =>
  parts.filter((part) => part !== false);

/** Formats an amount with its currency: `1,234.50 USD`. */
export const formatWithCurrency = (amount: string, currency: string): string =>
  `${formatAmount(amount)} ${currency}`;

/** Names the model, the channel and the customer of a cause, as far as they are known. */
export const listPlaces = ({ model, channelId, userId }: CausePlace, language: Language): string[] =>
  withoutFalse([
    !!model && model,
    !!channelId && nameChannel(channelId, language),
    !!userId && nameCustomer(userId, language),
  ]);

/** Lists what is known about losses and debts that the headline does not mention. */
export const listStatus = (
  { lost, owed }: Status,
  texts: { readonly [TField in keyof Status]: Readonly<Record<NonNullable<Status[TField]>, string>> },
): string[] => withoutFalse([!!lost && texts.lost[lost], !!owed && texts.owed[owed]]);
