import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { fileSha256 } from '../file-sha256.ts';
import { Problem } from '../problem.ts';
import { words } from './words.ts';

const RECORD_FILE = 'reading.json';
const RECORD_LENGTH_MAX = 1024 ** 2;

const fileSchema = v.object({
  rows: v.exactOptional(v.number()),
  /** Rows of the list are missing, so the next run reads it again. */
  isIncomplete: v.exactOptional(v.literal(true)),
  sha256: v.string(),
});
/** The text of `reading.json`: the origin, and a digest of each file of this reading. */
const recordSchema = v.pipe(
  v.string(),
  v.maxLength(RECORD_LENGTH_MAX),
  v.parseJson(),
  v.object({
    connector: v.string(),
    gateway: v.string(),
    from: v.string(),
    to: v.string(),
    files: v.record(v.string(), fileSchema),
  }),
);
type ReadingRecord = v.InferOutput<typeof recordSchema>;

/** Gateway and time window of an export. Files of different origins must not be mixed in a folder. */
type Origin = Omit<ReadingRecord, 'files'>;

/** File modes: only the owner may read rows and settings. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

function kindOfEntry(path: string): 'nothing' | 'file' | 'other' {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 'nothing';
  return stats.isFile() ? 'file' : 'other';
}

const isSame = (a: Origin, b: Origin): boolean =>
  (['connector', 'gateway', 'from', 'to'] as const).every((key) => a[key] === b[key]);

/** Reads the record of an earlier run of this reading; undefined if there is none. Refuses another export. */
function readRecord(path: string, origin: Origin): ReadingRecord | undefined {
  const file = join(path, RECORD_FILE);
  const kind = kindOfEntry(file);
  if (kind === 'nothing') return undefined;
  const text = kind === 'file' ? readFileSync(file, 'utf8') : undefined;
  const { success, output } = v.safeParse(recordSchema, text);
  if (success && isSame(output, origin)) return output;
  throw new Problem(words.otherExport(path, RECORD_FILE));
}

/** Finds the files of this reading that are complete. Refuses files that this reading did not write. */
async function findCompleteFiles(path: string, names: readonly string[], record: ReadingRecord | undefined) {
  const complete = new Set<string>();
  for (const name of [...names, RECORD_FILE]) {
    const part = kindOfEntry(join(path, `${name}.part`));
    // An interrupted run leaves a regular file, next to a record. Refuse anything else: a link could lead to another file.
    if (part === 'other' || (part === 'file' && record === undefined && name !== RECORD_FILE))
      throw new Problem(words.foreignFile(path, `${name}.part`));
  }
  for (const name of names) {
    const file = join(path, name);
    const kind = kindOfEntry(file);
    if (kind === 'nothing') continue;
    const entry = record?.files[name];
    const isUnchanged = kind === 'file' && entry?.sha256 === (await fileSha256(file));
    if (!isUnchanged) throw new Problem(words.foreignFile(path, name));
    if (!entry?.isIncomplete) complete.add(name);
  }
  return complete;
}

/** Writes a file under its name with `.part`, and removes it if that fails. Returns its SHA-256. */
async function writePart(file: string, texts: AsyncIterable<string> | Iterable<string>): Promise<string> {
  const part = `${file}.part`;
  rmSync(part, { force: true });
  const hash = createHash('sha256');
  // `wx` fails if the file exists, so that no link is followed.
  const handle = await open(part, 'wx', FILE_MODE);
  try {
    for await (const text of texts) {
      hash.update(text);
      await handle.writeFile(text);
    }
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => {});
    rmSync(part, { force: true });
    throw error;
  }
  return hash.digest('hex');
}

const publish = (file: string): void => renameSync(`${file}.part`, file);
const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Opens the folder into which the read command writes an export. A file gets its name only when it is complete, so a
 * repeated run reads only the missing files. `reading.json` contains the SHA-256 of each file that a run wrote; other
 * files are never used or overwritten. Opening does not change or create the folder.
 * @param names names of all files that may be written
 * @throws Problem if the folder contains another export, or a file with one of these names that no run wrote
 */
export async function openExportFolder(path: string, origin: Origin, names: readonly string[]) {
  const earlier = readRecord(path, origin);
  const complete = await findCompleteFiles(path, names, earlier);
  const record = earlier ?? { ...origin, files: {} };
  let hasRecord = false;

  async function writeRecord(): Promise<void> {
    await writePart(join(path, RECORD_FILE), [jsonText(record)]);
    publish(join(path, RECORD_FILE));
  }
  async function write(
    name: string,
    texts: AsyncIterable<string> | Iterable<string>,
    describe: () => { rows?: number; isIncomplete?: true } = () => ({}),
  ): Promise<void> {
    if (!hasRecord) {
      // Write the record before the first part: a later run refuses a part without a record as a foreign file.
      mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
      await writeRecord();
      hasRecord = true;
    }
    const sha256 = await writePart(join(path, name), texts);
    // Record the file before it gets its name: if the run ends between the two, the file is read again.
    record.files[name] = { ...describe(), sha256 };
    await writeRecord();
    publish(join(path, name));
  }
  return {
    /** Whether a file exists and is complete. */
    has: (name: string): boolean => complete.has(name),
    writeJson: (name: string, value: unknown): Promise<void> => write(name, [jsonText(value)]),
    /**
     * Writes rows as JSON Lines; an empty list as `[]`.
     * @param onRows is called with the number of rows so far
     * @param isIncomplete whether rows are missing, asked after the last page
     */
    async writeRows(
      name: string,
      pages: AsyncIterable<readonly unknown[]>,
      onRows: (count: number) => void,
      isIncomplete: () => boolean,
    ): Promise<number> {
      let rows = 0;
      async function* lines(): AsyncGenerator<string> {
        for await (const page of pages) {
          yield page.map((row) => `${JSON.stringify(row)}\n`).join('');
          rows += page.length;
          onRows(rows);
        }
        // Write `[]` for a list without rows, because an empty file may also be the rest of an interrupted run.
        if (rows === 0) yield '[]\n';
      }
      await write(name, lines(), () => ({ rows, ...(isIncomplete() && { isIncomplete: true }) }));
      return rows;
    },
  };
}
/** Folder of an export, opened for writing. */
export type ExportFolder = Awaited<ReturnType<typeof openExportFolder>>;
