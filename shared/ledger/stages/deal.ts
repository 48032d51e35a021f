import { rowMapper } from '../../files/mapping/map-row.ts';
import { type FilePart, openFile, readPart } from '../../files/read-file.ts';
import type { Batch } from '../../files/row-sink.ts';
import { bucketOf } from '../../hash.ts';
import { Account } from '../../normalizer/account.ts';
import { type Entry, isLogRow, type Native } from '../../normalizer/intake/native.ts';
import { Stripper } from '../../normalizer/intake/strip.ts';
import { partKeyOf } from '../../normalizer/part-key.ts';
import { mergeSurveys, NO_SURVEY, type Survey, surveyOf } from '../../normalizer/survey/survey.ts';
import { mapped } from '../../run/read/mapped.ts';
import { keys } from '../keys.ts';
import { type DealtRow, RejectedRows, RejectedWriter } from '../part-rows.ts';
import { normalizerSettings } from '../settings.ts';
import type { Source } from '../source.ts';
import { type Door, stage } from '../stage.ts';
import { BucketWriter } from '../store/buckets.ts';
import { readJson } from '../store/store.ts';
import type { SplitFacts } from './split.ts';

/** A source, or a piece of one. */
export interface DealTask {
  readonly source: Source;
  readonly piece?: FilePart;
}

export interface DealFacts {
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

const columnsOf = ({ state }: FilePart): readonly string[] =>
  'csv' in state ? state.csv.dialect.columns : [];

/** The rows of a source, those of a table as its mapping reads them. */
async function batchesOf({ source, piece }: DealTask, { open }: Door): Promise<AsyncIterable<Batch>> {
  const { name, mapping } = source;
  const file = { name, bytes: open(source, piece) };
  const { batches, columns = [] } = piece
    ? { batches: readPart(file, piece), columns: columnsOf(piece) }
    : await openFile(file).then((opened) => ({
        batches: opened.batches(),
        columns: opened.format.columns,
      }));
  return mapping ? mapped(batches, rowMapper(mapping, columns, name)) : batches;
}

/** Deals the rows of each source to parts, stripped of what no row may carry. */
export const deal = stage({
  id: 'deal',
  title: 'reading files',
  async plan(run, before, { store }) {
    const pieces = new Map<number, readonly FilePart[] | undefined>();
    for await (const facts of before as AsyncIterable<SplitFacts>) pieces.set(facts.source, facts.pieces);
    const sources = await readJson<Source[]>(store, keys.sources);
    const tasks = sources.flatMap(
      (source): DealTask[] => pieces.get(source.source)?.map((piece) => ({ source, piece })) ?? [{ source }],
    );
    return { run, tasks };
  },
  async work(task: DealTask, { settings, sources }, door): Promise<DealFacts> {
    const { source, piece } = task;
    const { field } = source;
    const name = `${source.source}-${piece?.start ?? 0}`;
    const writer = new BucketWriter(door.store, keys.parts(field), name, settings.parts);
    const unreadable = new RejectedWriter(door.store, `deal-${name}`, sources);
    const stripper = new Stripper(field);
    const reading = normalizerSettings(settings, new Account(new RejectedRows([])));
    let [rows, rejected, needsIdentity] = [0, 0, false];
    let survey = NO_SURVEY;
    for await (const batch of await batchesOf(task, door)) {
      const entries = batch.rows.map(
        ({ row, native }): Entry => ({ field, index: row, native: stripper.strip(native) as Native }),
      );
      const logs = entries.filter((entry) => field === 'logs' && !isCanonicalUsage(entry.native));
      const upstreamCharges = field === 'upstreamCharges' ? entries : [];
      survey = mergeSurveys(survey, surveyOf({ logs, upstreamCharges, payments: [] }, reading));
      for (const entry of entries) {
        needsIdentity ||= mayNeedIdentity(entry);
        const part = bucketOf(partKeyOf(entry, reading), settings.parts);
        const line: DealtRow = [source.source, entry.index, entry.native];
        await writer.add(part, line);
      }
      for (const { row, reason } of batch.rejected)
        await unreadable.add({ source: source.source, row, reason });
      rows += batch.rows.length;
      rejected += batch.rejected.length;
    }
    await writer.flush();
    await unreadable.flush();
    return { rows, rejected, stripped: stripper.dropped(), needsIdentity, survey };
  },
});
