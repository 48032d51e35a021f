import { DAY_MS, formatDay } from '../../../instant.ts';
import { divide, isPositive, larger, sumBy, toDecimal, toPlainText, ZERO } from '../../../money/money.ts';
import { QUESTIONS } from '../../../schemas/lists.ts';
import type { Summary } from '../../../schemas/report.ts';
import { type AnswerInput, isTiny, type MissingRows } from '../answer-input.ts';
import { computeComparedFigures, hasUncompared, isByTotals } from '../compared.ts';
import { isLogged, isPartlyCompared, splitMissingDays } from '../scope.ts';
import { isUnsold, sumUnbilled } from '../unbilled.ts';
import { isMonth } from '../words/parts.ts';
import type { Gap, LeftOutSum, ReportLedger } from './gap.ts';
import { hidesRequestLosses, isIncomplete, isMinor, mayExplain } from './gap-effects.ts';
import { findUnitMismatches } from './unit-mismatches.ts';

const LEDGERS = ['downstreamUsage', 'upstreamCharges', 'payments'] as const;

/** Total of a ledger: revenue, cost or payments. */
const totalOf = ({ summary: { revenue, cost, payments } }: AnswerInput, ledger: ReportLedger): string =>
  ({ downstreamUsage: revenue.net, upstreamCharges: cost?.net ?? '0', payments: payments?.gross ?? '0' })[
    ledger
  ];

/** Computes a part's share of a total: 0 for a part of nothing, 1 for a part of a total that is not positive. */
export const shareOf = (part: string, total: string): number =>
  isTiny(part) ? 0 : isPositive(toDecimal(total)) ? Number(divide(toDecimal(part), toDecimal(total))) : 1;

/** Size of a gap with a known amount, and of a gap whose amount is unknown and may be the total of a ledger. */
const sized = (money: string, total: string) => ({ money, share: shareOf(money, total) });
const unsized = (books: AnswerInput, ledger: ReportLedger = 'downstreamUsage') => ({
  money: totalOf(books, ledger),
  share: 1,
});

/** List with the gap if the condition is true, else an empty list. */
const where = (isSo: boolean, gap: () => Gap): Gap[] => (isSo ? [gap()] : []);

/** Sums the revenue of some models. */
const revenueOf = ({ byModel }: AnswerInput, models: readonly string[]): string =>
  toPlainText(sumBy(byModel, ({ model, revenue }) => (models.includes(model) ? toDecimal(revenue) : ZERO)));

function rowGaps(books: AnswerInput): Gap[] {
  const { completeness, summary } = books;
  const { missing = [], beyond = [], findings } = summary;
  const unread = findings.byCode.unread_rows?.amount ?? '0';
  const byLedger = Map.groupBy(missing, ({ ledger, models }) => (models ? 'texts' : ledger));
  const gaps = [...byLedger.values()].map((parts): Gap => {
    const [{ ledger, models, amount: largest }] = parts as [MissingRows];
    const rows = parts.reduce((sum, part) => sum + (part.rows ?? 0), 0);
    const amount = toPlainText(sumBy(parts, (part) => toDecimal(part.amount ?? '0')));
    const reasons = parts.flatMap(({ reason }) => reason ?? []);
    const isSized = reasons.length === 0 && !isTiny(amount);
    const money = models ? (largest ?? revenueOf(books, models)) : isSized && amount;
    return {
      about: 'rows',
      ledger,
      unread: rows > 0 ? { rows, amount } : undefined,
      reasons,
      models,
      ...(money ? sized(money, totalOf(books, ledger)) : unsized(books, ledger)),
    };
  });
  // Add a general gap for missing rows, unless the rows are complete or something else explains why they are not: a gap
  // above, missing row types (if hardly any money was unread), or requests outside the time that the other file covers.
  const isExplained =
    completeness.rows ||
    gaps.length > 0 ||
    ('row_types_missing' in findings.byCode && isTiny(unread)) ||
    beyond.length > 0;
  return [
    ...gaps,
    ...where(!isExplained, () => ({
      about: 'rows',
      ledger: 'downstreamUsage',
      unread: isTiny(unread) ? undefined : { rows: 0, amount: unread },
      reasons: [],
      models: undefined,
      ...(isTiny(unread) ? unsized(books) : sized(unread, summary.revenue.net)),
    })),
  ];
}

