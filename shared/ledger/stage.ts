import type { EarlierRun } from './earlier-run.ts';
import type { Run } from './run.ts';
import type { Source } from './source.ts';
import type { Chunks, Range, Store } from './store/store.ts';

/** Where a run works: the store of what travels between its steps, its sources, and the place for its report. */
export interface Door {
  readonly store: Store;
  /** The bytes of a source, or of a range of it. */
  open(source: Source, range?: Range): AsyncIterable<Uint8Array>;
  /** Keeps a file of the report. */
  publish(name: string, body: Chunks): Promise<void>;
  /** The console's page, which a report is put into. */
  readonly page: () => string;
  /** What an earlier run has left; absent where no run outlasts its report. */
  earlier?(run: EarlierRun): Store;
}

/** What the run knows by the time a stage begins, and the tasks of the stage: as many as there is to do at once. */
interface Planned<TTask> {
  readonly run: Run;
  readonly tasks: readonly TTask[];
}

/**
 * One step of the way from files to a report. Its tasks may be done in any order, on many machines, and again: they
 * meet in the store only.
 */
export interface Stage<TTask, TFacts = unknown> {
  readonly id: string;
  /** What its tasks do, for the progress display. */
  readonly title: string;
  /** @param before what the tasks of the stage before have told, in the order of the tasks */
  plan(run: Run, before: AsyncIterable<unknown>, door: Door): Promise<Planned<TTask>>;
  /** @returns small, plain JSON for the stage after it */
  work(task: TTask, run: Run, door: Door): Promise<TFacts>;
}

/** Gives a stage its types. */
export const stage = <TTask, TFacts>(definition: Stage<TTask, TFacts>): Stage<TTask, TFacts> => definition;

export const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
