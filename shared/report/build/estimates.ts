import type { EstimateLine, Estimates } from '../../engine/tally/estimated/estimate-tally.ts';
import type { EstimatedPart } from '../../engine/tally/estimated/parts.ts';
import type { Figures } from '../../engine/tally/figures.ts';
import { marginOf } from '../../engine/tally/totals/totals.ts';
import { computeRate, sumBy, toPlainText, ZERO } from '../../money/money.ts';

/** Whether there are prices and requests to which they could apply. */
const isEstimated = ({ models }: Estimates): boolean => models.size > 0;

/** Whether only failed requests have an estimate (of 0), so that nothing is known about the others. */
const coversOnlyFailures = ({ unpriced, cost, revenue }: EstimateLine): boolean =>
  unpriced.value > 0 && cost.value.isZero() && revenue.value.isZero();

/**
 * Builds the fields `estimatedCost` and `estimatedMargin` of a table row. Returns no fields if no prices are
 * configured, and null in both if no request of the row has an estimate.
 */
export function buildEstimateFields(estimates: Estimates, line: EstimateLine | undefined) {
  if (!isEstimated(estimates)) return {};
  const isKnown = line !== undefined && line.requests.value > 0 && !coversOnlyFailures(line);
  return {
    estimatedCost: isKnown ? toPlainText(line.cost.value) : null,
    estimatedMargin: isKnown ? toPlainText(marginOf(line)) : null,
  };
}

/** Whether requests of a model cost nothing at the operator's prices. */
export const isFreeByPrices = (estimates: Estimates, model: string): boolean =>
  buildEstimateFields(estimates, estimates.models.get(model)).estimatedCost === '0';

const sumOf = (parts: readonly EstimatedPart[], of: 'billed' | 'cost') => sumBy(parts, (part) => part[of]);

/**
 * Builds the field `estimate` of the summary: the estimated cost at the operator's prices. If there are bills, it
 * covers the time that log and bills have in common and is compared with them; else it covers all requests. Undefined
 * without prices.
 */
export function buildEstimate({ estimated, totals: { estimates } }: Pick<Figures, 'estimated' | 'totals'>) {
  if (!isEstimated(estimates)) return undefined;
  const lines = [...estimates.models.values()];
  const unpriced = lines.reduce((sum, line) => sum + line.unpriced.value, 0);
  if (estimated.length === 0)
    return {
      requests: lines.reduce((sum, line) => sum + line.requests.value, 0),
      unpriced,
      cost: toPlainText(sumBy(lines, ({ cost }) => cost.value)),
      billed: null,
      difference: null,
      rate: null,
    };
  const priced = estimated.filter((part) => part.unpriced === 0);
  const [billed, cost] = [sumOf(priced, 'billed'), sumOf(priced, 'cost')];
  const difference = billed.minus(cost);
  return {
    requests: estimated.reduce((sum, part) => sum + part.compared, 0),
    unpriced,
    cost: toPlainText(sumOf(estimated, 'cost')),
    billed: priced.length > 0 ? toPlainText(billed) : null,
    difference: priced.length > 0 ? toPlainText(difference) : null,
    rate: cost.eq(ZERO) ? null : computeRate(difference, cost),
  };
}