function emptyGaps(books: AnswerInput): Gap[] {
  const { completeness, summary } = books;
  const { records } = summary;
  const given = LEDGERS.filter((ledger) => ledger === 'downstreamUsage' || completeness[ledger]);
  const empty = given.filter((ledger) => records[ledger].received === 0);
  const outside = given.filter(
    (ledger) => records[ledger].received > 0 && records[ledger].outOfPeriod === records[ledger].received,
  );
  return [
    { ledgers: empty, isOutside: false },
    { ledgers: outside, isOutside: true },
  ].flatMap(({ ledgers, isOutside }) =>
    where(ledgers.length > 0, () => ({ about: 'empty', ledgers, isOutside, ...unsized(books) })),
  );
}

function currencyGaps(books: AnswerInput): Gap[] {
  const { completeness, currency, summary } = books;
  const { excluded, findings, unnamedPayments, payments, records } = summary;
  if (completeness.currency) return [];
  const isOfUnit = 'upstream_unit_unknown' in findings.byCode && Object.keys(excluded).length === 0;
  const leftOut = Object.entries(excluded).flatMap(([currency, sums]) =>
    LEDGERS.flatMap((ledger): LeftOutSum[] => {
      const amount = sums[ledger];
      return amount === null || isTiny(amount) ? [] : [{ ledger, currency, amount }];
    }),
  );
  const { count = 0, credited = '0' } = unnamedPayments ?? {};
  const rowShares = leftOut.map(({ ledger }) => {
    const { currencyExcluded, received } = records[ledger];
    return currencyExcluded === 0 ? 1 : currencyExcluded / received;
  });
  const [first] = leftOut;
  return [
    ...where(first !== undefined || (count === 0 && !isOfUnit), () => ({
      about: 'currency',
      leftOut,
      currency,
      ...unsized(books, first?.ledger),
      share: Math.max(0, ...rowShares) || 1,
    })),
    ...where(count > 0, () => ({
      about: 'unnamed',
      payments: count,
      credited,
      ...sized(credited, payments?.credited ?? '0'),
    })),
  ];
}

/** Name of the table row for bill rows without a model. */
const NO_MODEL = 'unknown';

function unbilledGaps(books: AnswerInput): Gap[] {
  const { amount, models } = sumUnbilled(books);
  const { excluded, records, revenue } = books.summary;
  // Skip this gap if the bill has no rows: another gap reports that the bill is missing.
  if (isTiny(amount) || records.upstreamCharges.included === 0) return [];
  const nameless = books.byModel.find(({ model, requests }) => model === NO_MODEL && requests === 0);
  const isLeftOut = Object.values(excluded).some(({ upstreamCharges }) => !isTiny(upstreamCharges));
  return [
    {
      about: 'unbilled',
      amount,
      models,
      nameless: nameless?.cost ?? '0',
      mayHaveOtherNames: books.byModel.some((line) => isUnsold(line) && line.model !== NO_MODEL),
      isLeftOut,
      sharesLines: !isLeftOut && isByTotals(books),
      ...sized(amount, revenue.net),
    },
  ];
}

/**
 * Period in which log and bill cover the same days: the month of most log rows if its first or last day has rows, else
 * the days of the log. Undefined if a period is set, or if the rows of a day in it are missing.
 * @param outside days with rows that are not compared
 */
