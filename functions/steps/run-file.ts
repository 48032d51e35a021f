import type { KnownRule } from '#shared/known/known-rules.ts';
import type { Language } from '#shared/language.ts';
import { Rejection } from '#shared/rejections.ts';
import type { Source } from '#shared/run/read/source.ts';
import type { Forks, RunSettings } from '#shared/run/settings.ts';
import type { LatestRun } from './latest.ts';
import type { S3Objects } from './objects/s3-objects.ts';

/** An object that a run reads, in the state in which it was found. */
export interface ListedSource extends Source {
  readonly version: string;
}

/** What was found out once for all steps of a run. Plain JSON. */
export interface RunFile {
  readonly settings: RunSettings;
  readonly sources: readonly ListedSource[];
  /** The numbers of the sources that each task reads. */
  readonly tasks: readonly (readonly number[])[];
  /** When the execution was started: the one part of the report that does not follow from the input. */
  readonly generatedAt: string;
  /** Of what the report's files tell in sentences; result and notice are in English. */
  readonly language?: Language;
  /** What its operator knows already. */
  readonly known: readonly KnownRule[];
  /** What its findings are compared with; absent where there is no report before this one. */
  readonly earlier?: LatestRun;
}

/** A run as its steps know it, where they leave things, and which part of it one of them is asked for. */
export interface RunStep {
  readonly run: RunFile;
  /** Known from the second reading on. */
  readonly forks: Forks | null;
  /** Prefix of the run's own objects. */
  readonly place: string;
  readonly objects: S3Objects;
  /** Its number, of a step that does one task. */
  readonly task: number;
  /** Its number, of a step that does one shard, and how many there are, once that is known. */
  readonly shard: number;
  readonly shards: number;
  /** Prefix of the report. */
  readonly output: string;
  /** The console's page, which a report is put into. */
  readonly page: () => string;
  /** Bytes of columns that one function has room for. */
  readonly roomBytes: number;
}

const readAs = (forks: Forks | null): string => (forks === null ? 'first' : 'again');

/** Where a run keeps what, below its own prefix. Keys follow from the run, so that a step may be repeated. */
export const keys = {
  run: 'run.json',
  /** What lies on the shelf; what was read in the dialect of forks lies apart. */
  shelf: (name: string, forks: Forks | null) => `columns/${readAs(forks)}/${name}.zst`,
  /** What a source says beside its rows. */
  head: (source: number, forks: Forks | null) => `heads/${readAs(forks)}/${source}.jsonl.zst`,
  /** What only all shards together show. */
  across: 'across.jsonl.zst',
  /** What a shard says of the whole, and what it comes to. */
  facts: (shard: number) => `facts/${shard}.json.zst`,
  digest: (shard: number) => `digests/${shard}.jsonl.zst`,
  /** Findings in the order of their ids, for the next run. */
  findings: 'findings.jsonl.zst',
} as const;

/** @param stamp names the code that writes it */
export const writeRunFile = (objects: S3Objects, place: string, run: RunFile, stamp: string): Promise<void> =>
  objects.write(place + keys.run, [JSON.stringify({ stamp, ...run })]);

/** @throws Rejection where other code has listed the run: a deployment has come between */
export async function readRunFile(objects: S3Objects, place: string, stamp: string): Promise<RunFile> {
  const key = place + keys.run;
  const { stamp: found, ...run } = JSON.parse(await objects.readText(key)) as RunFile & { stamp: string };
  if (found === stamp) return run;
  throw new Rejection('invalid_request', 'The run cannot go on.', [
    `${key}: was written by another version of the service. Start the run anew.`,
  ]);
}
