import type { Summary } from '../../../schemas/report.ts';
import type { Sentence } from '../../../sentence.ts';

export type LedgerName = keyof Summary['records'];

/** Money that was left out for its currency. */
export interface LeftOutSum {
  readonly ledger: LedgerName;
  readonly currency: string;
  readonly amount: string;
}

/** Days in a row, such as `2026-10-01` to `2026-10-10`. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** How large a gap is. */
interface Size {
  /** Money that the gap concerns, in the report's currency. If it is unknown, all money that it may concern. */
  readonly money: string;
  /** That money as a share of the revenue, the cost or the payments, whichever the gap concerns; 1 if it is unknown. */
  readonly share: number;
}

/** What the files lack. Money is exact, in the report's currency unless one is named. */
export type Gap = Size &
  (
    | {
        readonly about: 'rows';
        readonly ledger: LedgerName;
        /** Rows that could not be read and the money that they state, as far as it is known. */
        readonly unread: { readonly rows: number; readonly amount: string } | undefined;
        /** How the files show that rows are missing. */
        readonly reasons: readonly Sentence[];
        /** An export can contain them. */
        readonly isClosable: boolean;
      }
    /** Ledgers that were given without a row, or without a row inside the period. */
    | { readonly about: 'empty'; readonly ledgers: readonly LedgerName[]; readonly isOutside: boolean }
    | { readonly about: 'currency'; readonly leftOut: readonly LeftOutSum[]; readonly currency: string }
    /** Payments without a currency: their credit counts, and what was paid is unknown. */
    | { readonly about: 'unnamed'; readonly payments: number; readonly credited: string }
    /** Models sold that the bill does not contain, most revenue first, and the cost that the bill gives no model. */
    | {
        readonly about: 'unbilled';
        readonly amount: string;
        readonly models: readonly string[];
        readonly nameless: string;
      }
    /** So many of all models cost many times their revenue, or next to nothing: amounts are in other units. */
    | { readonly about: 'scale'; readonly models: number; readonly all: number; readonly isDear: boolean }
    /** So many of all payments were credited with a small part of what was paid, or with many times it. */
    | { readonly about: 'scale'; readonly payments: number; readonly all: number; readonly isUnder: boolean }
    /** A question about a file, and what answers it, in the words of its finding. */
    | {
        readonly about: 'question';
        readonly code: string;
        readonly title: string;
        readonly remedy: string;
      }
    /** No request id is in both log and bill. */
    | { readonly about: 'unchecked' }
    /** Revenue and cost on days that log and bill do not both cover, and requests outside the time of the other one. */
    | {
        readonly about: 'span';
        readonly log: string;
        readonly bill: string;
        readonly days: { readonly log: readonly DaySpan[]; readonly bill: readonly DaySpan[] };
        readonly requests: NonNullable<Summary['beyond']>;
        /** Log and bill have no time in common. */
        readonly isAll: boolean;
        /** The month, or the first and last day, that closes the gap if it is set as the period. */
        readonly period: string | undefined;
      }
    | { readonly about: 'pending'; readonly sales: string; readonly costs: string }
    | { readonly about: 'bill' }
    | { readonly about: 'payments' }
  );

/** What closes a gap: a form of the page, or an option of a command. */
export type GapAction = 'files' | 'bill' | 'payments' | 'rates' | 'currency' | 'paymentsCurrency' | 'period';

/** One function for each kind of gap. */
export type ForEachGap<TRest extends readonly unknown[], T> = {
  readonly [TAbout in Gap['about']]: (gap: Extract<Gap, { about: TAbout }>, ...rest: TRest) => T;
};

/** Calls the function for the kind of a gap. */
export const forGap = <TRest extends readonly unknown[], T>(
  each: ForEachGap<TRest, T>,
  gap: Gap,
  ...rest: TRest
): T => (each[gap.about] as (gap: Gap, ...rest: TRest) => T)(gap, ...rest);
