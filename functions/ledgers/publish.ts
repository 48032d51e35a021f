import { pipeline, Readable, type Transform } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { ClosingRule } from '#shared/closing/closing.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/language.ts';
import type { Source } from '#shared/pipeline/read/source.ts';
import type { RunReportSource } from '#shared/pipeline/report-source.ts';
import type { FindingRecord } from '#shared/report/build/findings.ts';
import { generateFile, listFileNames } from '#shared/report/files/report-files.ts';
import { inByteChunks } from '#shared/report/files/text-chunks.ts';
import type { withoutAcknowledged } from '#shared/report/files/without-acknowledged.ts';
import type { RunPrefixes } from './deployment.ts';
import { FINDINGS_FORMAT, type LatestRun } from './latest-run.ts';
import type { Chunks, S3Objects } from './objects/s3-objects.ts';
import { type Changes, compareFindings } from './output/changes.ts';
import { buildNotice } from './output/notice.ts';
import { buildChangesFile, buildResult } from './output/result.ts';

/** Pipes chunks through a transformation. Errors of the source are thrown to the reader of the result. */
const transformChunks = (body: Chunks, transform: Transform): AsyncIterable<Uint8Array> =>
  pipeline(Readable.from(body), transform, () => {});

/** Formats values as JSON Lines, one value per piece. */
function* toJsonLines(values: Iterable<unknown>): Generator<string> {
  for (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** Writes values to an object as JSON Lines, compressed with zstd. */
const writeValues = (objects: S3Objects, key: string, values: Iterable<unknown>): Promise<void> =>
  objects.write(key, transformChunks(inByteChunks(toJsonLines(values)), createZstdCompress()));

/** Streams the values of an object that `writeValues` has written. */
async function* readValues<T>(objects: S3Objects, key: string): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of transformChunks(objects.read(key), createZstdDecompress())) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as T;
  }
}

const CHANGES = 'changes.json';
/** Findings sorted by id, for comparison with the next run. */
const FINDINGS = 'findings.jsonl.zst';
const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A report whose sums leave out the causes that the operator has marked as known. */
export type SourceWithoutAcknowledged = ReturnType<typeof withoutAcknowledged<RunReportSource>>;

interface PublishInput {
  readonly closing?: ClosingRule | undefined;
  readonly sources: readonly Source[];
  readonly language?: Language;
  /** Run with whose findings these are compared. Absent for the first report. */
  readonly earlier?: LatestRun;
}

/**
 * Compares the findings with those of the earlier run. Returns undefined if there are none, or if they have expired.
 */
async function compareWithEarlier(
  earlier: LatestRun | undefined,
  source: RunReportSource,
  objects: S3Objects,
): Promise<Changes | undefined> {
  if (earlier === undefined) return undefined;
  const key = earlier.place + FINDINGS;
  const [stored] = await objects.list(key);
  return stored && compareFindings(readValues<FindingRecord>(objects, key), source.byId());
}

/**
 * Writes the files of a report into the bucket, and its findings for comparison with the next run. Does not update
 * `latest.json`: the caller must do that last.
 * @param rejected number of rows that could not be read
 * @returns the result of the execution, the mail about it, and the new content of `latest.json`
 */
export async function publish(
  run: PublishInput,
  source: SourceWithoutAcknowledged,
  rejected: number,
  { scratch, report }: RunPrefixes,
  objects: S3Objects,
) {
  const { earlier, language = DEFAULT_LANGUAGE } = run;
  const { head, since, channelNames, traits } = source;
  const { generatedAt, summary } = head;
  const names = listFileNames(rejected > 0);
  for (const name of names)
    await objects.write(report + name, inByteChunks(generateFile(name, source) ?? []));
  await writeValues(objects, scratch + FINDINGS, source.byId());
  const changes = await compareWithEarlier(earlier, source, objects);
  await objects.write(report + CHANGES, [formatJson(buildChangesFile(head, earlier, changes, language))]);
  const at = `s3://${objects.bucket}/${report}`;
  const notice = buildNotice({ head, since, traits, channelNames, earlier, changes, at, language });
  const facts = {
    report,
    files: [...names, CHANGES],
    sources: run.sources.length,
    rejected,
    closing: run.closing,
  };
  const result = buildResult(source, facts, notice);
  await objects.write(`${report}result.json`, [formatJson(result)]);
  const { critical, warning, info } = summary.findings;
  const latest: LatestRun = {
    layout: FINDINGS_FORMAT,
    report,
    place: scratch,
    generatedAt,
    period: summary.period,
    findings: { critical, warning, info },
  };
  return { result, notice, latest };
}
