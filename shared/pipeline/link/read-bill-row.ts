import { meteredKind } from '../../normalizer/bills/bill-tokens.ts';
import { readProviderCharge } from '../../normalizer/bills/provider-charge.ts';
import { findChargeBill } from '../../normalizer/bills/recognize-bill.ts';
import type { Native } from '../../normalizer/intake/native.ts';
import { silentAccount } from '../../normalizer/rejections-and-notes.ts';

const NO_ACCOUNT = silentAccount();

/** A row of a known bill: its bill, its charge and the kind of tokens that it is about; nothing where it is none, or cannot be read. */
export const readBillRow = (native: Native) =>
  NO_ACCOUNT.attempt({ field: 'upstreamCharges', index: 0 }, () => {
    const bill = findChargeBill(native);
    const record = bill && readProviderCharge(native, bill, NO_ACCOUNT);
    return bill && record && { bill, record, meter: meteredKind(native, bill) };
  });
