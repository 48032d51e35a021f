import { compare, type Decimal } from '../../money/money.ts';
import { TOKEN_KINDS, type Tokens, USAGE_STATUSES } from '../../schemas/reconciliation-input.ts';
import type { UsageRow } from './row.ts';

/** Compares strings by UTF-16 code unit, independent of the locale. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares strings by code unit, with `undefined` first. */
export const absentFirst = (a: string | undefined, b: string | undefined): number => {
  if (a === undefined) return b === undefined ? 0 : -1;
  return b === undefined ? 1 : byCodeUnit(a, b);
};

/** Builds a comparison of amounts in which absent ones come last. */
const absentLast =
  (order: (a: Decimal, b: Decimal) => number) =>
  (a: Decimal | undefined, b: Decimal | undefined): number => {
    if (a === undefined) return b === undefined ? 0 : 1;
    return b === undefined ? -1 : order(a, b);
  };
const lowerFirst = absentLast(compare);
/** Compares amounts, the larger first, with `undefined` last. */
export const largerFirst = absentLast((a, b) => compare(b, a));

const moreTokensFirst = (a: Tokens = {}, b: Tokens = {}): number => {
  for (const kind of TOKEN_KINDS) {
    const difference = (b[kind] ?? -1) - (a[kind] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
};

/**
 * Compares usage rows to choose one of several, independent of the order of arrival: larger net first, then later
 * time, status in the order of `USAGE_STATUSES`, model, channel and upstream id by code unit (absent first), larger
 * gross, more tokens, user id, and lower expected price. Rows that are equal in all of these are equal for every check.
 */
export const byTie = (a: UsageRow, b: UsageRow): number =>
  largerFirst(a.net, b.net) ||
  b.occurredAt - a.occurredAt ||
  USAGE_STATUSES.indexOf(a.status) - USAGE_STATUSES.indexOf(b.status) ||
  byCodeUnit(a.model, b.model) ||
  absentFirst(a.channelId, b.channelId) ||
  absentFirst(a.upstreamId, b.upstreamId) ||
  largerFirst(a.gross, b.gross) ||
  moreTokensFirst(a.tokens, b.tokens) ||
  absentFirst(a.userId, b.userId) ||
  lowerFirst(a.expected, b.expected);

/** Compares rows by time, earliest first, then by `byTie`. */
export const earliestFirst = (a: UsageRow, b: UsageRow): number => a.occurredAt - b.occurredAt || byTie(a, b);
/** Compares rows by time, latest first, then by `byTie`. */
export const latestFirst = (a: UsageRow, b: UsageRow): number => b.occurredAt - a.occurredAt || byTie(a, b);

/** Returns the row that comes first in an order, without sorting; `undefined` without rows. */
export function findFirst<T>(rows: readonly T[], order: (a: T, b: T) => number): T | undefined {
  let first: T | undefined;
  for (const row of rows) if (first === undefined || order(row, first) < 0) first = row;
  return first;
}

/** Returns the earliest time of rows; infinity without rows. `Math.min(...times)` would limit their number. */
export const findEarliestTime = (rows: readonly { readonly occurredAt: number }[]): number =>
  rows.reduce((earliest, { occurredAt }) => Math.min(earliest, occurredAt), Number.POSITIVE_INFINITY);
