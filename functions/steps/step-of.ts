import { stages } from '#shared/ledger/registry.ts';
import type { Run } from '#shared/ledger/run.ts';
import type { Door } from '#shared/ledger/stage.ts';
import { type NumberedTask, planStage, readRun, stageBefore, workTask } from '#shared/ledger/steps.ts';
import type { Deployment } from './deployment.ts';
import { lastingSentence, leaveFailure, refuseFailures } from './failures.ts';
import { rememberRun } from './latest.ts';
import { list } from './list.ts';
import { resultOf } from './result.ts';
import type { RunPlace } from './run-place.ts';
import type { S3Objects } from './s3-objects.ts';
import { S3Store } from './s3-store.ts';

/** What a state of the workflow asks for. */
export interface StepEvent extends RunPlace {
  readonly step: 'list' | 'plan' | 'work' | 'result' | 'remember';
  /** Of list: the execution's own input, and when it was started. */
  readonly input?: unknown;
  readonly startedAt?: string;
  /** Of plan and work. */
  readonly stage?: string;
  /** Of work. */
  readonly task?: NumberedTask;
}

export interface Surroundings {
  readonly objects: S3Objects;
  readonly deployment: Deployment;
  readonly page: () => string;
}

/** Every step of the workflow, by name. */
export function stepOf({ objects, deployment, page }: Surroundings) {
  const doorOf = ({ run, output }: RunPlace): Door => ({
    store: new S3Store(objects, run, deployment.stamp),
    open: ({ place, version }, range) => objects.read(place, range, version),
    publish: (name, body) => objects.write(output + name, body),
    page,
    earlier: ({ place, stamp }) => new S3Store(objects, place, stamp),
  });

  /** A task that no repetition mends leaves a sentence; the stage after it refuses to begin, and names all of them. */
  const work = async (stage: string, task: NumberedTask, door: Door): Promise<boolean> => {
    try {
      await workTask(stage, task, door);
      return true;
    } catch (error) {
      const sentence = lastingSentence(error);
      if (sentence === undefined) throw error;
      await leaveFailure(door.store, stage, { number: task.number, sentence });
      return false;
    }
  };

  /** What the run knows once all of its stages are done. */
  const finished = async (place: RunPlace): Promise<Run> => {
    const { store } = doorOf(place);
    const last = stages.at(-1)?.id ?? '';
    await refuseFailures(store, last);
    return readRun(last, store);
  };

  return async (event: StepEvent): Promise<object> => {
    const { step, stage = '', task = { number: 0, task: null }, startedAt = '' } = event;
    switch (step) {
      case 'list':
        return list(event.input, new Date(startedAt).toISOString(), objects, deployment);
      case 'plan': {
        const door = doorOf(event);
        await refuseFailures(door.store, stageBefore(stage));
        return { tasks: (await planStage(stage, door)).length };
      }
      case 'work':
        return { isDone: await work(stage, task, doorOf(event)) };
      case 'result':
        return resultOf(await finished(event), doorOf(event), event.output, deployment.bucket);
      case 'remember':
        return rememberRun(await finished(event), event, doorOf(event), objects);
    }
  };
}
