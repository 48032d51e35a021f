import { Sum } from '../money/sum.ts';
import type { AnyCheck } from './checks/check.ts';
import { checks } from './checks/registry.ts';
import type { Customers, Digest } from './digest.ts';
import { weightOf } from './report/tables.ts';
import type { Context } from './survey/context.ts';

/**
 * Adds customers to totals and tallies, which keep a few of them only: what a digest holds is not to grow with their
 * number.
 * @param into may be of other groups than theirs
 * @param customers all of whose groups have been seen
 */
export function settle(
  { totals, tallies }: Pick<Digest, 'totals' | 'tallies'>,
  customers: Customers,
  context: Pick<Context, 'supplied'>,
): void {
  for (const [userId, line] of customers.lines)
    totals.users.add(userId, { line, weight: new Sum(weightOf(line, context)) });
  const userIds = new Set(Object.values(customers).flatMap((tallies) => [...tallies.keys()]));
  for (const { id, settle } of checks as readonly AnyCheck[]) {
    if (settle === undefined) continue;
    for (const userId of userIds)
      settle({ userId, line: customers.lines.get(userId), own: customers[id]?.get(userId) }, tallies[id]);
  }
}
