import { formatDay } from '../../../instant.ts';
import { shiftPoint, toDecimal, toPlainText } from '../../../money/money.ts';
import type { LeftOut } from '../gap.ts';
import { shown } from '../shown.ts';

/** A customer who stands out in a cause, and the money of it that is theirs: an exact decimal. */
export interface Standout {
  readonly userId: string;
  readonly amount: string;
  /** Nobody else has a part in it. */
  readonly isAlone: boolean;
  /** Nobody else has a part that the figures show. */
  readonly isNearlyAll: boolean;
}

/** What a cause, a rule or a change is about. */
export interface Place {
  readonly model?: string | null | undefined;
  readonly channelId?: string | null | undefined;
  readonly userId?: string | null | undefined;
}

/** What a line about a cause is made of. Money is the report's own text. */
export interface CauseParts {
  readonly currency: string;
  /** Those that it shows on, most money first; none where they are unknown. */
  readonly models: readonly string[];
  readonly channel: { readonly id: string; readonly name: string | undefined } | null;
  readonly customer: Standout | null;
  /** What went wrong, as a clause. */
  readonly reason: string;
  /** First day, as `2026-03-10`. */
  readonly since: string | null;
  /** It happened once, or there is one day of data. */
  readonly isThen: boolean;
  /** How the price was changed while so many of them began. */
  readonly repriced: { readonly said: string; readonly isAll: boolean; readonly count: number } | null;
}

/** What a report is about: its requests, and the first and last of its days, as `2026-03-10`. */
export interface Scope {
  readonly requests: number;
  readonly from: string | null;
  readonly to: string | null;
  /** The bill names no request: only totals were compared. */
  readonly isByTotals: boolean;
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
export const NAMED_MAX = 3;
/** The first of a list, and how many more there are. */
export function firstOf(names: readonly string[], more: (count: number) => string): readonly string[] {
  const left = names.length - NAMED_MAX;
  return left > 0 ? [...names.slice(0, NAMED_MAX), more(left)] : names;
}

/** Whether a code is the one that stands where a gateway states no currency. */
export const isNoCurrency = (code: string): boolean => /^X{3}$/.test(code);

/** Whether nobody states the currency of any of it. */
export const isNameless = (leftOut: readonly { readonly currency: string }[]): boolean =>
  leftOut.every(({ currency }) => isNoCurrency(currency));

/** Sales that were left out, if any were: rates convert bills and payments alone. */
export const salesIn = (leftOut: readonly LeftOut[]): LeftOut | undefined =>
  leftOut.find(({ ledger }) => ledger === 'downstreamUsage');

/** The setting that makes what was left out count. */
export function settingFor(leftOut: readonly LeftOut[]): string {
  const sales = salesIn(leftOut);
  if (sales) return `"currency": "${sales.currency}"`;
  return isNameless(leftOut)
    ? '"paymentsCurrency": "CNY"'
    : `"rates": {"${leftOut.find(({ currency }) => !isNoCurrency(currency))?.currency}": "..."}`;
}

/** Those parts that there is something to say of. */
export const saidOf = (parts: readonly (string | false)[]): string[] =>
  parts.filter((part) => part !== false);

/** A figure and its currency, with a plain space: who shows it keeps them on one line. */
export const money = (amount: string, currency: string): string => `${shown(amount)} ${currency}`;
