import { closeSync, globSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MonthProblem } from './month-problem.ts';

/** A file of the command line. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: number;
  readonly isPacked: boolean;
}

const SPECIAL = /[*?[\]{}]/;

function isPacked(path: string): boolean {
  const head = Buffer.alloc(2);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, 2, 0);
  } finally {
    closeSync(file);
  }
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Files that a folder, a pattern or a path names, in the order of their names. Hidden files are none. */
export function sourceFiles(option: string, patterns: readonly string[]): SourceFile[] {
  const paths = patterns.flatMap((pattern) => {
    const stats = statSync(pattern, { throwIfNoEntry: false });
    const found = stats?.isFile()
      ? [pattern]
      : stats?.isDirectory()
        ? globSync(join(pattern, '**/*')).filter((path) => statSync(path).isFile())
        : SPECIAL.test(pattern)
          ? globSync(pattern).filter((path) => statSync(path).isFile())
          : [];
    if (found.length === 0) throw new MonthProblem(`--${option}: there is no file ${pattern}.`);
    return found;
  });
  return [...new Set(paths)].sort().map((path) => ({
    path,
    bytes: statSync(path).size,
    isPacked: isPacked(path),
  }));
}
