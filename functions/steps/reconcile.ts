import { knowing } from '#shared/report-files/knowing.ts';
import { reportSource } from '#shared/run/report.ts';
import { runOn } from '#shared/run/run-on.ts';
import { publish } from './publish.ts';
import { columnsOf, settingsOf } from './read-columns.ts';
import type { RunStep } from './run-file.ts';
import { runOfShards } from './shards.ts';

/** Writes the report of what all tasks have read, or all shards have come to. One shard is reconciled here. */
export async function reconcileRun(step: RunStep) {
  const { run, place, output, objects, page, shards } = step;
  const { sources, generatedAt, language, known } = run;
  const { connector } = run.settings;
  const ran =
    shards === 1 ? runOn(await columnsOf(step), sources, settingsOf(step)) : await runOfShards(step);
  const source = reportSource(ran, { sources, generatedAt, connector, page, language });
  return publish(run, knowing(source, known), ran.whole.rejected.length, { run: place, output }, objects);
}
