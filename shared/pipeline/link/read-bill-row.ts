import { meteredKind } from '../../normalizer/bills/bill-tokens.ts';
import { readProviderCharge } from '../../normalizer/bills/provider-charge.ts';
import { findChargeBill } from '../../normalizer/bills/recognize-bill.ts';
import type { Native } from '../../normalizer/intake/native.ts';
import { silentAccount } from '../../normalizer/rejections-and-notes.ts';

const NO_ACCOUNT = silentAccount();

/**
 * Reads a row of a recognized bill: the bill, its charge and its kind of tokens. Returns `undefined` for other rows
 * and unreadable ones.
 */
export const readBillRow = (native: Native) =>
  NO_ACCOUNT.attempt({ field: 'upstreamCharges', index: 0 }, () => {
    const bill = findChargeBill(native);
    const record = bill && readProviderCharge(native, bill, NO_ACCOUNT);
    return bill && record && { bill, record, meter: meteredKind(native, bill) };
  });
