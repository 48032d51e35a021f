import type { Connector } from '../../gateways/connector.ts';
import type { PriceFormula } from '../../gateways/vocabulary.ts';
import type { QuotaConverter } from '../fields/quota-converter.ts';
import type { LogRow } from '../logs/log-row.ts';
import type { Note } from '../notes.ts';
import type { NoteTaker } from '../rejections-and-notes.ts';
import { computeSnapshotPrice, computeVeloeraPrice, isBelowListPrice } from './snapshot-price.ts';
import { computeDoneHubPrice, computeUnitPrice } from './unit-price.ts';

/** A whole number of quota units, or the note that says why there is none. */
type Formula = (row: LogRow, quotaPerUnit: number) => number | Note;

/** One unit is the least that one-api charges where the ratio is not 0: tokens for nothing were free. */
const freePrice: Formula = ({ quota, prompt, completion }) =>
  quota === 0 && prompt + completion > 0 ? 0 : 'noPrices';

const formulas: Record<PriceFormula, Formula> = {
  snapshot: (row, quotaPerUnit) => computeSnapshotPrice(row, quotaPerUnit),
  snapshotBelowZero: computeVeloeraPrice,
  units: computeUnitPrice,
  unitsOrEmpty: computeDoneHubPrice,
  free: freePrice,
  none: () => 'noPrices',
};

/**
 * The quota that a row should have cost by its own price snapshot, in the gateway's newest formula and rounding.
 * Versions rounded differently and rows name no version, so a result one unit off the charge is the charge.
 * `undefined` where the row is no charge, or where its price cannot be recomputed, which is noted.
 */
export function computeExpectedQuota(
  row: LogRow,
  { log }: Connector,
  per: QuotaConverter | undefined,
  account: NoteTaker,
): number | undefined {
  if (row.kind !== 'consume' || (row.quota ?? 0) < 0 || row.stated?.negative) return undefined;
  if (row.quota === undefined || per === undefined) {
    account.note('statedMoney');
    return undefined;
  }
  const expected = formulas[log.price](row, per.quotaPerUnit);
  if (typeof expected !== 'number') {
    account.note(expected);
    return undefined;
  }
  if (!(expected >= 0 && expected <= Number.MAX_SAFE_INTEGER)) {
    account.note(Number.isNaN(expected) ? 'missingRatio' : 'priceRange');
    return undefined;
  }
  if (log.price === 'snapshotBelowZero' && row.snapshot && isBelowListPrice(row, row.snapshot))
    account.note('belowList');
  if (Math.abs(expected - row.quota) !== 1) return expected;
  account.note('oneUnit');
  return row.quota;
}
