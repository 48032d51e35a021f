import type { Context } from '../engine/survey/context.ts';
import { rowMapper } from '../files/mapping/map-row.ts';
import type { NativeFile } from '../files/native-file.ts';
import { openFile, readPart } from '../files/read-file.ts';
import type { Batch } from '../files/row-sink.ts';
import type { Survey } from '../normalizer/survey/survey.ts';
import { type DealFacts, type DealTask, deal } from './deal.ts';
import { digestCharges, digestRequests } from './digest-shard.ts';
import { linkDrafts } from './link-drafts.ts';
import { mapped } from './mapped.ts';
import { type NormalizeFacts, normalizePart } from './normalize-part.ts';
import type { LedgerSettings } from './settings.ts';
import type { Store } from './store.ts';
import { surveyPart } from './survey-part.ts';

/** Where a step works: the store of the run, and the sources that it was given. */
export interface Door {
  readonly store: Store;
  /** The bytes of a source, or of a piece of it. */
  readonly open: (task: DealTask) => AsyncIterable<Uint8Array>;
}

interface Told {
  readonly settings: LedgerSettings;
}

/** The rows of a source, those of a table as its mapping reads them. */
async function batchesOf(file: NativeFile, { piece, mapping }: DealTask): Promise<AsyncIterable<Batch>> {
  if (piece) return readPart(file, piece);
  const { batches, format } = await openFile(file);
  return mapping ? mapped(batches(), rowMapper(mapping, format.columns ?? [], file.name)) : batches();
}

/**
 * Every step of a run, by name: plain tasks in, small facts out, rows by way of the store only. A worker of the month
 * command and a Lambda of the ledger workflow both look up here what they are asked to do.
 */
export const stepsAt = ({ store, open }: Door) => ({
  deal: async ({ source, settings }: Told & { readonly source: DealTask }): Promise<DealFacts> => {
    const file = { name: source.name, bytes: open(source) };
    return deal(source, await batchesOf(file, source), settings, store);
  },
  survey: ({ part, settings }: Told & { readonly part: number }): Promise<Survey> =>
    surveyPart(part, settings, store),
  normalize: ({
    part,
    survey,
    settings,
  }: Told & { readonly part: number; readonly survey: Survey }): Promise<NormalizeFacts> =>
    normalizePart(part, survey, settings, store),
  link: ({ bucket, settings }: Told & { readonly bucket: number }): Promise<NormalizeFacts> =>
    linkDrafts(bucket, settings, store),
  digestRequests: (task: Told & { readonly shard: number; readonly context: Context }): Promise<void> =>
    digestRequests(task.shard, task.context, task.settings, store),
  digestCharges: (task: Told & { readonly shard: number; readonly context: Context }): Promise<void> =>
    digestCharges(task.shard, task.context, store),
});
export type Steps = ReturnType<typeof stepsAt>;
