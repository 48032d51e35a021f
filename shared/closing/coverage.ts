import { DAY_MS, formatDay } from '../instant.ts';
import { atLeastZero, computeRate, type Decimal, isPositive, sumBy, toDecimal } from '../money/money.ts';
import type { ReconciliationReport } from '../schemas/report.ts';

/** Shares of money that have a counterpart, from 0 to 1 with 6 decimals. */
interface Sides {
  /** Share of the revenue whose requests the provider billed. */
  readonly sold: number;
  /** Share of the bill for which a customer was charged. */
  readonly billed: number;
}

/** Shares of revenue and bill that have a counterpart, measured in three ways. */
export interface CoveredShares {
  /** By equal request ids. */
  readonly requests: Sides;
  /** By model name, for bills without request ids; `null` if the report has no table of models. */
  readonly models: Sides | null;
  /** By UTC day; `null` if the report does not list all days. */
  readonly days: Sides | null;
}

/** Row of a table of the report; money as decimal text. */
interface TableRow {
  readonly requests: number;
  readonly revenue: string;
  readonly cost: string | null;
}

const addDays = (day: string, days: number): string => formatDay(Date.parse(day) + days * DAY_MS);

const costOf = ({ cost }: TableRow): Decimal => toDecimal(cost ?? '0');
const revenueOf = ({ revenue }: TableRow): Decimal => toDecimal(revenue);
const isBilled = (row: TableRow | undefined): boolean => row !== undefined && isPositive(costOf(row));
const isSold = (row: TableRow | undefined): boolean => row !== undefined && row.requests > 0;

/** `part / total`, and 1 if the total is 0: no money is missing. */
const computeShare = (part: Decimal, all: Decimal): number =>
  isPositive(all) ? (computeRate(atLeastZero(part), all) ?? 0) : 1;

/** Share of the money in the covered rows. */
function computeCoveredShare<T extends TableRow>(
  rows: readonly T[],
  moneyOf: (row: TableRow) => Decimal,
  isCovered: (row: T) => boolean,
): number {
  const money = (row: T): Decimal => atLeastZero(moneyOf(row));
  return computeShare(sumBy(rows.filter(isCovered), money), sumBy(rows, money));
}

/** Share of the requests that are matched: of their money, or of their number if the money is 0. */
const computeMatchedShare = (
  matched: number,
  unmatched: { requests: number; amount: string },
  net: string,
): number =>
  isPositive(toDecimal(net))
    ? computeShare(toDecimal(net).minus(toDecimal(unmatched.amount)), toDecimal(net))
    : computeShare(toDecimal(matched), toDecimal(matched + unmatched.requests));

/**
 * Shares by UTC day. A row of a daily bill is dated at the start of a local day, which in Beijing is 16:00 UTC of the day
 * before. So sales on a day that the end of the period cuts may be billed on the day before, and a bill may belong to
 * sales of the day after.
 */
function computeDayShares({ summary: { period, byDay } }: ReconciliationReport): Sides {
  const rowOfDay = new Map(byDay.map((row) => [row.day, row]));
  const endMs = period.end === null ? 0 : Date.parse(period.end);
  const cutDay = endMs % DAY_MS === 0 ? undefined : formatDay(endMs);
  return {
    sold: computeCoveredShare(
      byDay,
      revenueOf,
      (row) => isBilled(row) || (row.day === cutDay && isBilled(rowOfDay.get(addDays(row.day, -1)))),
    ),
    billed: computeCoveredShare(
      byDay,
      costOf,
      (row) => isSold(row) || isSold(rowOfDay.get(addDays(row.day, 1))),
    ),
  };
}

/**
 * Computes which share of the revenue the provider billed, and which share of the bill customers were charged for (from
 * 0 to 1), by requests, models and days; `undefined` if the report has no bill. The report must have its tables.
 */
export function computeCoverage(report: ReconciliationReport): CoveredShares | undefined {
  const { summary, byModel } = report;
  const { unmatched, cost, revenue, requests, cut } = summary;
  if (unmatched === null || cost === null) return undefined;
  const matched = requests.matched ?? 0;
  const byRequest = {
    sold: computeMatchedShare(matched, unmatched.downstream, revenue.net),
    billed: computeMatchedShare(matched, unmatched.upstream, cost.net),
  };
  // If every bill row names a request, use the shares by request for models and days as well.
  if (!isPositive(toDecimal(cost.unattributed)))
    return { requests: byRequest, models: byRequest, days: byRequest };
  return {
    requests: byRequest,
    models:
      byModel.length === 0
        ? null
        : {
            sold: computeCoveredShare(byModel, revenueOf, isBilled),
            billed: computeCoveredShare(byModel, costOf, isSold),
          },
    days: cut.includes('byDay') ? null : computeDayShares(report),
  };
}
