import type { Connector } from '../../gateways/connector.ts';
import type { PriceFormula } from '../../gateways/vocabulary.ts';
import type { QuotaConverter } from '../fields/quota-converter.ts';
import type { LogRow } from '../logs/log-row.ts';
import type { Note } from '../notes.ts';
import type { NoteTaker } from '../row-outcomes.ts';
import { computeSnapshotPrice, computeVeloeraPrice, isBelowListPrice } from './snapshot-price.ts';
import { computeDoneHubPrice, computeUnitPrice } from './unit-price.ts';

/** Compute a price in whole quota units, or return the note that explains why they cannot. */
const formulas: Record<PriceFormula, (row: LogRow, quotaPerUnit: number) => number | Note> = {
  snapshot: (row, quotaPerUnit) => computeSnapshotPrice(row, quotaPerUnit),
  snapshotBelowZero: computeVeloeraPrice,
  units: computeUnitPrice,
  unitsOrEmpty: computeDoneHubPrice,
  // A request with tokens and without a charge was free: one-api charges at least one unit unless the ratio is 0.
  free: ({ quota, prompt, completion }) => (quota === 0 && prompt + completion > 0 ? 0 : 'noPrices'),
  none: () => 'noPrices',
};

/**
 * Computes the quota that a row should have cost by its own price snapshot, with the gateway's newest formula and
 * rounding.
 * Versions round differently, and rows name no version: if the result is one unit off, returns the charged quota.
 * Returns `undefined` for a row that is not a charge, and with a note if its price cannot be computed.
 */
export function computeExpectedQuota(
  row: LogRow,
  { log }: Connector,
  converter: QuotaConverter | undefined,
  outcomes: NoteTaker,
): number | undefined {
  if (row.kind !== 'consume' || (row.quota ?? 0) < 0 || row.money?.negative) return undefined;
  if (row.quota === undefined || converter === undefined) {
    outcomes.note('statedMoney');
    return undefined;
  }
  const expected = formulas[log.price](row, converter.quotaPerUnit);
  if (typeof expected !== 'number') {
    outcomes.note(expected);
    return undefined;
  }
  if (!(expected >= 0 && expected <= Number.MAX_SAFE_INTEGER)) {
    outcomes.note(Number.isNaN(expected) ? 'missingRatio' : 'priceRange');
    return undefined;
  }
  if (log.price === 'snapshotBelowZero' && row.snapshot && isBelowListPrice(row, row.snapshot))
    outcomes.note('belowList');
  if (Math.abs(expected - row.quota) !== 1) return expected;
  outcomes.note('oneUnit');
  return row.quota;
}
