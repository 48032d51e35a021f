import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { fileSha256 } from '../../file-sha256.ts';

/** Stands in a report's folder and names the files that were written there, each with its sha256. */
const LIST = '.report-files.json';
const listSchema = v.record(v.string(), v.string());

/** Lists all files of a folder as written. */
export async function listWritten(folder: string): Promise<void> {
  const hashes = readdirSync(folder).map(
    async (name) => [name, await fileSha256(join(folder, name))] as const,
  );
  const list = Object.fromEntries(await Promise.all(hashes));
  writeFileSync(join(folder, LIST), `${JSON.stringify(list, null, 2)}\n`);
}

function readList(folder: string): Map<string, string> | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(join(folder, LIST), 'utf8'));
    return new Map(Object.entries(v.parse(listSchema, content)));
  } catch {
    return undefined;
  }
}

/** What a folder holds that its list does not name, or that was changed since. */
export async function foreignIn(folder: string): Promise<{ isListed: boolean; foreign: string[] }> {
  const list = readList(folder);
  const foreign: string[] = [];
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const isOurs =
      list !== undefined &&
      (name === LIST ||
        (list.has(name) && lstatSync(file).isFile() && list.get(name) === (await fileSha256(file))));
    if (!isOurs) foreign.push(name);
  }
  return { isListed: list !== undefined, foreign };
}
