import type { Summary } from '../../schemas/report.ts';

export type Ledger = keyof Summary['records'];

/** Money that was left out for its currency. */
export interface LeftOut {
  readonly ledger: Ledger;
  readonly currency: string;
  readonly amount: string;
}

/** What the books lack. Money is exact, in the report's currency where none is named. */
export type Gap =
  | { readonly about: 'rows'; readonly amount: string; readonly beyond: NonNullable<Summary['beyond']> }
  /** Ledgers that were given and hold no row; of a period, where rows of theirs lie outside it. */
  | { readonly about: 'empty'; readonly ledgers: readonly Ledger[]; readonly isOutside: boolean }
  /** Nothing was left out where it is only unknown what was paid. */
  | {
      readonly about: 'currency';
      readonly leftOut: readonly LeftOut[];
      readonly currency: string;
      readonly isUnnamed: boolean;
    }
  /** What is sold of models whose cost no bill holds, those with most of it first, and what is billed of no model. */
  | {
      readonly about: 'unbilled';
      readonly amount: string;
      readonly models: readonly string[];
      readonly nameless: string;
    }
  /** So many of all models cost many times what they earn, or next to nothing of it: amounts are in other units. */
  | { readonly about: 'scale'; readonly models: number; readonly all: number; readonly isDear: boolean }
  /** So many of all payments were credited with a small part of what was paid, or with many times it. */
  | { readonly about: 'scale'; readonly payments: number; readonly all: number; readonly isUnder: boolean }
  /** A question about a file, and what answers it, in the words of its finding. */
  | { readonly about: 'question'; readonly title: string; readonly remedy: string }
  /** No id is in both ledgers, in the words of its finding. */
  | { readonly about: 'unchecked'; readonly title: string }
  /** What log and bill have outside the span that both cover: of other days, or of days that one holds in part. */
  | {
      readonly about: 'span';
      readonly log: string;
      readonly bill: string;
      /** What to state as the period, where none is stated, and which of its days count then. */
      readonly month: { readonly name: string; readonly counts: 'both' | 'first' | 'last' } | undefined;
    }
  | { readonly about: 'pending'; readonly sales: string; readonly costs: string }
  | { readonly about: 'bill' };

/** What is done with each kind of gap. */
export type ForEachGap<TRest extends readonly unknown[], T> = {
  readonly [TAbout in Gap['about']]: (gap: Extract<Gap, { about: TAbout }>, ...rest: TRest) => T;
};

/** Does with a gap what is done with its kind. */
export const forGap = <TRest extends readonly unknown[], T>(
  each: ForEachGap<TRest, T>,
  gap: Gap,
  ...rest: TRest
): T => (each[gap.about] as (gap: Gap, ...rest: TRest) => T)(gap, ...rest);
