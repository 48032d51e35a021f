import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { chai, expect } from 'vitest';

/**
 * What the judging tests import as `vitest`: `expect` is vitest's own; `describe` and `test` only note what is
 * declared, so that a resident process loads the tests once and runs any of them, in any order, without a runner.
 */
export interface Declared {
  /** File, place, names of its suites and its own. */
  readonly id: string;
  readonly file: string;
  readonly suites: readonly string[];
  readonly run: () => unknown;
}

type Body = (...values: never[]) => unknown;

export const declared: Declared[] = [];
let file = '';
let suites: readonly string[] = [];
/** The file of the test that runs: golden files stand beside it. */
let runningFile = '';

export async function declareTestsOf(path: string): Promise<void> {
  file = path;
  await import(path);
}

function test(name: string, body: () => unknown): void {
  const from = file;
  const run = () => {
    runningFile = from;
    return body();
  };
  const title = [...suites, name].join(' > ');
  declared.push({ id: `${file}#${declared.length} ${title}`, file, suites, run });
}

function describe(name: string, body: () => void): void {
  const outer = suites;
  suites = [...outer, name];
  body();
  suites = outer;
}

/** Each value, an array spread, to its own test or suite. */
const each =
  (declare: (name: string, body: () => unknown) => void) =>
  (values: readonly unknown[]) =>
  (name: string, body: Body): void => {
    for (const value of values) {
      const all = Array.isArray(value) ? value : [value];
      declare(name.replace('%s', String(all[0])), () => body(...(all as never[])));
    }
  };

test.each = each(test);
test.skip = () => undefined;
describe.each = each(describe);

// Vitest's own asks its runner for the file.
chai.use(({ Assertion }, { addMethod, flag }) =>
  addMethod(Assertion.prototype, 'toMatchFileSnapshot', function (this: object, path: string) {
    expect(flag(this, 'object')).toBe(readFileSync(resolve(dirname(runningFile), path), 'utf8'));
  }),
);

export { describe, expect, test as it, test };
