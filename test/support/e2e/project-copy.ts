import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const LEFT_OUT = /^(node_modules|cdk\.out|reports|dist|\.git|\.stryker-tmp)(\/|$)/;

/** A copy of the project as a clone would be, in a temporary folder that its caller removes. */
export function projectCopy(name: string): string {
  const copy = mkdtempSync(join(tmpdir(), `${name}-`));
  cpSync('.', copy, { recursive: true, filter: (path) => !LEFT_OUT.test(relative('.', path)) });
  return copy;
}
