import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach } from 'vitest';

/** A folder for the tests of a file: empty when each of them begins, gone when all have ended. */
export class TestFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'reconciliation-test-'));

  constructor() {
    afterEach(() => {
      for (const name of readdirSync(this.path)) rmSync(this.at(name), { recursive: true });
    });
    afterAll(() => rmdirSync(this.path));
  }

  readonly at = (...names: string[]): string => join(this.path, ...names);

  /** @returns where it stands */
  readonly put = (name: string, content: string | Uint8Array): string => {
    const file = this.at(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
}
