import { decimal, isPositive } from '../money.ts';
import { Rejection } from '../rejections.ts';
import type { UpstreamRecord } from '../schemas/reconciliation-input.ts';

/** So many charges show a convention. */
const CHARGES_MIN = 3;

/** What charges of a bill are: plain rows of a log, other rows with money, and those of them that only give it back. */
export interface BillSigns {
  readonly plain: number;
  readonly others: number;
  readonly returned: number;
}

/** @param plain how many plain rows of a log the bill has besides */
export function billSigns(upstreamCharges: readonly UpstreamRecord[], plain: number): BillSigns {
  const charged = upstreamCharges.filter(({ costAmount }) => isPositive(decimal(costAmount))).length;
  const returned = upstreamCharges.filter(
    ({ costAmount, refundAmount }) =>
      !isPositive(decimal(costAmount)) && isPositive(decimal(refundAmount ?? 0)),
  ).length;
  return { plain, others: charged + returned, returned };
}

/**
 * A provider that has only given money back writes its charges as debits.
 * @throws Rejection where no charge of the bill is positive and some are negative
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
