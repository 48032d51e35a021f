import { exceeds, toDecimal } from '../../money/money.ts';
import { QUESTIONS } from '../../schemas/lists.ts';
import { type Books, isNone } from './books.ts';
import { type ForEachGap, forGap, type Gap, type Ledger, type LeftOut } from './gap.ts';
import { scaleIn } from './scale.ts';
import { unbilledOf } from './unbilled.ts';

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

/** What there is to say where something is so. */
const where = (isSo: boolean, gap: Gap): Gap[] => (isSo ? [gap] : []);

/** A ledger without a row says nothing, and one whose rows all lie outside the period neither. */
function emptyOf({ completeness, summary: { records } }: Books): Gap[] {
  const given: Ledger[] = [
    'downstreamUsage',
    ...(['upstreamCharges', 'payments'] as const).filter((ledger) => completeness[ledger]),
  ];
  const empty = given.filter((ledger) => records[ledger].received === 0);
  const outside = given.filter(
    (ledger) => records[ledger].received > 0 && records[ledger].outOfPeriod === records[ledger].received,
  );
  return [
    ...where(empty.length > 0, { about: 'empty', ledgers: empty, isOutside: false }),
    ...where(outside.length > 0, { about: 'empty', ledgers: outside, isOutside: true }),
  ];
}

/** Whether rows of usage wait for their end, or have no amount to wait with. */
const hasPending = ({ completeness, summary: { revenue, cost } }: Books): boolean =>
  !isNone(revenue.pending) ||
  !isNone(cost?.pending) ||
  (completeness.requestMatching && completeness.currency && !completeness.margin);

/** Whether a part of the revenue is more than a share of it. */
const isMoreThan = (share: number, part: string, { summary: { revenue } }: Books): boolean =>
  exceeds(toDecimal(part), toDecimal(revenue.net).times(share));

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

/**
 * The month to state as the period, where that helps: its first or last day counts then, if the log has rows of it.
 * The month is that of most days; none where both ends of the period are stated.
 */
function monthOf({ period, byDay }: Books['summary']): Extract<Gap, { about: 'span' }>['month'] {
  if (period.start && period.end) return undefined;
  const logged = byDay.filter(({ requests }) => requests > 0).map(({ day }) => day);
  const name = logged[logged.length >> 1]?.slice(0, 7);
  if (name === undefined) return undefined;
  const days = logged.filter((day) => day.startsWith(name)).map((day) => Number(day.slice(8)));
  const [year, month] = name.split('-').map(Number);
  const length = new Date(Date.UTC(year ?? 0, month ?? 1, 0)).getUTCDate();
  const [hasFirst, hasLast] = [days.includes(1), days.includes(length)];
  if (!hasFirst && !hasLast) return undefined;
  return { name, counts: hasFirst && hasLast ? 'both' : hasFirst ? 'first' : 'last' };
}

const hasUsage = ({ records }: Books['summary']): boolean =>
  records.downstreamUsage.received > 0 || records.upstreamCharges.received > 0;

/** Whether books ask a question whose answer may change all that was found. */
export const asksQuestions = ({ summary: { findings } }: Pick<Books, 'summary'>): boolean =>
  QUESTIONS.some((code) => code in findings.byCode);

/** What the books lack, in the order in which it is said. */
export function gapsOf(books: Books): Gap[] {
  const { completeness, summary } = books;
  const { beyond = [], revenue, cost, findings } = summary;
  const { byCode } = findings;
  const amountOf = (code: string): string => byCode[code]?.amount ?? '0';
  const [log, bill] = [amountOf('log_beyond_bill'), amountOf('bill_beyond_log')];
  const isBeyond = 'log_beyond_bill' in byCode || 'bill_beyond_log' in byCode;
  // Requests outside the time of the other ledger are part of the first gap.
  const hasOtherDays = isBeyond && beyond.length === 0;
  const { title = '' } = byCode.ledger_ids_disjoint ?? {};
  const unread = amountOf('unread_rows');
  const isOfUnit = 'upstream_unit_unknown' in byCode && Object.keys(summary.excluded).length === 0;
  // Without types no other row need be missing.
  const isOfTypes = 'row_types_missing' in byCode && isNone(unread) && beyond.length === 0;
  const costs = cost?.pending ?? '0';
  return [
    ...where(!completeness.rows && !isOfTypes, { about: 'rows', amount: unread, beyond }),
    ...emptyOf(books),
    ...QUESTIONS.flatMap((code) => (byCode[code] ? [{ about: 'question' as const, ...byCode[code] }] : [])),
    ...where(!completeness.currency && !isOfUnit, currencyGapOf(books)),
    ...scaleIn(books),
    ...where('ledger_ids_disjoint' in byCode, { about: 'unchecked', title }),
    ...unbilledIn(books).filter(({ amount }) => isMoreThan(UNBILLED_MINOR, amount, books)),
    ...where(hasOtherDays, { about: 'span', log, bill, month: monthOf(summary) }),
    ...where(hasPending(books), { about: 'pending', sales: revenue.pending, costs }),
    ...where(!completeness.upstreamCharges && hasUsage(summary), { about: 'bill' }),
  ];
}

/** Days at both ends of a log that a bill by days of another offset cuts, and what of the whole they may be. */
const DAYS_CUT = 2;
const SHARE_CUT_MAX = 0.1;

/** Whether log and bill are about different times by more than the ends of their days. */
function isApart({ summary }: Books): boolean {
  const { byCode } = summary.findings;
  if (byCode.log_beyond_bill?.severity === 'warning') return true;
  const most = Math.min(SHARE_CUT_MAX, DAYS_CUT / Math.max(summary.byDay.length, 1));
  const isMost = (part: string | null | undefined, whole: string | undefined) =>
    exceeds(toDecimal(part ?? '0'), toDecimal(whole ?? '0').times(most));
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
  question: () => true,
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
