import { decimal, isPositive } from '../../money.ts';
import { Rejection } from '../../rejections.ts';
import type { Books } from '../link/link.ts';

/** So many charges show a convention. */
const CHARGES_MIN = 3;

/**
 * A provider that has only given money back writes its charges as debits.
 * @throws Rejection where every charge of the bill is negative
 */
export function refuseNegativeBill({ upstreamCharges, charges }: Books): void {
  const isReturned = ({ costAmount, refundAmount }: Books['upstreamCharges'][number]) =>
    !isPositive(decimal(costAmount)) && isPositive(decimal(refundAmount ?? 0));
  if (charges.length > 0 || upstreamCharges.length < CHARGES_MIN || !upstreamCharges.every(isReturned))
    return;
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
