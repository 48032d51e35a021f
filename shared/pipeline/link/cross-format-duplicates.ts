import { readTokenKind } from '../../normalizer/bills/bill-tokens.ts';
import { readProviderCharge } from '../../normalizer/bills/provider-charge.ts';
import { findChargeBill } from '../../normalizer/bills/recognize-bill.ts';
import type { DuplicateRule } from '../../normalizer/duplicates/duplicate-finder.ts';
import { type FileOf, haveEqualSharedFields } from '../../normalizer/duplicates/row-rules.ts';
import type { IndexedRow } from '../../normalizer/intake/native.ts';
import { silentOutcomes } from '../../normalizer/row-outcomes.ts';

const SILENT = silentOutcomes();

/** Reads a row of a recognized bill, with its kind of tokens; `undefined` for other rows and unreadable ones. */
const readBillRow = ({ native }: IndexedRow) =>
  SILENT.attempt({ field: 'upstreamCharges', index: 0 }, () => {
    const bill = findChargeBill(native);
    const record = bill && readProviderCharge(native, bill, SILENT);
    return bill && record && { bill, record, meter: readTokenKind(native, bill) };
  });

/** Builds a key of a row's columns, which differ between the export and the API reply of a bill. */
const layoutKey = ({ native }: IndexedRow): string => Object.keys(native).join(' ');

/**
 * Builds the rule that finds bill rows repeated in a file with other columns, such as an export and an API reply of the
 * same bill. Rows with the same columns are compared by other rules.
 * @param entries all bill rows
 * @param fileOf returns the number of the file that contains a row
 */
export function buildLayoutRule(entries: readonly IndexedRow[], fileOf: FileOf): DuplicateRule<IndexedRow> {
  const areOneLayout = new Set(entries.map(layoutKey)).size < 2;
  /** Rows with a charge id. The id and the amounts identify them, so their other fields may differ. */
  const charges = new Set<IndexedRow>();
  return {
    key: (entry) => {
      const row = areOneLayout ? undefined : readBillRow(entry);
      if (row === undefined) return undefined;
      const { tokens: _, upstreamId, ...record } = row.record;
      const { costAmount, refundAmount } = record;
      if (upstreamId === undefined) return JSON.stringify([row.bill.id, record, row.meter]);
      charges.add(entry);
      return JSON.stringify([row.bill.id, upstreamId, costAmount, refundAmount]);
    },
    isSame: (row, earlier) =>
      layoutKey(row) !== layoutKey(earlier) &&
      (charges.has(row) || haveEqualSharedFields(row.native, earlier.native)),
    file: fileOf,
  };
}
