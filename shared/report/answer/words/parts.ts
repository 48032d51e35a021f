import { formatDay } from '../../../instant.ts';
import { shiftPoint, toDecimal, toPlainText } from '../../../money/money.ts';
import type { NOT_JUDGED } from '../../../schemas/lists.ts';
import { formatAmount } from '../format-amount.ts';
import type { LeftOutSum } from '../gaps/gap.ts';

/** Why a model that costs more than it earns is not reported as a loss. */
export type OpenAmounts = (typeof NOT_JUDGED)[number];

/** A customer who stands out in a cause, and the money of it that is theirs: an exact decimal. */
export interface MainCustomer {
  readonly userId: string;
  readonly amount: string;
  /** Nobody else has a part in it. */
  readonly isAlone: boolean;
  /** Nobody else has a part that the figures show. */
  readonly isNearlyAll: boolean;
}

/** What a cause, a rule or a change is about. */
export interface CausePlace {
  readonly model?: string | null | undefined;
  readonly channelId?: string | null | undefined;
  readonly userId?: string | null | undefined;
}

/** What a line about a cause is made of. Money is the report's own text. */
export interface CauseParts {
  readonly currency: string;
  /** Those that it shows on, most money first; none where they are unknown. */
  readonly models: readonly string[];
  readonly channels: readonly { readonly id: string; readonly name: string | undefined }[];
  readonly customer: MainCustomer | null;
  /** What went wrong, as a clause. */
  readonly reason: string;
  /** First day, as `2026-03-10`. */
  readonly since: string | null;
  /** It happened once, or there is one day of data. */
  readonly isThen: boolean;
  /** How the price was changed while so many of them began. */
  readonly repriced: { readonly said: string; readonly isAll: boolean; readonly count: number } | null;
}

/** Requests of a report, its first and last day, and its margin or revenue if the headline has none. */
export interface Scope extends InCurrency {
  readonly requests: number;
  readonly from: string | null;
  readonly to: string | null;
  /** The bill has no request ids, so only totals were compared. */
  readonly isByTotals: boolean;
  readonly margin: Margin | null;
  readonly revenue: string | null;
}

/** A margin and its share of the revenue. */
interface Margin {
  readonly amount: string;
  readonly rate: number | null;
}

/** The margin of the headline. */
export interface MarginParts extends InCurrency, Margin {
  /** Days that log and bill both cover, if they do not cover the same ones. */
  readonly days: number | undefined;
  /** Models that the bill does not contain are left out. */
  readonly isPart: boolean;
  readonly losing: LosingModels['losing'];
}

/** Models that cost more than they earn, with why that is not reported as a loss, and bill lines for unsold models. */
export interface LosingModels {
  readonly losing: readonly {
    readonly model: string;
    readonly amount: string;
    readonly reason: OpenAmounts | undefined;
  }[];
  readonly unsold: readonly { readonly model: string; readonly amount: string }[];
  readonly areAllBilled: boolean;
  readonly hasSales: boolean;
}

/** Customers and channels that lose by the operator's prices, most money first. */
export interface ByPrices {
  readonly customers: readonly { readonly id: string; readonly amount: string }[];
  readonly channels: readonly { readonly id: string; readonly amount: string }[];
}

/** Whether these days are a whole month. */
export function isMonth(from: string, to: string): boolean {
  const [year = 0, month = 0] = from.split('-').map(Number);
  return from.endsWith('-01') && to === formatDay(Date.UTC(year, month, 0));
}

/** A part of a price as people say it: `60 %`. */
export const percentOf = (factor: string): string => `${toPlainText(shiftPoint(toDecimal(factor), 2))} %`;

export interface InCurrency {
  readonly currency: string;
}

/** So many of a list are named; the rest is counted. */
const NAMED_MAX = 3;
/** The first of a list, and how many more there are. */
export function firstOf(names: readonly string[], more: (count: number) => string): readonly string[] {
  const left = names.length - NAMED_MAX;
  return left > 0 ? [...names.slice(0, NAMED_MAX), more(left)] : names;
}

/** Whether a code is the one that stands where a gateway states no currency. */
export const isNoCurrency = (code: string): boolean => /^X{3}$/.test(code);

/** The currency of sales that were left out. Rates convert only bills and payments. */
export const salesCurrency = (leftOut: readonly LeftOutSum[]): string | undefined =>
  leftOut.find(({ ledger }) => ledger === 'downstreamUsage')?.currency;

/** Those parts that there is something to say of. */
export const formatSubject = (parts: readonly (string | false)[]): string[] =>
  parts.filter((part) => part !== false);

/** A figure and its currency, with a plain space: who shows it keeps them on one line. */
export const amountWithCurrency = (amount: string, currency: string): string =>
  `${formatAmount(amount)} ${currency}`;