function closingPeriod(
  { period, byDay }: AnswerInput['summary'],
  outside: Readonly<Record<'log' | 'bill', readonly string[]>>,
): string | undefined {
  const logged = byDay.filter(isLogged).map(({ day }) => day);
  const [last, first] = [logged[0], logged.at(-1)];
  const month = logged[logged.length >> 1]?.slice(0, 7);
  if ((period.start && period.end) || first === undefined || last === undefined || month === undefined)
    return undefined;
  /**
   * Whether the uncompared bill days of a period are only the first or last day of the log, and its uncompared log days
   * are among these bill days.
   */
  const closes = (isInside: (day: string) => boolean): boolean =>
    outside.bill.every((day) => !isInside(day) || day === first || day === last) &&
    outside.log.every((day) => !isInside(day) || outside.bill.includes(day));
  const isOfMonth = (day: string) => day.startsWith(month);
  const isAtEnd = logged.includes(`${month}-01`) || (isOfMonth(last) && isMonth(`${month}-01`, last));
  if (isAtEnd && closes(isOfMonth)) return month;
  if (!closes((day) => day >= first && day <= last)) return undefined;
  return [Date.parse(first), Date.parse(last) + DAY_MS]
    .map((time) => `${formatDay(time)}T00:00:00Z`)
    .join('/');
}

/**
 * Finds which of the days that are not compared are only in the log, or only in the bill. Finds none if these are fewer
 * than half of the days, and so hardly the reason.
 */
function findLacking(
  lines: Summary['byDay'],
): Pick<Extract<Gap, { about: 'span' }>, 'lacking' | 'incomplete'> {
  const whole = lines.filter((line) => !isPartlyCompared(line));
  const lists = [
    { ledger: 'downstreamUsage', days: whole.filter((line) => !isLogged(line)) },
    { ledger: 'upstreamCharges', days: whole.filter(({ cost }) => isTiny(cost)) },
  ] as const;
  const found = new Set(lists.flatMap(({ days }) => days));
  const isReason = found.size * 2 >= lines.length;
  return {
    lacking: lists
      .filter(({ days }) => isReason && days.length > 0)
      .map(({ ledger, days }) => ({ ledger, days: splitMissingDays(days).whole })),
    incomplete: splitMissingDays(lines.filter((line) => !found.has(line))),
  };
}

function spanGaps(books: AnswerInput): Gap[] {
  const { summary } = books;
  const { beyond = [], byDay, billTimeZone, missing = [] } = summary;
  const figures = computeComparedFigures(books);
  const { revenue, cost } = figures.uncompared;
  if (isTiny(revenue) && isTiny(cost) && beyond.length === 0) return [];
  const outside = beyond.reduce((sum, { requests }) => sum + requests, 0);
  const share = Math.max(
    shareOf(revenue, summary.revenue.net),
    shareOf(cost, summary.cost?.net ?? '0'),
    outside / Math.max(summary.requests.total, 1),
  );
  const linesOf = {
    log: byDay.filter(({ uncomparedRevenue }) => !isTiny(uncomparedRevenue)),
    bill: byDay.filter(({ uncomparedCost }) => !isTiny(uncomparedCost)),
  };
  const all = byDay.filter(hasUncompared);
  const { whole, part } = splitMissingDays(all);
  const areEnds = all.every((line) => [byDay[0], byDay.at(-1)].includes(line));
  const daysOf = (lines: typeof byDay) => lines.map(({ day }) => day);
  // Advise no period that would hide missing rows.
  const period =
    missing.length > 0
      ? undefined
      : closingPeriod(summary, { log: daysOf(linesOf.log), bill: daysOf(linesOf.bill) });
  return [
    {
      about: 'span',
      log: revenue,
      bill: cost,
      days: {
        log: splitMissingDays(linesOf.log),
        bill: splitMissingDays(linesOf.bill),
        all: { whole, part },
      },
      // If a period would close the gap, parts of the days at its ends are the reason.
      ...findLacking(period && part.length > 0 ? [] : all),
      requests: beyond,
      isAll: isTiny(figures.revenue) && isTiny(figures.cost),
      period,
      timeZone: beyond.length === 0 && whole.length === 0 && areEnds ? billTimeZone : undefined,
      money: toPlainText(larger(toDecimal(revenue), toDecimal(cost))),
      share,
    },
  ];
}

