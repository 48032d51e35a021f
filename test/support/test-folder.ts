import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach } from 'vitest';

/** A temporary folder for the tests of one file: emptied after each test, removed after the last. */
export class TestFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'reconciliation-test-'));

  constructor() {
    afterEach(() => {
      for (const name of readdirSync(this.path)) rmSync(this.at(name), { recursive: true });
    });
    afterAll(() => rmdirSync(this.path));
  }

  readonly at = (...names: string[]): string => join(this.path, ...names);

  /** Writes a file. @returns its path */
  readonly put = (name: string, content: string | Uint8Array): string => {
    const file = this.at(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
}
