import { knownLogOf } from '../../files/mapping/known-logs.ts';
import { rowMapper } from '../../files/mapping/map-row.ts';
import type { ReadRow, RejectedRow } from '../../files/native-file.ts';
import type { Batch } from '../../files/row-sink.ts';
import type { Look } from './look.ts';

type Map = ReturnType<typeof rowMapper>;

/** Totals are no rows; what the mapping cannot read is rejected. */
function mappedBatch(batch: Batch, map: Map, look: Look): Batch {
  const rows: ReadRow[] = [];
  const rejected: RejectedRow[] = [...batch.rejected];
  for (const row of batch.rows) {
    const result = map(row.native);
    if ('native' in result) {
      rows.push({ ...row, native: result.native });
      if (result.isInUtc) look.isZoneTaken = true;
    } else if ('reason' in result) rejected.push({ file: '', row: row.row, reason: result.reason });
  }
  return { rows, rejected };
}

/** Rows of a table as its mapping reads them. */
export async function* mapped(batches: AsyncIterable<Batch>, map: Map, look: Look): AsyncGenerator<Batch> {
  for await (const batch of batches) yield mappedBatch(batch, map, look);
}

/** Rows of a log as they stand there, unless the first of them is of a log that a mapping of ours reads. */
export async function* asKnownLog(
  batches: AsyncIterable<Batch>,
  file: string,
  look: Look,
): AsyncGenerator<Batch> {
  let map: Map | false | undefined;
  for await (const batch of batches) {
    const [first] = batch.rows;
    if (map === undefined && first !== undefined) {
      const mapping = knownLogOf(first.native);
      map = mapping !== undefined && rowMapper(mapping, [], file);
    }
    yield map ? mappedBatch(batch, map, look) : batch;
  }
}
