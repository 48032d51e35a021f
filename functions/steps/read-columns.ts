import { packed, unpacked } from '#shared/run/columns/packed.ts';
import { read } from '#shared/run/read/read.ts';
import {
  bytesOf,
  type Columns,
  headOf,
  type RejectedLine,
  type SourceHead,
} from '#shared/run/read/source.ts';
import type { RunSettings } from '#shared/run/settings.ts';
import { type Shelf, sourceName } from '#shared/run/shards/shelf.ts';
import { readZipped, valuesAt, writeValues, writeZipped } from './objects/zipped.ts';
import { keys, type RunFile, type RunStep } from './run-file.ts';

/** The settings that sources are read with, once the forks among them are known. */
export const settingsOf = ({ run: { settings }, forks }: Pick<RunStep, 'run' | 'forks'>): RunSettings =>
  forks === null ? settings : { ...settings, forks };

/** The scratch of a run, as its columns lie there. */
export const shelfOf = ({ place, forks, objects }: RunStep): Shelf => ({
  write: (name, chunks) => writeZipped(objects, place + keys.shelf(name, forks), chunks),
  read: (name) => readZipped(objects, place + keys.shelf(name, forks)),
});

/** The first line of a head; the rows that could not be read follow. */
interface FirstLine {
  readonly head: Omit<SourceHead, 'rejected'>;
  /** Bytes that the columns take in memory. */
  readonly bytes: number;
}

/** Reads the sources of one task, and leaves the columns of each. */
export async function readTask(step: RunStep): Promise<void> {
  const { run, forks, place, objects, task } = step;
  const shelf = shelfOf(step);
  for (const number of run.tasks[task] ?? []) {
    const source = run.sources[number];
    if (source === undefined) throw new Error(`no source ${number}`);
    const bytes = objects.read(source.place, source.version);
    const columns = await read(source, bytes, settingsOf(step));
    await shelf.write(sourceName(number), packed(columns));
    const { rejected, ...head } = headOf(columns);
    const first: FirstLine = { head, bytes: bytesOf(columns) };
    await writeValues(objects, place + keys.head(number, forks), [first, ...rejected]);
  }
}

/** Objects that are fetched side by side. */
const FETCHED_AT_ONCE = 4;

/** What becomes of each source, in their order; some are fetched side by side. */
async function ofSources<T>({ sources }: RunFile, fetch: (source: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  const numbers = sources.keys();
  const fetchAll = async (): Promise<void> => {
    for (const number of numbers) all[number] = await fetch(number);
  };
  await Promise.all(Array.from({ length: FETCHED_AT_ONCE }, fetchAll));
  return all;
}

/** The columns of all sources, as the tasks have left them. */
export function columnsOf(step: RunStep): Promise<Columns[]> {
  const shelf = shelfOf(step);
  return ofSources(step.run, (source) => unpacked(shelf.read(sourceName(source))));
}

/** What the sources say beside their rows, and the bytes of memory that all columns take. */
export async function headsOf({ run, forks, place, objects }: RunStep) {
  const read = await ofSources(run, async (source) => {
    const values = valuesAt<FirstLine | RejectedLine>(objects, place + keys.head(source, forks));
    const { value: first } = await values.next();
    const rejected: RejectedLine[] = [];
    for await (const line of values) rejected.push(line as RejectedLine);
    const { head, bytes } = first as FirstLine;
    return { head: { ...head, rejected }, bytes };
  });
  return {
    heads: read.map(({ head }) => head),
    bytes: read.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
