import type { DealtField } from '#shared/ledger/keys.ts';
import { stages } from '#shared/ledger/registry.ts';
import type { LedgerSettings } from '#shared/ledger/settings.ts';
import type { Source } from '#shared/ledger/source.ts';
import type { Door } from '#shared/ledger/stage.ts';
import { reportSource, write } from '#shared/ledger/stages/write.ts';
import { begin, planStage, readRun, workTask } from '#shared/ledger/steps.ts';
import type { Finding, ReconciliationReport } from '#shared/schemas/report.ts';
import { MemoryStore } from './memory-store.ts';

/** A file of a run, and the ledger that it belongs to. */
export interface TextFile {
  readonly field: DealtField;
  readonly bytes: Uint8Array;
}

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/**
 * A whole run in memory, every task through JSON, the tasks of a stage in the order that `shuffle` gives them.
 * @param before what the earlier run of the settings has left
 */
export async function runInMemory(
  files: readonly TextFile[],
  settings: Omit<LedgerSettings, 'generatedAt' | 'rejectedShareMax'>,
  shuffle: <T>(tasks: readonly T[]) => T[] = (tasks) => [...tasks],
  before = new MemoryStore(),
) {
  const store = new MemoryStore();
  const published = new MemoryStore();
  const door: Door = {
    store,
    async *open({ source }, range) {
      const bytes = files[source]?.bytes ?? new Uint8Array();
      yield range ? bytes.subarray(range.start, range.end) : bytes;
    },
    publish: (name, body) => published.write(name, body),
    page: () => '',
    earlier: () => before,
  };
  const sources = files.map(({ field, bytes }, source): Source => {
    const name = `file ${source}`;
    return { source, field, name, place: name, bytes: bytes.length };
  });
  await begin(
    { ...settings, rejectedShareMax: 0.01, generatedAt: '2026-11-22T00:00:00.000Z' },
    sources,
    store,
  );
  for (const stage of stages)
    for (const task of shuffle(await planStage(stage.id, door)))
      await workTask(stage.id, throughJson(task), door);
  const run = await readRun(write.id, store);
  const source = await reportSource(run, door);
  const findings: Finding[] = [];
  for await (const finding of source.findings()) findings.push(finding);
  const report: ReconciliationReport = { ...source.head, findings };
  return { run, report, published, store };
}
