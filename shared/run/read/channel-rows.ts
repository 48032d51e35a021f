import type { NativeFile } from '../../files/native-file.ts';
import { openFile } from '../../files/read-file.ts';
import { Stripper } from '../../normalizer/intake/strip.ts';

/** The rows of a gateway's channel list, stripped of what no row may carry. */
export async function channelRows(file: NativeFile): Promise<unknown[]> {
  const stripper = new Stripper('channels');
  const { batches } = await openFile(file);
  const rows: unknown[] = [];
  for await (const batch of batches()) for (const { native } of batch.rows) rows.push(stripper.strip(native));
  return rows;
}
