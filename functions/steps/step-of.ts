import type { Forks } from '#shared/run/settings.ts';
import type { Deployment } from './deployment.ts';
import { type LatestRun, rememberRun } from './latest.ts';
import { list } from './list.ts';
import { readTask } from './read-columns.ts';
import { reconcileRun } from './reconcile.ts';
import { type RunStep, readRunFile } from './run-file.ts';
import { dealTask, digestShard, linkShard, look, plan } from './shards.ts';

/** The steps of a run that was listed. Each may be repeated: it writes the same objects again. */
const ofRun = {
  read: readTask,
  plan,
  look,
  deal: dealTask,
  link: linkShard,
  digest: digestShard,
  reconcile: reconcileRun,
};

/** What a state of the workflow asks for. */
export type StepEvent =
  /** The execution's own input, and when it was started. */
  | { readonly step: 'list'; readonly input: unknown; readonly startedAt: string }
  | { readonly step: 'remember'; readonly latest: LatestRun }
  /** A part of a run, whose prefix is `run`. */
  | ({ readonly step: keyof typeof ofRun; readonly run: string; readonly forks: Forks | null } & Pick<
      RunStep,
      'task' | 'shard' | 'shards' | 'output'
    >);

export interface Surroundings extends Pick<RunStep, 'objects' | 'page' | 'roomBytes'> {
  readonly deployment: Deployment;
}

/** Every step of the workflow, by its event. */
export function stepOf({ deployment, ...around }: Surroundings) {
  const { objects } = around;
  return async (event: StepEvent): Promise<unknown> => {
    switch (event.step) {
      case 'list':
        return list(event.input, new Date(event.startedAt).toISOString(), objects, deployment);
      case 'remember':
        return rememberRun(event.latest, objects);
      default: {
        const run = await readRunFile(objects, event.run, deployment.stamp);
        return ofRun[event.step]({ ...event, ...around, run, place: event.run });
      }
    }
  };
}
