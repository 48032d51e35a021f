import { knowing } from '#shared/report-files/knowing.ts';
import { forksOf } from '#shared/run/books.ts';
import { reportSource } from '#shared/run/report.ts';
import { runOn } from '#shared/run/run-on.ts';
import type { Forks } from '#shared/run/settings.ts';
import { type Bucket, publish, type Reconciled } from './publish.ts';
import { columnsOf, settingsWith } from './read-columns.ts';
import type { RunFile } from './run-file.ts';
import type { RunPlace } from './run-place.ts';

/** The names of forks, where their rows must be read once more before anything can be reconciled. */
interface Asked {
  readonly forks: Forks;
}

/**
 * Reconciles what all tasks have read, and writes the report.
 * @param forks as they are known; `null` after the first reading
 * @param page the console's page, which a report is put into
 */
export async function reconcileRun(
  run: RunFile,
  forks: Forks | null,
  place: RunPlace,
  bucket: Bucket,
  page: () => string,
): Promise<Reconciled | Asked> {
  const { sources, generatedAt, language } = run;
  const columns = await columnsOf(run, forks, place.run, bucket.objects);
  const found = forks === null ? forksOf(sources, columns) : undefined;
  if (found !== undefined) return { forks: found };
  const settings = settingsWith(run, forks);
  const ran = runOn(columns, sources, settings);
  const source = reportSource(ran, {
    sources,
    generatedAt,
    connector: settings.connector,
    page,
    language,
  });
  return publish(run, await knowing(source, run.known), ran.whole.rejected.length, place, bucket);
}
