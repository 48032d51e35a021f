import { compare, type Decimal, exceeds, isPositive, subtract, sumBy, ZERO } from '../../money/money.ts';
import { buildUsageKey, removeCopiedSales } from '../rows/copies.ts';
import { byTie, findFirst } from '../rows/order.ts';
import { netOf, type UsageRow } from '../rows/row.ts';
import { toleranceOf } from '../survey/context.ts';
import { check, code } from './check.ts';

/** Rounding differences above both this number of quota units and this share of the prices are a warning. */
const DRIFT_QUOTAS_MAX = 50;
const DRIFT_RATIO_MAX = 0.01;

const hasNotFailed = ({ status }: UsageRow): boolean => status !== 'failed';

/**
 * Builds the limit of what findings may count for a row. The customer pays the largest charge that did not fail: its
 * limit is the sum of all charges, and 0 for other rows, which are owed in full already.
 */
function buildOwedLimit(charged: UsageRow[]): (row: UsageRow) => Decimal {
  const paid = findFirst(charged.filter(hasNotFailed), byTie);
  // A copy of the paid row counts as that row.
  const isPaid = (row: UsageRow): boolean =>
    paid !== undefined && (paid === row || buildUsageKey(paid) === buildUsageKey(row));
  return (row) => (isPaid(row) ? sumBy(charged, netOf) : ZERO);
}

/**
 * Finds charges that differ from the expected price.
 *
 * Invariant: A delivered or refunded request is charged as expected, within one quota unit. Smaller differences are
 * added up, with their signs, in one finding, which is a warning if the sum is more than rounding explains. Copies
 * count once.
 */
export const price = check({
  id: 'price',
  codes: {
    price_overcharge: code('request', ['critical'], 'owed', { countsAgainst: 'charge' }),
    price_undercharge: code('request', ['warning'], 'lost', { countsAgainst: 'serving' }),
    price_rounding: code('ledger', ['warning', 'info'], null, { isSigned: true }),
  },
  simple: ({ sale: { gross, expected } }) => expected !== undefined && compare(gross, expected) !== 0,
  request({ sales: { settled, chargedRows } }, { find, context }) {
    const quota = toleranceOf(context);
    const owed = buildOwedLimit(chargedRows);
    for (const row of removeCopiedSales(settled)) {
      const { gross, expected, refund, status } = row;
      if (expected === undefined || status === 'failed') continue;
      // Skip refund rows, which repeat the price of the charge.
      if (gross.isZero() && refund !== undefined && isPositive(refund)) continue;
      if (compare(gross, expected) === 0) continue;
      const drift = subtract(gross, expected);
      const size = drift.abs();
      if (exceeds(size, quota))
        find(isPositive(drift) ? 'price_overcharge' : 'price_undercharge', {
          amount: size,
          amounts: { charged: gross, expected },
          ...(isPositive(drift) && { moneyAvailable: owed(row) }),
        });
      else
        find('price_rounding', {
          subject: { kind: 'ledger', name: 'downstreamUsage' },
          severity: 'info',
          amount: drift,
          amounts: { drift, expected },
        });
    }
  },
  conclude: ({ context }) => ({
    price_rounding({ amounts: { drift, expected } = {} }) {
      const size = drift?.abs() ?? ZERO;
      const isBeyondRounding =
        exceeds(size, toleranceOf(context).times(DRIFT_QUOTAS_MAX)) &&
        exceeds(size, (expected ?? ZERO).times(DRIFT_RATIO_MAX));
      return isBeyondRounding ? 'warning' : 'info';
    },
  }),
});
