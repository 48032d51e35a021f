import { keys } from './keys.ts';
import { stages } from './registry.ts';
import { newRun, type Run } from './run.ts';
import type { LedgerSettings } from './settings.ts';
import type { Source } from './source.ts';
import type { Door } from './stage.ts';
import { ahead } from './store/ahead.ts';
import { readJson, type Store, writeJson } from './store/store.ts';

/** A task of a stage as it travels: its number, and what its stage says of it. */
export interface NumberedTask {
  readonly number: number;
  readonly task: unknown;
}

const stageAt = (id: string) => {
  const place = stages.findIndex((stage) => stage.id === id);
  const stage = stages[place];
  if (stage === undefined) throw new Error(`no stage ${id}`);
  return { stage, before: stages[place - 1]?.id };
};

export const stageBefore = (id: string): string | undefined => stageAt(id).before;

/** Facts that are fetched ahead of their turn. */
const FACTS_AT_ONCE = 16;

/** What the tasks of a stage have told, in the order of the tasks. */
export async function* factsOf(store: Store, stage: string | undefined): AsyncGenerator<unknown> {
  if (stage === undefined) return;
  const objects = await store.list(keys.allFacts(stage));
  yield* ahead(objects, FACTS_AT_ONCE, ({ key }) => readJson(store, key));
}

const BEGINNING = 'beginning';

/** Leaves what the first stage begins with. */
export async function begin(
  settings: LedgerSettings,
  sources: readonly Source[],
  store: Store,
): Promise<void> {
  await writeJson(store, keys.sources, sources);
  await writeJson(store, keys.run(BEGINNING), newRun(settings, sources.length));
}

/**
 * Plans a stage, once all tasks of the one before are done: gathers what they have told, and leaves what the stage's
 * own tasks must know.
 * @returns the tasks
 */
export async function planStage(id: string, door: Door): Promise<NumberedTask[]> {
  const { stage, before } = stageAt(id);
  const { store } = door;
  const known = await readJson<Run>(store, keys.run(before ?? BEGINNING));
  const { run, tasks } = await stage.plan(known, factsOf(store, before), door);
  await writeJson(store, keys.run(id), run);
  const numbered = tasks.map((task, number): NumberedTask => ({ number, task }));
  // One task a line, as the Distributed Map reads them.
  await store.write(
    keys.tasks(id),
    numbered.map((task) => `${JSON.stringify(task)}\n`),
  );
  return numbered;
}

/** What the run knows after its last stage was planned. */
export const readRun = (stage: string, store: Store): Promise<Run> => readJson(store, keys.run(stage));

/** Does one task of a stage, and leaves what it tells. May be repeated. */
export async function workTask(id: string, { number, task }: NumberedTask, door: Door): Promise<void> {
  const { stage } = stageAt(id);
  const facts = await stage.work(task, await readRun(id, door.store), door);
  await writeJson(door.store, keys.facts(id, number), facts ?? null);
}
