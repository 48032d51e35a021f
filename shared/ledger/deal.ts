import { connectors } from '../connectors/registry.ts';
import type { FilePart } from '../files/read-file.ts';
import type { Batch } from '../files/row-sink.ts';
import { canonicalText } from '../normalizer/intake/canonical-text.ts';
import { dialectOf } from '../normalizer/intake/dialect.ts';
import { type Entry, isLogRow, type Native } from '../normalizer/intake/native.ts';
import { ownName } from '../normalizer/intake/overlap.ts';
import { Stripper } from '../normalizer/intake/strip.ts';
import { groupKeyOf } from '../normalizer/logs/log-group.ts';
import { BucketWriter, bucketOf } from './buckets.ts';
import { type DealtField, keys } from './keys.ts';
import type { DealtRow, RejectedLine } from './part-rows.ts';
import { connectorOf, type LedgerSettings } from './settings.ts';
import { type Store, writeJson } from './store.ts';

/** What one source is, for the steps after: it is named in messages by its number alone. */
export interface DealTask {
  readonly source: number;
  readonly name: string;
  readonly field: DealtField;
  /** The piece of the source that the task is about; absent where it is the whole. */
  readonly piece?: FilePart;
}

export interface DealFacts extends DealTask {
  readonly rows: number;
  readonly rejected: number;
  /** Fields that were taken out, by name, and how often. */
  readonly stripped: readonly (readonly [name: string, count: number])[];
  /** Some row is named by its number, or may be: whether numbers identify rows must be found out. */
  readonly needsSurvey: boolean;
}

/** The canonical record's own fields, which no gateway's rows have. */
const isCanonicalUsage = (native: Native): boolean => native.chargedAmount !== undefined;

/**
 * What decides on the part of a row: rows that can join, and rows that may be one another's copies, have equal keys.
 */
function dealKey(entry: Entry, settings: LedgerSettings): string {
  const { field, native } = entry;
  if (field === 'logs' && !isCanonicalUsage(native)) return groupKeyOf(entry, connectorOf(settings));
  if (field === 'upstreamCharges' && isLogRow(native))
    return groupKeyOf(entry, dialectOf(native, connectors, connectorOf(settings)));
  return `${ownName(entry) ?? canonicalText(native)}`;
}

const mayNeedSurvey = ({ field, native }: Entry): boolean =>
  field === 'logs' ? !native.request_id : field === 'upstreamCharges' && isLogRow(native);

/**
 * Deals the rows of one source to parts, stripped of what no row may carry.
 * Writes `parts/…` and `rejected/…`, and the facts about the source.
 */
export async function deal(
  task: DealTask,
  batches: AsyncIterable<Batch>,
  settings: LedgerSettings,
  store: Store,
): Promise<DealFacts> {
  const { source, field } = task;
  const writer = new BucketWriter(store, `${source}`);
  const stripper = new Stripper(field);
  let [rows, rejected, needsSurvey] = [0, 0, false];
  for await (const batch of batches) {
    for (const { row, native } of batch.rows) {
      rows++;
      const entry: Entry = { field, index: row, native: stripper.strip(native) as Native };
      needsSurvey ||= mayNeedSurvey(entry);
      const part = bucketOf(dealKey(entry, settings), settings.parts);
      const line: DealtRow = [source, row, entry.native];
      await writer.add(keys.part(field, part), line);
    }
    for (const { row, reason } of batch.rejected) {
      rejected++;
      const line: RejectedLine = { source, row, reason };
      await writer.add(keys.rejected('deal'), line);
    }
  }
  await writer.flush();
  const facts = { ...task, rows, rejected, stripped: stripper.dropped(), needsSurvey };
  await writeJson(store, keys.facts('deal', source), facts);
  return facts;
}
