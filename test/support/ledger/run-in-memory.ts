import type { DealTask } from '#shared/ledger/deal.ts';
import { type Call, run } from '#shared/ledger/run.ts';
import type { LedgerSettings } from '#shared/ledger/settings.ts';
import { stepsAt } from '#shared/ledger/steps.ts';
import { wholeReport } from '#shared/ledger/whole-report.ts';
import { MemoryStore } from './memory-store.ts';

/** A file of a run, and the ledger that it belongs to. */
export interface TextFile {
  readonly field: DealTask['field'];
  readonly bytes: Uint8Array;
}

const throughJson = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/**
 * A whole run in memory, every task and every answer through JSON, the tasks of a step in the order that `shuffle`
 * gives them.
 */
export async function runInMemory(
  files: readonly TextFile[],
  settings: LedgerSettings,
  shuffle: <T>(tasks: readonly T[]) => T[] = (tasks) => [...tasks],
) {
  const store = new MemoryStore();
  const steps = stepsAt({
    store,
    async *open({ source, piece }) {
      const bytes = files[source]?.bytes ?? new Uint8Array();
      yield piece ? bytes.subarray(piece.start, piece.end) : bytes;
    },
  });
  // Tasks that are asked for together are done one after another, in a shuffled order.
  let waiting: (() => Promise<void>)[] = [];
  const call: Call = ((step: keyof typeof steps, task: unknown) =>
    new Promise<unknown>((done, failed) => {
      if (waiting.length === 0)
        setImmediate(async () => {
          const batch = shuffle(waiting);
          waiting = [];
          for (const work of batch) await work();
        });
      waiting.push(async () => {
        try {
          done(throughJson(await steps[step](throughJson(task) as never)));
        } catch (error) {
          failed(error as Error);
        }
      });
    })) as unknown as Call;
  const sources = files.map(({ field }, source): DealTask => ({ source, field, name: `file ${source}` }));
  const facts = await run(
    sources,
    settings,
    call,
    () => () => {},
    () => {},
  );
  return { facts, report: await wholeReport(facts.context, '2026-11-22T00:00:00.000Z', store), store };
}
