import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { fileSha256 } from '../file-sha256.ts';
import { ReadingProblem } from './reading-problem.ts';
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

type There = 'nothing' | 'file' | 'other';

function whatIsAt(path: string): There {
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

/** What `open` found: a folder without a reading holds none of its files, another one those that it says. */
function recordOf(path: string, origin: Origin): Record | undefined {
  const file = join(path, RECORD_FILE);
  if (whatIsAt(file) === 'nothing') return undefined;
  const { success, output } = v.safeParse(recordSchema, recordAt(file));
  if (success && isSame(output, origin)) return output;
  throw new ReadingProblem(words.otherExport(path, RECORD_FILE));
}

/**
 * The folder that an export is read into. A file has its name only when it is whole, so what a cut leaves behind is
 * read again, and what is there is not. Only what this reading wrote counts as there: `reading.json` has a digest of
 * each file, from before the file gets its name.
 */
export class ExportFolder {
  readonly #path: string;
  readonly #record: Record;
  readonly #there: ReadonlySet<string>;
  #isClaimed = false;

  private constructor(path: string, record: Record, there: ReadonlySet<string>) {
    this.#path = path;
    this.#record = record;
    this.#there = there;
  }

  /**
   * Looks at the folder and changes nothing.
   * @param names all files that this reading will write
   * @throws ReadingProblem where the folder holds another export, or a file of such a name that is none of this reading
   */
  static async open(path: string, origin: Origin, names: readonly string[]): Promise<ExportFolder> {
    const found = recordOf(path, origin);
    const record = found ?? { ...origin, files: {} };
    const there = new Set<string>();
    for (const name of [...names, RECORD_FILE]) {
      const part = whatIsAt(join(path, `${name}.part`));
      // What a cut left behind is a file, in a folder with a record. Writing through a link would change another.
      if (part === 'other' || (part === 'file' && found === undefined && name !== RECORD_FILE))
        throw new ReadingProblem(words.foreignFile(path, `${name}.part`));
    }
    for (const name of names) {
      const file = join(path, name);
      const what = whatIsAt(file);
      if (what === 'nothing') continue;
      const isOwn = what === 'file' && record.files[name]?.sha256 === (await fileSha256(file));
      if (!isOwn) throw new ReadingProblem(words.foreignFile(path, name));
      there.add(name);
    }
    return new ExportFolder(path, record, there);
  }

  has(name: string): boolean {
    return this.#there.has(name);
  }

  /**
   * Writes rows as JSON Lines; none as an empty list.
   * @param onRows is told how many rows there are so far; the last time, how many there are
   */
  async writeRows(
    name: string,
    pages: AsyncIterable<readonly unknown[]>,
    onRows: (count: number) => void,
  ): Promise<void> {
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
    await this.#claim();
    const sha256 = await this.#writePart(name, lines());
    await this.#name(name, { rows, sha256 });
  }

  async writeJson(name: string, value: unknown): Promise<void> {
    await this.#claim();
    const sha256 = await this.#writePart(name, [`${JSON.stringify(value, null, 2)}\n`]);
    await this.#name(name, { sha256 });
  }

  /** Before the first part, so that a part is never without a record. */
  async #claim(): Promise<void> {
    if (this.#isClaimed) return;
    mkdirSync(this.#path, { recursive: true, mode: FOLDER_MODE });
    await this.#writeRecord();
    this.#isClaimed = true;
  }

  async #writeRecord(): Promise<void> {
    await this.#writePart(RECORD_FILE, [`${JSON.stringify(this.#record, null, 2)}\n`]);
    renameSync(join(this.#path, `${RECORD_FILE}.part`), join(this.#path, RECORD_FILE));
  }

  /** A part that cannot be written to its end does not stay. */
  async #writePart(name: string, texts: AsyncIterable<string> | Iterable<string>): Promise<string> {
    const part = join(this.#path, `${name}.part`);
    rmSync(part, { force: true });
    const hash = createHash('sha256');
    // `x` opens what it has made itself, and follows no link.
    const file = await open(part, 'wx', FILE_MODE);
    try {
      for await (const text of texts) {
        hash.update(text);
        await file.writeFile(text);
      }
      await file.close();
    } catch (error) {
      await file.close().catch(() => {});
      rmSync(part, { force: true });
      throw error;
    }
    return hash.digest('hex');
  }

  /** Recorded first: a cut between the two leaves a record of a file that is not there, which is read again. */
  async #name(name: string, entry: Record['files'][string]): Promise<void> {
    this.#record.files[name] = entry;
    await this.#writeRecord();
    renameSync(join(this.#path, `${name}.part`), join(this.#path, name));
  }
}
