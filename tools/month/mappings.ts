import { basename, resolve } from 'node:path';
import { type Mapping, mappingOf } from '#shared/files/mapping/mapping.ts';
import { MonthProblem } from './month-problem.ts';
import { jsonAt } from './places.ts';
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
export function refuseUnused({ mapping }: Pick<MonthSettings, 'mapping'>, paths: readonly string[]): void {
  const names = new Set(paths.flatMap(namesOf));
  const unused = [...mapping.keys()].find((name) => !names.has(name));
  if (unused === undefined) return;
  const files = paths.map((path) => basename(path)).join(', ');
  throw new MonthProblem({
    en: `--mapping names ${unused}, which is none of the files that are read: ${files}. Name one of them, such as --mapping ${basename(paths[0] ?? '')}=mapping.json.`,
    zh: `--mapping 中的 ${unused} 不在要读取的文件之中：${files}。请写其中之一，例如 --mapping ${basename(paths[0] ?? '')}=mapping.json。`,
  });
}
