import { DAY_MS, dayOf } from '../instant.ts';
import { atLeastZero, type Decimal, decimal, isPositive, rate, total } from '../money.ts';
import type { ReconciliationReport } from '../schemas/report.ts';

/** Shares of money, from 0 to 1 with 6 decimals, whose other side is in the books. */
interface Sides {
  /** Of what was sold: the provider billed it. */
  readonly sold: number;
  /** Of what was billed: a customer was charged for it. */
  readonly billed: number;
}

/** How far what was sold and what was billed cover each other, measured in three ways. */
export interface CoveredShares {
  /** Request by request: by equal ids. */
  readonly requests: Sides;
  /** By the names of models, which is what a bill without request ids can be held against. `null` without the table. */
  readonly models: Sides | null;
  /** By UTC days; `null` where the report does not list all of them. */
  readonly days: Sides | null;
}

/** What stands beside each other on a line of a table; money as decimal text. */
interface Line {
  readonly requests: number;
  readonly revenue: string;
  readonly cost: string | null;
}

const beside = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

const costOf = ({ cost }: Line): Decimal => decimal(cost ?? '0');
const revenueOf = ({ revenue }: Line): Decimal => decimal(revenue);
const isBilled = (line: Line | undefined): boolean => line !== undefined && isPositive(costOf(line));
const isSold = (line: Line | undefined): boolean => line !== undefined && line.requests > 0;

/** Where there is no money, all of it is covered. */
const shareOf = (part: Decimal, whole: Decimal): number =>
  isPositive(whole) ? (rate(atLeastZero(part), whole) ?? 0) : 1;

/** The share of the money on lines that have what they need. */
function covered<T extends Line>(
  lines: readonly T[],
  moneyOf: (line: Line) => Decimal,
  isCovered: (line: T) => boolean,
): number {
  const money = (line: T): Decimal => atLeastZero(moneyOf(line));
  return shareOf(total(lines.filter(isCovered), money), total(lines, money));
}

/** One side of the requests: by money, or by their number where what they came to is 0. */
const matchedShare = (
  matched: number,
  unmatched: { requests: number; amount: string },
  net: string,
): number =>
  isPositive(decimal(net))
    ? shareOf(decimal(net).minus(decimal(unmatched.amount)), decimal(net))
    : shareOf(decimal(matched), decimal(matched + unmatched.requests));

/**
 * A day's bill is dated where the day begins, which in Beijing is 16:00 UTC of the day before: a UTC day that the
 * period's end cuts has its bill on the day before, and a bill may have all of its sales on the day after.
 */
function daysOf({ summary: { period, byDay } }: ReconciliationReport): Sides {
  const lines = new Map(byDay.map((line) => [line.day, line]));
  const endMs = period.end === null ? 0 : Date.parse(period.end);
  const cutDay = endMs % DAY_MS === 0 ? undefined : dayOf(endMs);
  return {
    sold: covered(
      byDay,
      revenueOf,
      (line) => isBilled(line) || (line.day === cutDay && isBilled(lines.get(beside(line.day, -1)))),
    ),
    billed: covered(byDay, costOf, (line) => isSold(line) || isSold(lines.get(beside(line.day, 1)))),
  };
}

/**
 * How whole the books of a report are, beside what `completeness` says of them.
 * @param report with its tables; its findings do not matter
 * @returns `undefined` without upstream charges: nothing can be covered
 */
export function coverageOf(report: ReconciliationReport): CoveredShares | undefined {
  const { summary, byModel } = report;
  const { unmatched, cost, revenue, requests, cut } = summary;
  if (unmatched === null || cost === null) return undefined;
  const matched = requests.matched ?? 0;
  const byRequest = {
    sold: matchedShare(matched, unmatched.downstream, revenue.net),
    billed: matchedShare(matched, unmatched.upstream, cost.net),
  };
  // Bills that name each request are held against requests, whatever else could be asked.
  if (!isPositive(decimal(cost.unattributed)))
    return { requests: byRequest, models: byRequest, days: byRequest };
  return {
    requests: byRequest,
    models:
      byModel.length === 0
        ? null
        : { sold: covered(byModel, revenueOf, isBilled), billed: covered(byModel, costOf, isSold) },
    days: cut.includes('byDay') ? null : daysOf(report),
  };
}
