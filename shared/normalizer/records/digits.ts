import type { Amount } from '../../schemas/fields.ts';
import type { Account } from '../account.ts';

/** Decimal digits that a JSON number is sure to keep. */
const DIGITS_KEPT = 15;

const significantDigits = (number: number): number =>
  (number.toExponential().split('e')[0] ?? '').replace(/[-.]/g, '').length;

/** Notes amounts of stated money whose last digits a reader of JSON may have lost: they should be sent as text. */
export function noteDigits(amounts: readonly (Amount | undefined)[], account: Account): void {
  for (const amount of amounts)
    if (typeof amount === 'number' && significantDigits(amount) > DIGITS_KEPT) account.note('digits');
}
