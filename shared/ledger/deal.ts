import type { Mapping } from '../files/mapping/mapping.ts';
import type { FilePart } from '../files/read-file.ts';
import type { Batch } from '../files/row-sink.ts';
import { Account } from '../normalizer/account.ts';
import { type Entry, isLogRow, type Native } from '../normalizer/intake/native.ts';
import { Stripper } from '../normalizer/intake/strip.ts';
import { partKeyOf } from '../normalizer/part-key.ts';
import { mergeSurveys, NO_SURVEY, type Survey, surveyOf } from '../normalizer/survey/survey.ts';
import { BucketWriter, bucketOf } from './buckets.ts';
import { type DealtField, keys } from './keys.ts';
import { type DealtRow, type RejectedLine, RejectedRows } from './part-rows.ts';
import { type LedgerSettings, normalizerSettings } from './settings.ts';
import { type Store, writeJson } from './store.ts';

/** What one source is, for the steps after: it is named in messages by its number alone. */
export interface DealTask {
  readonly source: number;
  readonly name: string;
  readonly field: DealtField;
  /** The piece of the source that the task is about; absent where it is the whole. */
  readonly piece?: FilePart;
  /** How the columns of a table are read. */
  readonly mapping?: Mapping;
}

export interface DealFacts extends DealTask {
  readonly rows: number;
  readonly rejected: number;
  /** Fields that were taken out, by name, and how often. */
  readonly stripped: readonly (readonly [name: string, count: number])[];
  /** Some row is named by its number, or may be: whether numbers identify rows must be found out. */
  readonly needsIdentity: boolean;
  /** Of the rows as they came, overlaps too. */
  readonly survey: Survey;
}

/** The canonical record's own fields, which no gateway's rows have. */
const isCanonicalUsage = (native: Native): boolean => native.chargedAmount !== undefined;

const mayNeedIdentity = ({ field, native }: Entry): boolean =>
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
  const account = new Account(new RejectedRows([]));
  const reading = normalizerSettings(settings, account);
  let [rows, rejected, needsIdentity] = [0, 0, false];
  let survey = NO_SURVEY;
  for await (const batch of batches) {
    const entries = batch.rows.map(
      ({ row, native }): Entry => ({ field, index: row, native: stripper.strip(native) as Native }),
    );
    const logs = entries.filter((entry) => field === 'logs' && !isCanonicalUsage(entry.native));
    const upstreamCharges = field === 'upstreamCharges' ? entries : [];
    survey = mergeSurveys(survey, surveyOf({ logs, upstreamCharges, payments: [] }, reading));
    for (const entry of entries) {
      needsIdentity ||= mayNeedIdentity(entry);
      const part = bucketOf(partKeyOf(entry, reading), settings.parts);
      const line: DealtRow = [source, entry.index, entry.native];
      await writer.add(keys.part(field, part), line);
    }
    for (const { row, reason } of batch.rejected) {
      const line: RejectedLine = { source, row, reason };
      await writer.add(keys.rejected('deal'), line);
    }
    rows += batch.rows.length;
    rejected += batch.rejected.length;
  }
  await writer.flush();
  const stripped = stripper.dropped();
  const facts = { ...task, rows, rejected, stripped, needsIdentity, survey };
  await writeJson(store, keys.facts('deal', source), facts);
  return facts;
}
