import type { Connector } from '../../gateways/connector.ts';
import { asText, type Native } from '../intake/native.ts';

const DIGITS = /^\d{1,15}/;

/**
 * Adds to a row of the payments table the quota that a plan cost the wallet, read from a text of the row. The text
 * itself is removed later, because it may contain anything. Returns other rows unchanged.
 */
export function addWalletQuota(native: Native, { payments }: Connector): Native {
  const { at, after, into } = payments?.walletPlans?.charged ?? {};
  if (at === undefined || after === undefined || into === undefined || !Object.hasOwn(native, at))
    return native;
  const [, amount = ''] = asText(native[at] ?? '').split(after);
  const [digits] = DIGITS.exec(amount) ?? [];
  return digits === undefined ? native : { ...native, [into]: Number(digits) };
}
