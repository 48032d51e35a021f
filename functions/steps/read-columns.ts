import { packed, unpacked } from '#shared/run/columns/packed.ts';
import { type Columns, read } from '#shared/run/read/read.ts';
import type { Forks, RunSettings } from '#shared/run/settings.ts';
import type { S3Objects } from './objects/s3-objects.ts';
import { readZipped, writeZipped } from './objects/zipped.ts';
import { keys, type RunFile } from './run-file.ts';

/** The settings that sources are read with, once the forks among them are known. */
export const settingsWith = ({ settings }: RunFile, forks: Forks | null): RunSettings =>
  forks === null ? settings : { ...settings, forks };

/** Reads the sources of one task, and leaves the columns of each. */
export async function readTask(
  run: RunFile,
  task: number,
  forks: Forks | null,
  place: string,
  objects: S3Objects,
): Promise<void> {
  for (const number of run.tasks[task] ?? []) {
    const source = run.sources[number];
    if (source === undefined) throw new Error(`no source ${number}`);
    const bytes = objects.read(source.place, source.version);
    const columns = await read(source, bytes, settingsWith(run, forks));
    await writeZipped(objects, place + keys.columns(number, forks), packed(columns));
  }
}

/** Columns that are fetched side by side. */
const FETCHED_AT_ONCE = 4;

/** The columns of all sources, as the tasks have left them. */
export async function columnsOf(
  { sources }: RunFile,
  forks: Forks | null,
  place: string,
  objects: S3Objects,
): Promise<Columns[]> {
  const columns: Columns[] = [];
  const numbers = sources.keys();
  const fetchAll = async (): Promise<void> => {
    for (const number of numbers)
      columns[number] = await unpacked(readZipped(objects, place + keys.columns(number, forks)));
  };
  await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, fetchAll));
  return columns;
}
