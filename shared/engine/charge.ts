import type { Context } from './context.ts';
import { standingOf } from './context.ts';
import { chargeContent, usageContent } from './copies.ts';
import type { UsageRow } from './row.ts';
import { supersedeAttempts } from './supersession.ts';

/** An upstream row and the time that decides on its period: its request's, or its own if it names none. */
export interface AnchoredCharge {
  row: UsageRow;
  anchoredAt: number;
}

/** Gives the rows of one upstream id their standing, and marks the superseded ones. */
export function settleCharges(charges: readonly AnchoredCharge[], context: Context): void {
  for (const { row, anchoredAt } of charges) row.standing = standingOf(anchoredAt, row.currency, context);
  const rows = charges.map(({ row }) => row);
  supersedeAttempts(rows, ({ requestId }) => requestId);
}

/**
 * The included upstream rows of one `upstreamId`, across requests; without one those of one request, without
 * either those of one content.
 */
export interface ChargeGroup {
  upstreamId: string | undefined;
  requestId: string | undefined;
  /** Sets of copies: each row in exactly one, those of one set tell of one charge. */
  copies: UsageRow[][];
}

/**
 * Splits rows into the sets that equal keys hold together: a row with two keys joins all rows of both, so what is
 * a copy of a copy is one as well.
 */
function linked(rows: readonly UsageRow[], keysOf: (row: UsageRow) => string[]): UsageRow[][] {
  const parents = rows.map((_, index) => index);
  const rootOf = (index: number): number => {
    const parent = parents[index] ?? index;
    if (parent === index) return index;
    const root = rootOf(parent);
    parents[index] = root;
    return root;
  };
  const holders = new Map<string, number>();
  for (const [index, row] of rows.entries())
    for (const key of keysOf(row)) {
      const holder = holders.get(key);
      if (holder === undefined) holders.set(key, index);
      else parents[rootOf(index)] = rootOf(holder);
    }
  const sets = new Map<number, UsageRow[]>();
  for (const [index, row] of rows.entries()) {
    const set = sets.get(rootOf(index));
    if (set) set.push(row);
    else sets.set(rootOf(index), [row]);
  }
  return [...sets.values()];
}

/**
 * Rows that share id, cost, refund and model are copies if they share the request too, or the time: an upstream
 * id may name a bill. Rows without an id are copies if they are equal in every field.
 */
function copyKeys(row: UsageRow): string[] {
  if (row.upstreamId === undefined) return [usageContent(row)];
  const charge = chargeContent(row);
  const keys = [`${charge} at ${row.occurredAt}`];
  if (row.requestId !== undefined) keys.push(`${charge} of ${row.requestId}`);
  return keys;
}

export function chargeGroup(rows: readonly UsageRow[]): ChargeGroup {
  const counted = rows.filter((row) => row.standing === 'included' && !row.superseded);
  const { upstreamId, requestId } = rows[0] ?? {};
  return {
    upstreamId,
    requestId,
    copies: counted.length < 2 ? counted.map((row) => [row]) : linked(counted, copyKeys),
  };
}
