import { basename, resolve } from 'node:path';
import { type Mapping, mappingOf } from '#shared/files/mapping/mapping.ts';
import type { Source, SourceField } from '#shared/run/read/source.ts';
import { MonthProblem } from './month-problem.ts';
import { jsonAt, placesAt } from './places.ts';
import type { MonthSettings } from './settings/settings.ts';

/** Names by which a mapping may mean a file. */
const namesOf = (path: string): string[] => [path, resolve(path), basename(path)];

/** The mapping that the settings name for a file. */
export async function mappingFor(
  path: string,
  { mapping }: Pick<MonthSettings, 'mapping'>,
): Promise<Mapping | undefined> {
  const [rules] = namesOf(path).flatMap((name) => mapping.get(name) ?? []);
  return rules === undefined ? undefined : mappingOf(await jsonAt('mapping', rules), basename(rules));
}

/**
 * Refuses a mapping of a file that is not read: its own file would be read without it.
 * @param paths of the files that are read
 */
function refuseUnused({ mapping }: Pick<MonthSettings, 'mapping'>, paths: readonly string[]): void {
  const names = new Set(paths.flatMap(namesOf));
  const unused = [...mapping.keys()].find((name) => !names.has(name));
  if (unused === undefined) return;
  const files = paths.map((path) => basename(path)).join(', ');
  throw new MonthProblem({
    en: `--mapping names ${unused}, which is none of the files that are read: ${files}. Name one of them, such as --mapping ${basename(paths[0] ?? '')}=mapping.json.`,
    zh: `--mapping 中的 ${unused} 不在要读取的文件之中：${files}。请写其中之一，例如 --mapping ${basename(paths[0] ?? '')}=mapping.json。`,
  });
}

/** A file or object of the command line. */
interface FieldFile {
  readonly path: string;
  readonly field: SourceField;
  /** Of a bill that is of one channel. */
  readonly channel?: string;
}

/**
 * The files of a month, by path: rows that cannot be read are listed in this order.
 * @throws MonthProblem where one is missing or may not be read, or a mapping is of none
 */
export async function filesOf({
  logs,
  upstream = [],
  payments = [],
  mapping,
}: MonthSettings): Promise<FieldFile[]> {
  const of = async (field: SourceField, option: string, patterns: readonly string[], beside = {}) =>
    (await placesAt(option, patterns)).map((path): FieldFile => ({ path, field, ...beside }));
  const found = await Promise.all([
    of('logs', 'logs', logs),
    ...upstream.map(({ file, ...beside }) => of('upstreamCharges', 'upstream', [file], beside)),
    of('payments', 'payments', payments),
  ]);
  const files = found.flat().sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  refuseUnused(
    { mapping },
    files.map(({ path }) => path),
  );
  return files;
}

async function sourceOf(
  { path, field, channel }: FieldFile,
  source: number,
  settings: MonthSettings,
): Promise<Source> {
  const mapping = await mappingFor(path, settings);
  return {
    source,
    field,
    name: basename(path),
    place: path,
    ...(mapping && { mapping }),
    ...(channel !== undefined && { channel }),
  };
}

/** The same as a run reads them. */
export async function sourcesOf(settings: MonthSettings): Promise<Source[]> {
  const files = await filesOf(settings);
  return Promise.all(files.map((file, number) => sourceOf(file, number, settings)));
}
