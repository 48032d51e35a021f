import type { Entry } from '../../normalizer/intake/native.ts';
import { type FileOf, haveEqualSharedFields } from '../../normalizer/same-rows/same-native-rows.ts';
import type { SameRow } from '../../normalizer/same-rows/same-rows.ts';
import { readBillRow } from './read-bill-row.ts';

/** Builds a key of a row's columns, which differ between the export and the API reply of a bill. */
const layoutKey = ({ native }: Entry): string => Object.keys(native).join(' ');

/** Rule for rows of a bill that several files contain in different layouts. Rows of one layout are compared elsewhere. */
export function sameRowsOfLayouts(entries: readonly Entry[], fileOf: FileOf): SameRow<Entry> {
  const areOneForm = new Set(entries.map(layoutKey)).size < 2;
  /** Rows with a charge id, which need not agree in anything else. */
  const charges = new Set<Entry>();
  return {
    name: (entry) => {
      const line = areOneForm ? undefined : readBillRow(entry.native);
      if (line === undefined) return undefined;
      const { tokens: _, upstreamId, ...record } = line.record;
      const { costAmount, refundAmount } = record;
      if (upstreamId === undefined) return JSON.stringify([line.bill.id, record, line.meter]);
      charges.add(entry);
      return JSON.stringify([line.bill.id, upstreamId, costAmount, refundAmount]);
    },
    isSame: (line, earlier) =>
      layoutKey(line) !== layoutKey(earlier) &&
      (charges.has(line) || haveEqualSharedFields(line.native, earlier.native)),
    file: fileOf,
  };
}
