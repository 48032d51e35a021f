import type { Forks } from '#shared/run/settings.ts';
import type { Deployment } from './deployment.ts';
import { type LatestRun, rememberRun } from './latest.ts';
import { list } from './list.ts';
import type { S3Objects } from './objects/s3-objects.ts';
import { readTask } from './read-columns.ts';
import { reconcileRun } from './reconcile.ts';
import { readRunFile } from './run-file.ts';
import type { RunPlace } from './run-place.ts';
import { dealTask, digestShard, linkShard, look, plan } from './shards.ts';

/** A run, and the forks whose dialect its rows are read in, once they are known. */
interface OfRun {
  readonly run: string;
  readonly forks: Forks | null;
}

/** What a state of the workflow asks for. */
export type StepEvent =
  /** The execution's own input, and when it was started. */
  | { readonly step: 'list'; readonly input: unknown; readonly startedAt: string }
  /** One task. */
  | ({ readonly step: 'read'; readonly task: number } & OfRun)
  | ({ readonly step: 'plan' } & OfRun)
  | ({ readonly step: 'look' } & OfRun)
  | ({ readonly step: 'deal'; readonly task: number; readonly shards: number } & OfRun)
  | ({ readonly step: 'link'; readonly shard: number; readonly shards: number } & OfRun)
  | ({ readonly step: 'digest'; readonly shard: number; readonly shards: number } & OfRun)
  | ({ readonly step: 'reconcile'; readonly shards: number } & OfRun & RunPlace)
  | { readonly step: 'remember'; readonly latest: LatestRun };

export interface Surroundings {
  readonly objects: S3Objects;
  readonly deployment: Deployment;
  readonly page: () => string;
  /** Bytes of columns that one function has room for. */
  readonly roomBytes: number;
}

/** Every step of the workflow, by name. Each may be repeated: it writes the same objects again. */
export function stepOf({ objects, deployment, page, roomBytes }: Surroundings) {
  const { bucket, stamp } = deployment;
  return async (event: StepEvent): Promise<object> => {
    switch (event.step) {
      case 'list':
        return list(event.input, new Date(event.startedAt).toISOString(), objects, deployment);
      case 'remember':
        return rememberRun(event.latest, objects);
    }
    const { run: place, forks } = event;
    const read = { run: await readRunFile(objects, place, stamp), forks, place, objects };
    switch (event.step) {
      case 'read':
        await readTask(read, event.task);
        return {};
      case 'plan':
        return plan(read, roomBytes);
      case 'look':
        await look(read);
        return {};
      case 'deal':
        await dealTask(read, event.task, event.shards);
        return {};
      case 'link':
        await linkShard(read, event.shard);
        return {};
      case 'digest':
        await digestShard(read, event.shard, event.shards);
        return {};
      case 'reconcile':
        return reconcileRun(read, event.shards, event, { objects, bucket }, page);
    }
  };
}
