import { compare, type Decimal, exceeds, isPositive, subtract, sumBy, ZERO } from '../../money/money.ts';
import { distinctSales, usageKey } from '../rows/copies.ts';
import { byTie, findFirst } from '../rows/order.ts';
import type { UsageRow } from '../rows/row.ts';
import { quotaTolerance } from '../survey/context.ts';
import { check, code } from './check.ts';

/** Roundings that come to more than so many quota units and more than this share of the prices are a leak. */
const DRIFT_QUOTAS_MAX = 50;
const DRIFT_RATIO_MAX = 0.01;

const isSound = ({ status }: UsageRow): boolean => status !== 'failed';
const contentKey = (row: UsageRow | undefined) => row && usageKey(row);

/**
 * What is owed at most, of each row with all that other findings count: nothing more of a row that is owed as a whole,
 * because the customer pays one charge of those that did not fail, the largest. It is looked for once, if any row asks.
 */
function buildOwedLimit(charged: UsageRow[]): (row: UsageRow) => Decimal {
  let paid: { content: string | undefined } | undefined;
  return (row) => {
    paid ??= { content: contentKey(findFirst(charged.filter(isSound), byTie)) };
    // Of copies, one may restate a charge and another be it.
    return contentKey(row) === paid.content ? sumBy(charged, ({ net }) => net) : ZERO;
  };
}

/** The customer pays the price that was agreed. */
export const price = check({
  id: 'price',
  invariant:
    'A delivered or refunded request is charged as expected, within one quota unit. Smaller differences are added up, with their signs, in one finding, which is a warning if the sum is more than rounding explains. Copies count once.',
  codes: {
    price_overcharge: code('request', ['critical'], 'owed', { countsAgainst: 'charge' }),
    price_undercharge: code('request', ['warning'], 'lost', { countsAgainst: 'serving' }),
    price_rounding: code('ledger', ['warning', 'info'], null, { isSigned: true }),
  },
  simple: ({ sale: { gross, expected } }) => expected !== undefined && compare(gross, expected) !== 0,
  request({ sold: { settled, charged } }, { find, context }) {
    const quota = quotaTolerance(context);
    const owed = buildOwedLimit(charged);
    for (const row of distinctSales(settled)) {
      const { gross, expected, refund, status } = row;
      if (expected === undefined || status === 'failed') continue;
      // A refund row repeats the snapshot of the charge.
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
      const isMuch =
        exceeds(size, quotaTolerance(context).times(DRIFT_QUOTAS_MAX)) &&
        exceeds(size, (expected ?? ZERO).times(DRIFT_RATIO_MAX));
      return isMuch ? 'warning' : 'info';
    },
  }),
});
