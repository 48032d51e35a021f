import { keys } from '#shared/ledger/keys.ts';
import type { Door } from '#shared/ledger/stage.ts';
import { type NumberedTask, planStage, readRun, workTask } from '#shared/ledger/steps.ts';
import { readJson, writeJson } from '#shared/ledger/store/store.ts';
import type { Deployment } from './deployment.ts';
import { list, type RunPlace } from './list.ts';
import { resultOf } from './result.ts';
import type { S3Objects } from './s3-objects.ts';
import { S3Store } from './s3-store.ts';

/** What a state of the workflow asks for. */
export interface StepEvent extends RunPlace {
  readonly step: 'list' | 'plan' | 'work' | 'result' | 'fail' | 'explain';
  /** Of list: the execution's own input, and when it was started. */
  readonly input?: unknown;
  readonly startedAt?: string;
  /** Of plan and work. */
  readonly stage?: string;
  /** Of work. */
  readonly task?: NumberedTask;
  /** Of fail: what is told of a task that failed. */
  readonly sentence?: string;
}

export interface Surroundings {
  readonly objects: S3Objects;
  readonly deployment: Deployment;
  readonly page: () => string;
}

/** Sentences that a failed execution shows. */
const SENTENCES_MAX = 10;

/** Every step of the workflow, by name. */
export function stepOf({ objects, deployment, page }: Surroundings) {
  const doorOf = ({ run, output }: RunPlace): Door => ({
    store: new S3Store(objects, run, deployment.stamp),
    open: ({ place, version }, range) => objects.read(place, range, version),
    publish: (name, body) => objects.write(output + name, body),
    page,
  });

  const explain = async ({ stage = '', ...place }: StepEvent): Promise<string> => {
    const { store } = doorOf(place);
    const done = new Set((await store.list(keys.allFacts(stage))).map(({ key }) => key));
    const failed = await store.list(keys.failures(stage));
    const sentences: string[] = [];
    for (const { key } of failed) {
      const { number, sentence } = await readJson<{ number: number; sentence: string }>(store, key);
      if (!done.has(keys.facts(stage, number)) && sentences.length < SENTENCES_MAX)
        sentences.push(`${stage} ${number}: ${sentence}`);
    }
    return sentences.join('\n');
  };

  return async (event: StepEvent): Promise<unknown> => {
    const { step, stage = '', task = { number: 0, task: null }, startedAt = '' } = event;
    switch (step) {
      case 'list':
        return list(event.input, new Date(startedAt).toISOString(), objects, deployment);
      case 'plan':
        return { tasks: (await planStage(stage, doorOf(event))).length };
      case 'work':
        await workTask(stage, task, doorOf(event));
        // The outputs of all tasks together must fit into one state.
        return 0;
      case 'result':
        return resultOf(await readRun('write', doorOf(event).store), doorOf(event), event.output);
      case 'fail':
        return writeJson(doorOf(event).store, keys.failure(stage, task.number), {
          number: task.number,
          sentence: event.sentence,
        });
      case 'explain':
        return explain(event);
    }
  };
}
