import type { Entry } from '../../normalizer/intake/native.ts';
import { type FileOf, haveEqualSharedFields } from '../../normalizer/same-rows/same-native-rows.ts';
import type { SameRow } from '../../normalizer/same-rows/same-rows.ts';
import { readBillRow } from './read-bill-row.ts';

/** Tells forms of a bill apart, such as the table of an export and the reply of an API. */
const layoutKey = ({ native }: Entry): string => Object.keys(native).join(' ');

/** Lines of a bill that several files have, each file in another form. Lines of one form are compared as rows. */
export function sameRowsOfLayouts(entries: readonly Entry[], fileOf: FileOf): SameRow<Entry> {
  const areOneForm = new Set(entries.map(layoutKey)).size < 2;
  /** Lines with the id of a charge, which need not agree in anything else. */
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
