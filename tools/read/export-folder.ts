import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReadingProblem } from './gateway-client.ts';

/** Whose export a folder holds: a second run with another answer would mix two books. */
export interface Origin {
  readonly connector: string;
  readonly gateway: string;
  readonly from: string;
  readonly to: string;
}

const ORIGIN_FILE = 'reading.json';

/**
 * The folder that an export is read into. A file has its name only when it is whole, so what a cut leaves behind is
 * read again, and what is there is not.
 */
export class ExportFolder {
  readonly #path: string;

  /** @throws ReadingProblem where the folder holds another gateway's export, or another month's */
  constructor(path: string, origin: Origin) {
    this.#path = path;
    const file = join(path, ORIGIN_FILE);
    const text = `${JSON.stringify(origin, null, 2)}\n`;
    if (!existsSync(file)) {
      mkdirSync(path, { recursive: true });
      writeFileSync(file, text);
    } else if (readFileSync(file, 'utf8') !== text)
      throw new ReadingProblem(
        `--out ${path} holds another export: ${ORIGIN_FILE} says which. Name an empty folder, or the options of that export.`,
      );
  }

  has(name: string): boolean {
    return existsSync(join(this.#path, name));
  }

  /**
   * Writes rows as JSON Lines.
   * @param onRows is told how many rows there are so far; the last time, how many there are
   */
  async writeRows(
    name: string,
    pages: AsyncIterable<readonly unknown[]>,
    onRows: (count: number) => void,
  ): Promise<void> {
    const part = join(this.#path, `${name}.part`);
    async function* lines(): AsyncGenerator<string> {
      let rows = 0;
      for await (const page of pages) {
        yield page.map((row) => `${JSON.stringify(row)}\n`).join('');
        rows += page.length;
        onRows(rows);
      }
    }
    try {
      await writeFile(part, lines());
      renameSync(part, join(this.#path, name));
    } catch (error) {
      rmSync(part, { force: true });
      throw error;
    }
  }

  writeJson(name: string, value: unknown): void {
    const part = join(this.#path, `${name}.part`);
    writeFileSync(part, `${JSON.stringify(value, null, 2)}\n`);
    renameSync(part, join(this.#path, name));
  }
}
