import { openFile } from '../../files/read-file.ts';
import type { SourceFile } from '../../files/source-file.ts';
import { isAbsent, type NativeObject } from '../../normalizer/intake/native.ts';
import { Stripper } from '../../normalizer/intake/strip.ts';
import { describeMisplacedFile } from '../../recognition/options.ts';
import { recognizeFile, SAMPLE_MAX } from '../../recognition/recognize-file.ts';
import { refuseWith } from '../../rejections.ts';
import { type Sentence, withPrefix } from '../../sentence.ts';
import { WRONG_OPTION } from '../guards/wrong-files.ts';

const NO_CHANNELS: Sentence = {
  en: 'is not a list of channels: no row has an id (or uuid) and a name. Export the channel list',
  zh: '不是渠道列表：没有一行同时有 id（或 uuid）和 name。请导出渠道列表',
};

/** Returns whether a row is a channel. Redemption codes have names as well, but also a quota. */
const isChannel = ({ id, uuid, name, quota }: NativeObject): boolean =>
  !(isAbsent(id) && isAbsent(uuid)) && !isAbsent(name) && isAbsent(quota);

/** Reads the rows of a gateway's channel list, without prohibited fields such as keys. Refuses any other file. */
export async function readChannelRows(file: SourceFile): Promise<unknown[]> {
  const stripper = new Stripper('channels');
  const { batches } = await openFile(file);
  const first: NativeObject[] = [];
  const rows: unknown[] = [];
  for await (const batch of batches())
    for (const { native } of batch.rows) {
      if (first.length < SAMPLE_MAX) first.push(native);
      rows.push(stripper.strip(native));
    }
  const misplaced = describeMisplacedFile(file.name, recognizeFile(first), 'channels');
  if (misplaced !== undefined) refuseWith([WRONG_OPTION, misplaced]);
  if (first.length > 0 && !first.some(isChannel))
    refuseWith([WRONG_OPTION, withPrefix(file.name, NO_CHANNELS)]);
  return rows;
}
