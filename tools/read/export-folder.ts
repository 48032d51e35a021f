import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { fileSha256 } from '../file-sha256.ts';
import { Problem } from '../problem.ts';
import { words } from './words.ts';

const RECORD_FILE = 'reading.json';
const RECORD_BYTES_MAX = 1024 ** 2;

/** What `reading.json` says: the origin, and a digest of each file of this reading. */
const recordSchema = v.object({
  connector: v.string(),
  gateway: v.string(),
  from: v.string(),
  to: v.string(),
  files: v.record(v.string(), v.object({ rows: v.exactOptional(v.number()), sha256: v.string() })),
});
type Record = v.InferOutput<typeof recordSchema>;

/** Whose export a folder holds: a second run with another answer would mix two books. */
export type Origin = Omit<Record, 'files'>;

/** Rows and settings are the owner's business alone. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

function whatIsAt(path: string): 'nothing' | 'file' | 'other' {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 'nothing';
  return stats.isFile() ? 'file' : 'other';
}

function recordAt(path: string): unknown {
  if (lstatSync(path).size > RECORD_BYTES_MAX) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

const isSame = (a: Origin, b: Origin): boolean =>
  (['connector', 'gateway', 'from', 'to'] as const).every((key) => a[key] === b[key]);

/** A folder without a reading holds none of its files, another one those that it says. */
function recordOf(path: string, origin: Origin): Record | undefined {
  const file = join(path, RECORD_FILE);
  if (whatIsAt(file) === 'nothing') return undefined;
  const { success, output } = v.safeParse(recordSchema, recordAt(file));
  if (success && isSame(output, origin)) return output;
  throw new Problem(words.otherExport(path, RECORD_FILE));
}

/** The names of those files that are there, and of this reading. */
async function filesThere(
  path: string,
  names: readonly string[],
  record: Record | undefined,
): Promise<ReadonlySet<string>> {
  const there = new Set<string>();
  for (const name of [...names, RECORD_FILE]) {
    const part = whatIsAt(join(path, `${name}.part`));
    // What a cut left behind is a file, in a folder with a record. Writing through a link would change another.
    if (part === 'other' || (part === 'file' && record === undefined && name !== RECORD_FILE))
      throw new Problem(words.foreignFile(path, `${name}.part`));
  }
  for (const name of names) {
    const file = join(path, name);
    const what = whatIsAt(file);
    if (what === 'nothing') continue;
    const isOwn = what === 'file' && record?.files[name]?.sha256 === (await fileSha256(file));
    if (!isOwn) throw new Problem(words.foreignFile(path, name));
    there.add(name);
  }
  return there;
}

/** Writes a file under its name with `.part`. One that cannot be written to its end does not stay. @returns its sha256 */
async function writePart(file: string, texts: AsyncIterable<string> | Iterable<string>): Promise<string> {
  const part = `${file}.part`;
  rmSync(part, { force: true });
  const hash = createHash('sha256');
  // `x` opens what it has made itself, and follows no link.
  const opened = await open(part, 'wx', FILE_MODE);
  try {
    for await (const text of texts) {
      hash.update(text);
      await opened.writeFile(text);
    }
    await opened.close();
  } catch (error) {
    await opened.close().catch(() => {});
    rmSync(part, { force: true });
    throw error;
  }
  return hash.digest('hex');
}

const nameWhole = (file: string): void => renameSync(`${file}.part`, file);
const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The folder that an export is read into. A file has its name only when it is whole, so what a cut leaves behind is
 * read again, and what is there is not. Only what this reading wrote counts as there: `reading.json` has a digest of
 * each file, from before the file gets its name. Until something is written, nothing is changed.
 * @param names all files that this reading will write
 * @throws Problem where the folder holds another export, or a file of such a name that is none of this reading
 */
export async function exportFolder(path: string, origin: Origin, names: readonly string[]) {
  const found = recordOf(path, origin);
  const there = await filesThere(path, names, found);
  const record = found ?? { ...origin, files: {} };
  let isClaimed = false;

  async function writeRecord(): Promise<void> {
    await writePart(join(path, RECORD_FILE), [jsonText(record)]);
    nameWhole(join(path, RECORD_FILE));
  }
  async function write(
    name: string,
    texts: AsyncIterable<string> | Iterable<string>,
    entry: () => { rows?: number } = () => ({}),
  ): Promise<void> {
    if (!isClaimed) {
      // Before the first part, so that a part is never without a record.
      mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
      await writeRecord();
      isClaimed = true;
    }
    const sha256 = await writePart(join(path, name), texts);
    // Recorded first: a cut between the two leaves a record of a file that is not there, which is read again.
    record.files[name] = { ...entry(), sha256 };
    await writeRecord();
    nameWhole(join(path, name));
  }
  return {
    has: (name: string): boolean => there.has(name),
    writeJson: (name: string, value: unknown): Promise<void> => write(name, [jsonText(value)]),
    /** Writes rows as JSON Lines; none as an empty list. @param onRows is told how many rows there are so far */
    async writeRows(
      name: string,
      pages: AsyncIterable<readonly unknown[]>,
      onRows: (count: number) => void,
    ): Promise<number> {
      let rows = 0;
      async function* lines(): AsyncGenerator<string> {
        for await (const page of pages) {
          yield page.map((row) => `${JSON.stringify(row)}\n`).join('');
          rows += page.length;
          onRows(rows);
        }
        // A file without a byte could as well be one that was never written.
        if (rows === 0) yield '[]\n';
      }
      await write(name, lines(), () => ({ rows }));
      return rows;
    },
  };
}
export type ExportFolder = Awaited<ReturnType<typeof exportFolder>>;