/** Gap for usage rows that are pending, or that have no amount yet. */
function pendingGaps(books: AnswerInput): Gap[] {
  const { completeness, summary } = books;
  const [sales, costs] = [summary.revenue.pending, summary.cost?.pending ?? '0'];
  const isWithoutAmount =
    completeness.requestMatching &&
    completeness.currency &&
    !completeness.margin &&
    isTiny(sales) &&
    isTiny(costs);
  if (isTiny(sales) && isTiny(costs) && !isWithoutAmount) return [];
  const money = toPlainText(larger(toDecimal(sales), toDecimal(costs)));
  const share = Math.max(shareOf(sales, summary.revenue.net), shareOf(costs, summary.cost?.net ?? '0'));
  return [{ about: 'pending', sales, costs, money, share: isWithoutAmount ? 1 : share }];
}

const hasUsage = ({ records }: AnswerInput['summary']): boolean =>
  records.downstreamUsage.received > 0 || records.upstreamCharges.received > 0;

/** Lists all gaps: first those that hide losses of requests, then by money. */
function allGaps(books: AnswerInput): Gap[] {
  const { completeness, summary } = books;
  const { byCode } = summary.findings;
  const gaps = [
    ...rowGaps(books),
    ...emptyGaps(books),
    ...QUESTIONS.flatMap((code): Gap[] => {
      const line = byCode[code];
      return line
        ? [{ about: 'question', code, title: line.title, remedy: line.remedy, ...unsized(books) }]
        : [];
    }),
    ...currencyGaps(books),
    ...findUnitMismatches(books).map((gap) => ({
      ...gap,
      ...unsized(books, 'payments' in gap ? 'payments' : undefined),
    })),
    ...where('ledger_ids_disjoint' in byCode, () => ({ about: 'unchecked', ...unsized(books) })),
    ...unbilledGaps(books),
    ...spanGaps(books),
    ...pendingGaps(books),
    ...where(!completeness.upstreamCharges && hasUsage(summary), () => ({
      about: 'bill',
      ...unsized(books),
    })),
  ] satisfies Gap[];
  return gaps.toSorted(
    (a, b) =>
      Number(hidesRequestLosses(b)) - Number(hidesRequestLosses(a)) ||
      toDecimal(b.money).comparedTo(toDecimal(a.money)) ||
      0,
  );
}

/**
 * Lists the gaps in the data that the top of a report mentions. Gaps that prevent finding losses on requests are first,
 * then those that concern the most money. Leaves out gaps that concern less than 1 % of the money, except rows that
 * could not be read.
 */
export const listGaps = (books: AnswerInput): Gap[] =>
  allGaps(books).filter((gap) => gap.about === 'rows' || !isMinor(gap));

/**
 * Finds the first gap that makes the data incomplete; undefined if there is none. Data that many operators never have,
 * such as payments, may be missing. The exit code of the commands depends on the result.
 */
export const findIncompleteGap = (books: AnswerInput): Gap | undefined => allGaps(books).find(isIncomplete);

/**
 * Whether at least one critical cause is certain, which means that no gap in the data can be its reason. The exit code
 * of the commands depends on the result.
 */
export function hasCertainCritical(books: AnswerInput & { readonly summary: Pick<Summary, 'cut'> }): boolean {
  const { causes, cut, findings } = books.summary;
  const gaps = listGaps(books);
  if (findings.critical > 0 && cut.includes('causes')) return !gaps.some(hidesRequestLosses);
  return causes.some((cause) => cause.severity === 'critical' && !gaps.some((gap) => mayExplain(gap, cause)));
}
