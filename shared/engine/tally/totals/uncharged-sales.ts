import type { MarginTally } from './margin-tally.ts';

/** Least share of uncharged requests, among a model's delivered ones, at which they count as the reason of its loss. */
const SHARE_MIN = 0.05;

/**
 * Counts the delivered requests, and those of them that were charged nothing (`uncharged`), as the reason for a loss.
 * Returns `undefined` if they are not the reason: none, fewer than 5 % of the delivered requests, or all of them.
 * @param lines tallies of the models that make the loss
 */
export function countUnchargedSales(lines: readonly MarginTally[]) {
  const sum = (name: 'deliveredSales' | 'unchargedSales') =>
    lines.reduce((total, line) => total + line[name].value, 0);
  const [delivered, forNothing] = [sum('deliveredSales'), sum('unchargedSales')];
  const isCause = forNothing > 0 && forNothing >= SHARE_MIN * delivered && forNothing < delivered;
  return isCause ? { uncharged: forNothing, delivered } : undefined;
}
