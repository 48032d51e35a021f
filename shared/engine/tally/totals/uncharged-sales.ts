import type { MarginTally } from './margin-tally.ts';

/** Least share of uncharged requests, among a model's delivered ones, at which they count as the reason of its loss. */
const SHARE_MIN = 0.05;

/**
 * Counts the delivered requests of models with a loss, and those that were charged nothing (`uncharged`). Returns
 * `undefined` if requests without a charge are not the reason for the loss, because none, fewer than 5 % or all of the
 * delivered requests were charged nothing.
 * @param lines tallies of the models
 */
export function countUnchargedSales(lines: readonly MarginTally[]) {
  const sum = (name: 'deliveredSales' | 'unchargedSales') =>
    lines.reduce((total, line) => total + line[name].value, 0);
  const [delivered, forNothing] = [sum('deliveredSales'), sum('unchargedSales')];
  const isCause = forNothing > 0 && forNothing >= SHARE_MIN * delivered && forNothing < delivered;
  return isCause ? { uncharged: forNothing, delivered } : undefined;
}
