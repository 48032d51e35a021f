import { silent } from '../../normalizer/account.ts';
import { meterOf } from '../../normalizer/bills/bill-tokens.ts';
import { chargeBillOf } from '../../normalizer/bills/known-bill.ts';
import { providerCharge } from '../../normalizer/bills/provider-charge.ts';
import type { Native } from '../../normalizer/intake/native.ts';

const SILENT = silent();

/** A row of a known bill: its bill, its charge and the kind of tokens that it is about; nothing where it is none, or cannot be read. */
export const billLine = (native: Native) =>
  SILENT.attempt({ field: 'upstreamCharges', index: 0 }, () => {
    const bill = chargeBillOf(native);
    const record = bill && providerCharge(native, bill, SILENT);
    return bill && record && { bill, record, meter: meterOf(native, bill) };
  });
