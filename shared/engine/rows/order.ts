import { compare, type Decimal } from '../../money/money.ts';
import { TOKEN_KINDS, type Tokens, USAGE_STATUSES } from '../../schemas/reconciliation-input.ts';
import type { UsageRow } from './row.ts';

/** Strings by UTF-16 code unit: the same everywhere, unlike any locale. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By code unit, what is absent first. */
export const absentFirst = (a: string | undefined, b: string | undefined): number => {
  if (a === undefined) return b === undefined ? 0 : -1;
  return b === undefined ? 1 : byCodeUnit(a, b);
};

/** Orders amounts that may be absent; those come last. */
const absentLast =
  (order: (a: Decimal, b: Decimal) => number) =>
  (a: Decimal | undefined, b: Decimal | undefined): number => {
    if (a === undefined) return b === undefined ? 0 : 1;
    return b === undefined ? -1 : order(a, b);
  };
const lowerFirst = absentLast(compare);
export const largerFirst = absentLast((a, b) => compare(b, a));

const moreTokensFirst = (a: Tokens = {}, b: Tokens = {}): number => {
  for (const kind of TOKEN_KINDS) {
    const difference = (b[kind] ?? -1) - (a[kind] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
};

/**
 * Which of several rows that qualify speaks for them: larger net, later time, status in the contract's order,
 * model, channel and upstream id by code unit (absent first), larger gross, larger tokens, user id, and the lower price
 * that was expected. Rows that tie to the end agree in all that a check looks at, so arrival order never shows.
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

export const earliestFirst = (a: UsageRow, b: UsageRow): number => a.occurredAt - b.occurredAt || byTie(a, b);
export const latestFirst = (a: UsageRow, b: UsageRow): number => b.occurredAt - a.occurredAt || byTie(a, b);

/** The first of some rows in an order, without sorting them. */
export function findFirst<T>(rows: readonly T[], order: (a: T, b: T) => number): T | undefined {
  let first: T | undefined;
  for (const row of rows) if (first === undefined || order(row, first) < 0) first = row;
  return first;
}

/** When the first of some rows was made; they may be too many for the arguments of `Math.min`. */
export const earliestTime = (rows: readonly { readonly occurredAt: number }[]): number =>
  rows.reduce((earliest, { occurredAt }) => Math.min(earliest, occurredAt), Number.POSITIVE_INFINITY);
