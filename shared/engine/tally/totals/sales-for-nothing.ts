import type { MarginTally } from './margin-tally.ts';

/** Least share of a model's delivered requests at 0 by which a loss is theirs and not the price's. */
const SHARE_MIN = 0.05;

/**
 * Counts the delivered requests of a model, and those of them that were charged nothing; `undefined` if these are few,
 * or if no others were charged.
 */
export function countSalesForNothing(lines: readonly MarginTally[]) {
  const sum = (name: 'deliveredSales' | 'unchargedSales') =>
    lines.reduce((total, line) => total + line[name].value, 0);
  const [delivered, forNothing] = [sum('deliveredSales'), sum('unchargedSales')];
  const isCause = forNothing > 0 && forNothing >= SHARE_MIN * delivered && forNothing < delivered;
  return isCause ? { uncharged: forNothing, delivered } : undefined;
}
