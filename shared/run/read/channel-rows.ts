import type { NativeFile } from '../../files/native-file.ts';
import { openFile } from '../../files/read-file.ts';
import { judge, SAMPLE_MAX } from '../../judge/judge.ts';
import { misplaced } from '../../judge/options.ts';
import type { Native } from '../../normalizer/intake/native.ts';
import { Stripper } from '../../normalizer/intake/strip.ts';
import { refusedFiles } from '../guards/misplaced.ts';

/**
 * The rows of a gateway's channel list, stripped of what no row may carry.
 * @throws Rejection where the file is something else
 */
export async function channelRows(file: NativeFile): Promise<unknown[]> {
  const stripper = new Stripper('channels');
  const { batches } = await openFile(file);
  const first: Native[] = [];
  const rows: unknown[] = [];
  for await (const batch of batches())
    for (const { native } of batch.rows) {
      if (first.length < SAMPLE_MAX) first.push(native);
      rows.push(stripper.strip(native));
    }
  const said = misplaced(file.name, judge(first), 'channels');
  if (said !== undefined) throw refusedFiles([said]);
  return rows;
}
