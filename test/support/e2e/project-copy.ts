import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const NOT_COPIED = /^(node_modules|cdk\.out|reports|dist|\.git|\.stryker-tmp)(\/|$)/;

/** Copies the project, without files that a clone lacks, to a temporary folder. The caller removes it. */
export function projectCopy(name: string): string {
  const copy = mkdtempSync(join(tmpdir(), `${name}-`));
  cpSync('.', copy, { recursive: true, filter: (path) => !NOT_COPIED.test(relative('.', path)) });
  return copy;
}
