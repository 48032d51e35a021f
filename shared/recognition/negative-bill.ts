import { isPositive, toDecimal } from '../money/money.ts';
import { Rejection } from '../rejections.ts';
import type { UpstreamRecord } from '../schemas/reconciliation-input.ts';

/** So many charges show a convention. */
const CHARGES_MIN = 3;

/**
 * A provider that has only given money back writes its charges as debits.
 * @param plain how many plain rows of a log the bill has besides
 * @throws Rejection where no charge of the bill is positive and some are negative
 */
export function refuseNegativeBill(upstreamCharges: readonly UpstreamRecord[], plain: number): void {
  const isCharged = ({ costAmount }: UpstreamRecord): boolean => isPositive(toDecimal(costAmount));
  const returned = upstreamCharges.filter(({ refundAmount = 0 }) => isPositive(toDecimal(refundAmount)));
  if (plain > 0 || returned.length < CHARGES_MIN || upstreamCharges.some(isCharged)) return;
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
