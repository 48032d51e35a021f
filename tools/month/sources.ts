import { basename, resolve } from 'node:path';
import { parseMapping } from '#shared/files/mapping/mapping.ts';
import type { FileSettings, Source, SourceField } from '#shared/pipeline/read/source.ts';
import { joinFirst } from '#shared/sentence.ts';
import { Problem } from '../problem.ts';
import { listInputs, parseS3Url, readJsonInput } from './inputs.ts';
import { createDuplicateMappingProblem } from './settings/command-line.ts';
import type { MonthSettings } from './settings/settings.ts';

const NAMES_SHOWN = 5;

const pathOf = (place: string): string => (parseS3Url(place) === undefined ? resolve(place) : place);

/** Throws a problem about a mapping whose file is not read. */
function refuseUnused(name: string, places: readonly string[]): never {
  const files = joinFirst(
    places.map((place) => basename(place)),
    NAMES_SHOWN,
  );
  const first = basename(places[0] ?? '');
  throw new Problem({
    en: `--mapping is given for ${name}, but the files are ${files}. Use one of them, for example --mapping ${first}=mapping.json.`,
    zh: `--mapping 中的 ${name} 不在要读取的文件之中：${files}。请写其中之一，例如 --mapping ${first}=mapping.json。`,
  });
}

/** Finds the mapping of each file. A mapping names its file by its path, or by a base name that only one file has. */
function matchMappings(mapping: ReadonlyMap<string, string>, places: readonly string[]) {
  const paths = new Set(places.map(pathOf));
  const byName = Map.groupBy(paths, (path) => basename(path));
  const found = new Map<string, string>();
  for (const [name, rules] of mapping) {
    const matches = paths.has(pathOf(name)) ? [pathOf(name)] : (byName.get(name) ?? []);
    const [path, other] = matches;
    if (path === undefined) return refuseUnused(name, places);
    if (other !== undefined)
      throw new Problem({
        en: `--mapping is given for ${name}, but several files have this name, such as ${path} and ${other}. Use the path of one of them.`,
        zh: `--mapping 中的 ${name} 对应多个文件，包括 ${path} 和 ${other}。请用路径指明其中一个。`,
      });
    if (pathOf(found.get(path) ?? rules) !== pathOf(rules)) throw createDuplicateMappingProblem(name);
    found.set(path, rules);
  }
  return found;
}

/**
 * Finds the input files and S3 objects of a month, sorted by path, each with the mapping that the settings name for it.
 * Throws a Problem if a file is missing or may not be read, or if a mapping names no input file.
 */
export async function findSources({
  logs,
  upstream = [],
  payments = [],
  mapping,
}: Pick<MonthSettings, 'logs' | 'upstream' | 'payments' | 'mapping'>): Promise<Source[]> {
  const of = async (field: SourceField, option: string, patterns: readonly string[], about?: FileSettings) =>
    (await listInputs(option, patterns)).map((place) => ({ field, place, about }));
  const found = await Promise.all([
    of('logs', 'logs', logs),
    ...upstream.map(({ file, ...about }) => of('upstreamCharges', 'upstream', [file], about)),
    of('payments', 'payments', payments),
  ]);
  const files = found.flat().sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0));
  const mappings = matchMappings(
    mapping,
    files.map(({ place }) => place),
  );
  return Promise.all(
    files.map(async ({ field, place, about }, source): Promise<Source> => {
      const rules = mappings.get(pathOf(place));
      return {
        source,
        field,
        name: basename(place),
        location: place,
        ...(rules !== undefined && {
          mapping: parseMapping(await readJsonInput('mapping', rules), basename(rules)),
        }),
        ...about,
      };
    }),
  );
}
