import type { rowMapper } from '../../files/mapping/map-row.ts';
import type { ReadRow, RejectedRow } from '../../files/native-file.ts';
import type { Batch } from '../../files/row-sink.ts';
import type { Look } from './look.ts';

/** Rows of a table as its mapping reads them. Totals are no rows; what the mapping cannot read is rejected. */
export async function* mapped(
  batches: AsyncIterable<Batch>,
  map: ReturnType<typeof rowMapper>,
  look: Look,
): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    const rows: ReadRow[] = [];
    const rejected: RejectedRow[] = [...batch.rejected];
    for (const row of batch.rows) {
      const result = map(row.native as Parameters<typeof map>[0]);
      if ('native' in result) {
        rows.push({ ...row, native: result.native });
        if (result.isInUtc) look.isZoneTaken = true;
      } else if ('reason' in result) rejected.push({ file: '', row: row.row, reason: result.reason });
    }
    yield { rows, rejected };
  }
}
