import { closeSync, globSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { placed } from '#shared/sentence.ts';
import { MonthProblem } from './month-problem.ts';
import { s3Place } from './s3/places.ts';
import { systemError } from './system-error.ts';

/** A file of the command line. */
export interface SourceFile {
  readonly path: string;
}

const SPECIAL = /[*?[\]{}]/;

/** @throws what the system says of a file that may not be read */
function touch(path: string): void {
  if (s3Place(path) === undefined) closeSync(openSync(path, 'r'));
}

function found(pattern: string): string[] {
  if (s3Place(pattern) !== undefined) return [pattern];
  const stats = statSync(pattern, { throwIfNoEntry: false });
  const areFiles = (paths: string[]) => paths.filter((path) => statSync(path).isFile());
  if (stats?.isFile()) return [pattern];
  if (stats?.isDirectory()) {
    // A pattern finds nothing in a folder that may not be read.
    readdirSync(pattern);
    return areFiles(globSync(join(pattern, '**/*')));
  }
  return SPECIAL.test(pattern) ? areFiles(globSync(pattern)) : [];
}

/**
 * Files that a folder, a pattern or a path names, in the order of their names. Hidden files are none.
 * @throws MonthProblem where there is none, or one may not be read
 */
export function sourceFiles(option: string, patterns: readonly string[]): SourceFile[] {
  try {
    const paths = patterns.flatMap((pattern) => {
      const files = found(pattern);
      if (files.length > 0) return files;
      throw new MonthProblem({
        en: `--${option}: there is no file ${pattern}.`,
        zh: `--${option}：没有文件 ${pattern}。`,
      });
    });
    const all = [...new Set(paths)].sort();
    all.forEach(touch);
    return all.map((path) => ({ path }));
  } catch (error) {
    const refused = systemError(error);
    throw refused === undefined ? error : new MonthProblem(placed(`--${option}`, refused));
  }
}
