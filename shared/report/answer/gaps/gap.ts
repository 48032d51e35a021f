import type { Summary } from '../../../schemas/report.ts';
import type { Sentence } from '../../../sentence.ts';

/** Name of a ledger: log, bill or payments. */
export type ReportLedger = keyof Summary['records'];

/** Money that was left out for its currency. */
export interface LeftOutSum {
  readonly ledger: ReportLedger;
  readonly currency: string;
  readonly amount: string;
}

/** Consecutive days, such as `2026-10-01` to `2026-10-10`, both included. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** Days without some of their money: days of which everything is missing, and days of which a part is missing. */
export interface MissingDays {
  readonly whole: readonly DaySpan[];
  readonly part: readonly DaySpan[];
}

/** Size of a gap. */
interface Size {
  /** Money that the gap concerns, in the report's currency. If it is unknown, all money that it may concern. */
  readonly money: string;
  /** This money as a share of revenue, cost or payments, whichever the gap concerns. 1 if it is unknown. */
  readonly share: number;
}

/** Sign of a wrong unit. */
interface Scale {
  readonly about: 'scale';
  /** Number of models or payments that were examined. */
  readonly all: number;
  /** Whether the amounts would agree if the default quota per unit were set. */
  readonly isOfQuota: boolean;
}

/** Something that is missing in the input. Money is exact, in the report's currency unless another one is named. */
export type Gap = Size &
  (
    | {
        readonly about: 'rows';
        readonly ledger: ReportLedger;
        /** Rows that could not be read, and their money as far as it is known. */
        readonly unread: { readonly rows: number; readonly amount: string } | undefined;
        /** Evidence in the files that rows are missing. */
        readonly reasons: readonly Sentence[];
        /**
         * Models of refunds and settlements that the log contains only as text. Then `money` is at most the sum in the
         * texts, or the revenue of the models if the sum is unknown.
         */
        readonly models: readonly string[] | undefined;
      }
    /** Ledgers that were supplied without rows, or without rows in the period. */
    | { readonly about: 'empty'; readonly ledgers: readonly ReportLedger[]; readonly isOutside: boolean }
    | { readonly about: 'currency'; readonly leftOut: readonly LeftOutSum[]; readonly currency: string }
    /** Payments without a currency. Their credit counts, but the amount paid is unknown. */
    | { readonly about: 'unnamed'; readonly payments: number; readonly credited: string }
    /**
     * Sold models that the bill does not contain, the most revenue first, and the cost of bill rows without a model.
     */
    | {
        readonly about: 'unbilled';
        readonly amount: string;
        readonly models: readonly string[];
        readonly nameless: string;
        /** Whether the bill has models that were not sold, so that these may be other names of the same models. */
        readonly mayHaveOtherNames: boolean;
        /** Whether their cost may be in bill rows that were left out for their currency. */
        readonly isLeftOut: boolean;
        /** Whether the lines of other models may contain their cost, because only totals are compared. */
        readonly sharesLines: boolean;
      }
    /**
     * Most models cost many times their revenue, or almost nothing: amounts are in different units. `factor` is what all
     * models cost as a multiple of their revenue, if it is about the same for each of them.
     */
    | (Scale & { readonly models: number; readonly isDear: boolean; readonly factor: number | undefined })
    /** Most payments were credited with a small part, or with a multiple, of the amount paid. */
    | (Scale & { readonly payments: number; readonly isUnder: boolean })
    /** A question about a file, with the title and remedy of its finding. */
    | {
        readonly about: 'question';
        readonly code: string;
        readonly title: string;
        readonly remedy: string;
      }
    /** No request id is in both log and bill. */
    | { readonly about: 'unchecked' }
    /** Revenue and cost on days that only log or bill covers, and requests outside the time of the other list. */
    | {
        readonly about: 'span';
        readonly log: string;
        readonly bill: string;
        readonly days: Readonly<Record<'log' | 'bill' | 'all', MissingDays>>;
        /** Days that only the log or only the bill lacks, if this is the reason. */
        readonly lacking: readonly {
          readonly ledger: 'downstreamUsage' | 'upstreamCharges';
          readonly days: readonly DaySpan[];
        }[];
        /** The other days of the gap. */
        readonly incomplete: MissingDays;
        readonly requests: NonNullable<Summary['beyond']>;
        /** Whether log and bill have no time in common. */
        readonly isAll: boolean;
        /** Period setting that would close the gap: a month, or the first and last day. */
        readonly period: string | undefined;
        /** Time zone of the bill's days, if it is why parts of the first or last day are not compared. */
        readonly timeZone: string | undefined;
      }
    | { readonly about: 'pending'; readonly sales: string; readonly costs: string }
    | { readonly about: 'bill' }
  );

/** Action that closes a gap: a form of the page, or an option of the month command. */
export type GapAction =
  | ('files' | 'bill' | 'rates' | 'currency' | 'paymentsCurrency' | 'period' | 'timeZone')
  | ('names' | 'quotaPerUnit');

/** A function for each kind of gap, by its `about`. */
export type ForEachGap<TRest extends readonly unknown[], T> = {
  readonly [TAbout in Gap['about']]: (gap: Extract<Gap, { about: TAbout }>, ...rest: TRest) => T;
};

/**
 * Calls the function for the kind of a gap (its field `about`), and returns the result.
 * @param each a function for each kind
 * @param rest further arguments of the function, after the gap
 */
export const forGap = <TRest extends readonly unknown[], T>(
  each: ForEachGap<TRest, T>,
  gap: Gap,
  ...rest: TRest
): T => (each[gap.about] as (gap: Gap, ...rest: TRest) => T)(gap, ...rest);
