import type { MarginTally } from './margin-tally.ts';

/** Least share of uncharged requests, among a model's delivered ones, at which they count as the reason of its loss. */
const SHARE_MIN = 0.05;

/**
 * Counts the delivered requests of some models, and those of them that were charged nothing, as a possible reason for
 * a loss. Returns `undefined` if those are none, fewer than 5 %, or all.
 */
export function countSalesForNothing(lines: readonly MarginTally[]) {
  const sum = (name: 'deliveredSales' | 'unchargedSales') =>
    lines.reduce((total, line) => total + line[name].value, 0);
  const [delivered, forNothing] = [sum('deliveredSales'), sum('unchargedSales')];
  const isCause = forNothing > 0 && forNothing >= SHARE_MIN * delivered && forNothing < delivered;
  return isCause ? { uncharged: forNothing, delivered } : undefined;
}
