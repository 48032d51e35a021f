import type { Connector } from '../../gateways/connector.ts';
import { asText, type NativeObject } from '../intake/native.ts';

const DIGITS = /^\d{1,15}/;

/**
 * Adds the deducted quota to the row of a plan that was bought with wallet balance. The quota is only in a text of the
 * row, and this text is removed later because it may contain anything. Returns other rows unchanged.
 */
export function addWalletQuota(row: NativeObject, { payments }: Connector): NativeObject {
  const { at, after, into } = payments?.walletPlans?.charged ?? {};
  if (at === undefined || after === undefined || into === undefined || !Object.hasOwn(row, at)) return row;
  const [, amount = ''] = asText(row[at] ?? '').split(after);
  const [digits] = DIGITS.exec(amount) ?? [];
  return digits === undefined ? row : { ...row, [into]: Number(digits) };
}
