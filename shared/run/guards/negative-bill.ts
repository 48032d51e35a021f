import { decimal, isPositive } from '../../money.ts';
import { Rejection } from '../../rejections.ts';
import type { Books } from '../link/link.ts';

/** So many charges show a convention. */
const CHARGES_MIN = 3;

/** What charges of a bill are: plain rows of a log, other rows, and those of them that only give money back. */
export interface BillSigns {
  readonly plain: number;
  readonly others: number;
  readonly returned: number;
}

export const billSigns = ({ upstreamCharges, charges }: Books): BillSigns => ({
  plain: charges.length,
  others: upstreamCharges.length,
  returned: upstreamCharges.filter(
    ({ costAmount, refundAmount }) =>
      !isPositive(decimal(costAmount)) && isPositive(decimal(refundAmount ?? 0)),
  ).length,
});

export const addBillSigns = (a: BillSigns, b: BillSigns): BillSigns => ({
  plain: a.plain + b.plain,
  others: a.others + b.others,
  returned: a.returned + b.returned,
});

/**
 * A provider that has only given money back writes its charges as debits.
 * @throws Rejection where every charge of the bill is negative
 */
export function refuseNegativeBill({ plain, others, returned }: BillSigns): void {
  if (plain > 0 || others < CHARGES_MIN || returned < others) return;
  throw new Rejection(
    'invalid_request',
    {
      en: 'Every amount of the bill is negative, so all of it would count as given back: it writes charges as debits.',
      zh: '账单中的金额全是负数，会被全部当作退款：它把扣费写成了支出。',
    },
    [
      {
        en: 'Export it with positive charges, or turn the signs of its amounts.',
        zh: '请以正数导出扣费，或把金额的正负号反过来。',
      },
    ],
  );
}
