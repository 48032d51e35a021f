import { type Decimal, decimal, exceeds, isPositive } from '../money.ts';
import type { Summary } from '../schemas/report.ts';
import { type Books, isNone } from './books.ts';
import { unbilledOf } from './unbilled.ts';

type Ledger = keyof Summary['records'];

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
  /** No id is in both ledgers, in the words of its finding. */
  | { readonly about: 'unchecked'; readonly title: string }
  /** What log and bill have outside the span that both cover. */
  | {
      readonly about: 'span';
      readonly log: string;
      readonly bill: string;
      /** What to state as the period, where none is stated. */
      readonly month: string | undefined;
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

const USAGE = ['downstreamUsage', 'upstreamCharges'] as const satisfies readonly Ledger[];

function leftOutOf({ summary: { excluded } }: Books): LeftOut[] {
  return Object.entries(excluded).flatMap(([currency, sums]) =>
    (['downstreamUsage', 'upstreamCharges', 'payments'] as const).flatMap((ledger) => {
      const amount = sums[ledger];
      return amount === null || isNone(amount) ? [] : [{ ledger, currency, amount }];
    }),
  );
}

const currencyGapOf = (books: Books): Gap => ({
  about: 'currency',
  leftOut: leftOutOf(books),
  currency: books.currency,
  isUnnamed: Object.keys(books.summary.excluded).length === 0,
});

/** A ledger without a row says nothing, and one whose rows all lie outside the period neither. */
function emptyOf({ completeness, summary: { records } }: Books): Gap[] {
  const given = [
    'downstreamUsage',
    ...(['upstreamCharges', 'payments'] as const).filter((ledger) => completeness[ledger]),
  ] as Ledger[];
  const empty = given.filter((ledger) => records[ledger].received === 0);
  const outside = given.filter(
    (ledger) => records[ledger].received > 0 && records[ledger].outOfPeriod === records[ledger].received,
  );
  return [
    ...(empty.length > 0 ? [{ about: 'empty', ledgers: empty, isOutside: false } as const] : []),
    ...(outside.length > 0 ? [{ about: 'empty', ledgers: outside, isOutside: true } as const] : []),
  ];
}

/** Whether rows of usage wait for their end, or have no amount to wait with. */
const hasPending = ({ completeness, summary: { revenue, cost } }: Books): boolean =>
  !isNone(revenue.pending) ||
  !isNone(cost?.pending) ||
  (completeness.requestMatching && completeness.currency && !completeness.margin);

/** Whether a part of the revenue is more than a share of it. */
const isMoreThan = (share: number, part: string, { summary: { revenue } }: Books): boolean =>
  exceeds(decimal(part), decimal(revenue.net).times(share));

/** So much of the revenue may lack its cost without being the first thing to say. */
const UNBILLED_MINOR = 0.05;
/** With more than this, the bill is that of something else. */
const UNBILLED_MOST = 0.9;

/** What a row of a bill that names no model is told under. */
const NO_MODEL = 'unknown';

/** Without any row of a bill, it is the bill that is missing. */
function unbilledIn(books: Books): Extract<Gap, { about: 'unbilled' }>[] {
  const { amount, models } = unbilledOf(books);
  const isNoneBilled = books.summary.records.upstreamCharges.included === 0;
  const nameless = books.byModel.find(({ model, requests }) => model === NO_MODEL && requests === 0);
  return isNone(amount) || isNoneBilled
    ? []
    : [{ about: 'unbilled', amount, models, nameless: nameless?.cost ?? '0' }];
}

/** What is said beside the margin: models of little revenue, such as those of a machine of one's own. */
export const minorGapsOf = (books: Books): Gap[] =>
  unbilledIn(books).filter(({ amount }) => !isMoreThan(UNBILLED_MINOR, amount, books));

/** Nobody sells nearly all models at a tenth of their cost, or at a hundred times it: cents, or a wrong unit, do. */
const MODELS_MIN = 5;
const SHARE_MIN = 0.9;
const DEAR = 10;
const CHEAP = 100;
/** Of fewer models all do, over so many requests; and a single product may earn more than a hundred times its cost. */
const REQUESTS_OF_FEW_MIN = 20;
const CHEAP_OF_FEW = 1000;

type OfLine = (cost: Decimal, revenue: Decimal) => boolean;

/** How many lines are so, if nearly all are: most books show with their first few that they are not. */
function nearlyAll(lines: Books['byModel'], isSo: OfLine): number | undefined {
  let count = lines.length;
  for (const { cost, revenue } of lines)
    if (!isSo(decimal(cost ?? '0'), decimal(revenue)) && --count < SHARE_MIN * lines.length) return undefined;
  return count;
}

function scaleIn({ byModel, summary }: Books): Gap[] {
  // What is given away has no price that it falls short of.
  const mayBeNothing = 'price_undercharge' in summary.findings.byCode;
  const lines = byModel.filter(
    ({ cost, revenue, requests }) =>
      requests > 0 && isPositive(decimal(cost ?? '0')) && (mayBeNothing || !isNone(revenue)),
  );
  const all = lines.length;
  const isFew = all < MODELS_MIN;
  const served = lines.reduce((sum, { requests }) => sum + requests, 0);
  if (isFew && served < REQUESTS_OF_FEW_MIN) return [];
  const isDearLine: OfLine = (cost, revenue) => exceeds(cost, revenue.times(DEAR));
  const isCheapLine: OfLine = (cost, revenue) => exceeds(revenue, cost.times(isFew ? CHEAP_OF_FEW : CHEAP));
  return [isDearLine, isCheapLine].flatMap((isSo) => {
    const models = nearlyAll(lines, isSo);
    return models === undefined ? [] : { about: 'scale', models, all, isDear: isSo === isDearLine };
  });
}

const PAYMENTS_MIN = 5;
/** No bonus is as large, and nobody keeps so much of all payments: cents, or another currency, do. */
const CREDIT_FACTOR = 3;

function paymentScaleIn({ completeness, summary: { payments, records, findings } }: Books): Gap[] {
  const all = records.payments.included;
  if (payments === null || all < PAYMENTS_MIN) return [];
  const credited = decimal(payments.credited);
  const paid = decimal(payments.gross).minus(decimal(payments.refunds)).minus(decimal(payments.chargebacks));
  return [true, false].flatMap((isUnder) => {
    const code = isUnder ? 'payment_under_credited' : 'payment_over_credited';
    // What an order itself asks for its credit is no finding, and no more honest if it is many times the credit.
    const isPriced = isUnder && completeness.paymentCredits && !('payment_not_credited' in findings.byCode);
    const count = findings.byCode[code]?.count ?? (isPriced ? all : 0);
    const [less, more] = isUnder ? [credited, paid] : [paid, credited];
    const isFarOff = count >= SHARE_MIN * all && exceeds(more, less.times(CREDIT_FACTOR));
    return isFarOff ? { about: 'scale', payments: count, all, isUnder } : [];
  });
}

/** The month that most days are of; none where both ends of the period are stated. */
const monthOf = ({ period, byDay }: Books['summary']): string | undefined =>
  period.start && period.end ? undefined : byDay[byDay.length >> 1]?.day.slice(0, 7);

/** What the books lack, in the order in which it is said. */
export function gapsOf(books: Books): Gap[] {
  const { completeness, summary } = books;
  const { byCode } = summary.findings;
  const [log, bill] = ['log_beyond_bill', 'bill_beyond_log'].map((code) => byCode[code]?.amount ?? '0');
  const isBeyond = 'log_beyond_bill' in byCode || 'bill_beyond_log' in byCode;
  return [
    ...(completeness.rows
      ? []
      : [
          { about: 'rows', amount: byCode.unread_rows?.amount ?? '0', beyond: summary.beyond ?? [] } as const,
        ]),
    ...emptyOf(books),
    ...(completeness.currency ? [] : [currencyGapOf(books)]),
    ...scaleIn(books),
    ...paymentScaleIn(books),
    ...('ledger_ids_disjoint' in byCode
      ? [{ about: 'unchecked', title: byCode.ledger_ids_disjoint?.title ?? '' } as const]
      : []),
    ...unbilledIn(books).filter(({ amount }) => isMoreThan(UNBILLED_MINOR, amount, books)),
    ...(isBeyond
      ? [{ about: 'span', log: log ?? '0', bill: bill ?? '0', month: monthOf(summary) } as const]
      : []),
    ...(hasPending(books)
      ? [{ about: 'pending', sales: summary.revenue.pending, costs: summary.cost?.pending ?? '0' } as const]
      : []),
    ...(completeness.upstreamCharges || !hasUsage(summary) ? [] : [{ about: 'bill' } as const]),
  ];
}

const hasUsage = ({ records }: Books['summary']): boolean =>
  USAGE.some((ledger) => records[ledger].received > 0);

/** Days at both ends of a log that a bill by days of another offset cuts, and what of the whole they may be. */
const DAYS_CUT = 2;
const SHARE_CUT_MAX = 0.1;

/** Whether log and bill are about different times by more than the ends of their days. */
function isApart({ summary }: Books): boolean {
  const { byCode } = summary.findings;
  if (byCode.log_beyond_bill?.severity === 'warning') return true;
  const most = Math.min(SHARE_CUT_MAX, DAYS_CUT / Math.max(summary.byDay.length, 1));
  const isMost = (part: string | null | undefined, whole: string | undefined) =>
    exceeds(decimal(part ?? '0'), decimal(whole ?? '0').times(most));
  return (
    isMost(byCode.log_beyond_bill?.amount, summary.revenue.net) ||
    isMost(byCode.bill_beyond_log?.amount, summary.cost?.net)
  );
}

/**
 * Whether the figures of the books may be told as a verdict. What is only coverage keeps nobody from it: a bill that
 * was not given or lacks models, one that names no request, payments without a row.
 */
const HIDES: ForEachGap<[books: Books], boolean> = {
  rows: () => true,
  currency: () => true,
  span: (_, books) => isApart(books),
  pending: () => true,
  bill: () => false,
  scale: () => true,
  // A gateway may store no id that its provider knows.
  unchecked: () => false,
  unbilled: ({ amount }, books) => isMoreThan(UNBILLED_MOST, amount, books),
  // Without a row of the one usage ledger, every row of the other lacks its partner; without any, nothing is known.
  empty: ({ ledgers }, { summary }) =>
    hasUsage(summary)
      ? ledgers.some((ledger) => ledger !== 'payments')
      : summary.records.payments.received === 0,
};

export const isSure = (books: Books, gaps: readonly Gap[] = gapsOf(books)): boolean =>
  !gaps.some((gap) => forGap(HIDES, gap, books));
