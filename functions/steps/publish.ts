import type { Ranked } from '#shared/engine/report/ranked.ts';
import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import { gathered } from '#shared/report-files/gathered.ts';
import type { knowing } from '#shared/report-files/knowing.ts';
import { fileNames, reportFile } from '#shared/report-files/report-files.ts';
import type { Source } from '#shared/run/read/source.ts';
import type { RunReportSource } from '#shared/run/report.ts';
import { LAYOUT, type LatestRun } from './latest.ts';
import type { S3Objects } from './objects/s3-objects.ts';
import { linesOf, readZipped, valuesIn, writeZipped } from './objects/zipped.ts';
import { keys, type RunFile } from './run-file.ts';
import type { RunPlace } from './run-place.ts';
import { type Changes, changesBetween } from './told/changes.ts';
import { changesFile } from './told/changes-file.ts';
import { type Notice, noticeOf } from './told/notice.ts';
import { resultOf } from './told/result.ts';

const CHANGES = 'changes.json';
const text = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** What a run comes to. */
export interface Reconciled {
  /** What the execution puts out. */
  readonly result: object;
  /** What is told of it. */
  readonly notice: Notice;
  /** What is remembered of it once it was told. */
  readonly latest: LatestRun;
}

/** Objects, and the name of the bucket that holds them. */
export interface Bucket {
  readonly objects: S3Objects;
  readonly bucket: string;
}

/** A report whose findings have been looked at. */
export type KnownSource = ReturnType<typeof knowing<RunReportSource>>;

/** What publishing must know of a run. */
interface Published extends Pick<RunFile, 'earlier' | 'language'> {
  readonly sources: readonly Source[];
}

/** What has changed since the run before; nothing where its findings are no longer kept. */
async function changesSince(
  earlier: LatestRun | undefined,
  source: RunReportSource,
  objects: S3Objects,
): Promise<Changes | undefined> {
  if (earlier === undefined) return undefined;
  const key = earlier.place + keys.findings;
  const [kept] = await objects.list(key);
  return kept && changesBetween(valuesIn<Ranked>(readZipped(objects, key)), source.byId());
}

/** Writes all that a run leaves: the report's files, and for the next run its findings. Whoever publishes moves the pointer last. */
export async function publish(
  run: Published,
  source: KnownSource,
  rejected: number,
  { run: place, output }: RunPlace,
  { objects, bucket }: Bucket,
): Promise<Reconciled> {
  const { earlier, language = DEFAULT_LANGUAGE } = run;
  const { head, since, channelNames, traits } = source;
  const names = fileNames(rejected > 0);
  for (const name of names) await objects.write(output + name, gathered(reportFile(name, source) ?? []));
  await writeZipped(objects, place + keys.findings, gathered(linesOf(source.byId())));
  const changes = await changesSince(earlier, source, objects);
  await objects.write(output + CHANGES, [text(changesFile(head, earlier, changes, language))]);
  const notice = noticeOf({
    head,
    since,
    traits,
    channelNames,
    earlier,
    changes,
    at: `s3://${bucket}/${output}`,
    language,
  });
  const result = resultOf(source, {
    report: output,
    files: [...names, CHANGES],
    sources: run.sources.length,
    rejected,
    notice,
  });
  await objects.write(`${output}result.json`, [text(result)]);
  const { generatedAt, summary } = head;
  const { critical, warning, info } = summary.findings;
  const latest: LatestRun = {
    layout: LAYOUT,
    report: output,
    place,
    generatedAt,
    period: summary.period,
    findings: { critical, warning, info },
  };
  return { result, notice, latest };
}
