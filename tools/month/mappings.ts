import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type Mapping, mappingOf } from '#shared/files/mapping/mapping.ts';
import { MonthProblem } from './month-problem.ts';
import type { MonthSettings } from './settings/settings.ts';

/** Names by which a mapping may mean a file. */
const namesOf = (path: string): string[] => [path, resolve(path), basename(path)];

/** The mapping that the settings name for a file. */
export function mappingFor(path: string, { mapping }: Pick<MonthSettings, 'mapping'>): Mapping | undefined {
  const rules = namesOf(path).flatMap((name) => mapping.get(name) ?? []);
  return rules[0] === undefined ? undefined : readMapping(rules[0]);
}

function readMapping(file: string): Mapping {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new MonthProblem({
      en: `--mapping: ${file} does not exist or is not JSON.`,
      zh: `--mapping：${file} 不存在，或不是 JSON。`,
    });
  }
  return mappingOf(content, basename(file));
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
