import type { Forks } from '#shared/run/settings.ts';
import type { Deployment } from './deployment.ts';
import { type LatestRun, rememberRun } from './latest.ts';
import { list } from './list.ts';
import type { S3Objects } from './objects/s3-objects.ts';
import { readTask } from './read-columns.ts';
import { reconcileRun } from './reconcile.ts';
import { readRunFile } from './run-file.ts';
import type { RunPlace } from './run-place.ts';

/** What a state of the workflow asks for. */
export type StepEvent =
  /** The execution's own input, and when it was started. */
  | { readonly step: 'list'; readonly input: unknown; readonly startedAt: string }
  /** One task; `forks` are known from the second reading on. */
  | { readonly step: 'read'; readonly run: string; readonly task: number; readonly forks: Forks | null }
  | ({ readonly step: 'reconcile'; readonly forks: Forks | null } & RunPlace)
  | { readonly step: 'remember'; readonly latest: LatestRun };

export interface Surroundings {
  readonly objects: S3Objects;
  readonly deployment: Deployment;
  readonly page: () => string;
}

/** Every step of the workflow, by name. Each may be repeated: it writes the same objects again. */
export function stepOf({ objects, deployment, page }: Surroundings) {
  const { bucket, stamp } = deployment;
  return async (event: StepEvent): Promise<object> => {
    switch (event.step) {
      case 'list':
        return list(event.input, new Date(event.startedAt).toISOString(), objects, deployment);
      case 'read': {
        const { run, task, forks } = event;
        await readTask(await readRunFile(objects, run, stamp), task, forks, run, objects);
        return {};
      }
      case 'reconcile': {
        const run = await readRunFile(objects, event.run, stamp);
        return reconcileRun(run, event.forks, event, { objects, bucket }, page);
      }
      case 'remember':
        return rememberRun(event.latest, objects);
    }
  };
}
