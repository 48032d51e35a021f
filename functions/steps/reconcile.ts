import { knowing } from '#shared/report-files/knowing.ts';
import { reportSource } from '#shared/run/report.ts';
import { runOn } from '#shared/run/run-on.ts';
import { type Bucket, publish, type Reconciled } from './publish.ts';
import { columnsOf, type ReadRun, settingsWith } from './read-columns.ts';
import type { RunPlace } from './run-place.ts';
import { reportOf } from './shards.ts';

/** The report of a run that one function has room for. */
async function reportOfAll(read: ReadRun, page: () => string) {
  const { run, forks } = read;
  const { sources, generatedAt, language } = run;
  const columns = await columnsOf(read);
  const settings = settingsWith(run, forks);
  const ran = runOn(columns, sources, settings);
  const { connector } = settings;
  return {
    rejected: ran.whole.rejected.length,
    source: reportSource(ran, { sources, generatedAt, connector, page, language }),
  };
}

/**
 * Writes the report of what all tasks have read, or all shards have shown.
 * @param shards one is reconciled here
 * @param page the console's page, which a report is put into
 */
export async function reconcileRun(
  read: ReadRun,
  shards: number,
  place: RunPlace,
  bucket: Bucket,
  page: () => string,
): Promise<Reconciled> {
  const { source, rejected } = await (shards === 1 ? reportOfAll(read, page) : reportOf(read, shards, page));
  return publish(read.run, knowing(source, read.run.known), rejected, place, bucket);
}
