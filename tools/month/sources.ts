import { basename, resolve } from 'node:path';
import { mappingOf } from '#shared/files/mapping/mapping.ts';
import type { Source, SourceField } from '#shared/run/read/source.ts';
import { Problem } from '../problem.ts';
import { jsonAt, placesAt } from './places.ts';
import type { MonthSettings } from './settings/settings.ts';

/** Names by which a mapping may mean a file. */
const namesOf = (place: string): string[] => [place, resolve(place), basename(place)];

/** Refuses a mapping of a file that is not read: its own file would be read without it. */
function refuseUnused(mapping: ReadonlyMap<string, string>, places: readonly string[]): void {
  const names = new Set(places.flatMap(namesOf));
  const unused = [...mapping.keys()].find((name) => !names.has(name));
  if (unused === undefined) return;
  const files = places.map((place) => basename(place)).join(', ');
  const first = basename(places[0] ?? '');
  throw new Problem({
    en: `--mapping names ${unused}, which is none of the files that are read: ${files}. Name one of them, such as --mapping ${first}=mapping.json.`,
    zh: `--mapping 中的 ${unused} 不在要读取的文件之中：${files}。请写其中之一，例如 --mapping ${first}=mapping.json。`,
  });
}

/**
 * The files and objects of a month, in the order of their places: rows that cannot be read are listed in it.
 * @throws Problem where one is missing or may not be read, or a mapping is of none
 */
export async function sourcesOf({
  logs,
  upstream = [],
  payments = [],
  mapping,
}: Pick<MonthSettings, 'logs' | 'upstream' | 'payments' | 'mapping'>): Promise<Source[]> {
  const of = async (field: SourceField, option: string, patterns: readonly string[], channel?: string) =>
    (await placesAt(option, patterns)).map((place) => ({ field, place, channel }));
  const found = await Promise.all([
    of('logs', 'logs', logs),
    ...upstream.map(({ file, channel }) => of('upstreamCharges', 'upstream', [file], channel)),
    of('payments', 'payments', payments),
  ]);
  const files = found.flat().sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0));
  refuseUnused(
    mapping,
    files.map(({ place }) => place),
  );
  return Promise.all(
    files.map(async ({ field, place, channel }, source): Promise<Source> => {
      const [rules] = namesOf(place).flatMap((name) => mapping.get(name) ?? []);
      return {
        source,
        field,
        name: basename(place),
        place,
        ...(rules !== undefined && { mapping: mappingOf(await jsonAt('mapping', rules), basename(rules)) }),
        ...(channel !== undefined && { channel }),
      };
    }),
  );
}
