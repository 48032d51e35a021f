import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, resolve } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { type Declared, declared, declareTestsOf } from './declarations.ts';

/** The tests that judge mutants: fast ones, without the full bodies of `reply-size.test.ts` and most random runs. */
const JUDGES = [
  'test/unit/{connectors,normalizer}/**/*.test.ts',
  'test/unit/engine/*.test.ts',
  'test/golden/{findings,normalize,readme,sentences}.test.ts',
  'test/unit/files/read-file.test.ts',
  'test/unit/money.test.ts',
  'test/property/money.test.ts',
  'test/property/engine/{copies,laws,monoid,sharding}.test.ts',
  'test/property/ledger/any-number-of-parts.test.ts',
  'test/property/normalizer/captured-books.test.ts',
];
/** Too slow, or about the text of the sources, which a mutant does not change. */
const NO_JUDGES = ['test/unit/engine/{planted-errors,registry,reply-size,exact-money}.test.ts'];

/**
 * How much CPU time, by what they take undisturbed, tests may spend on one mutant beside those that bear its file's
 * name, which come first, however long they take: then those of its own folder, and slow ones last. Each file of tests
 * gets the same share of time, for its fastest tests first: hundreds of cases of one kind would otherwise keep all
 * others from their turn. What only later ones would notice counts as survived.
 */
const JUDGING_MS_MAX = 3_000;
const SLOW_MS = 150;
const DURATIONS = 'durations-of-tests.json';

export type Question =
  | { readonly kind: 'all tests' }
  | {
      readonly kind: 'mutant';
      readonly id: string;
      readonly source: string;
      readonly testIds?: readonly string[];
      readonly hitsMax: number;
    };

export interface Judged {
  readonly id: string;
  readonly file: string;
  readonly ms: number;
  readonly failure: string | undefined;
}

export interface AllTests {
  readonly tests: readonly Judged[];
  readonly coverage: Coverage;
}

export interface Verdict {
  readonly killedBy?: string;
  readonly failure?: string;
  readonly isEndless: boolean;
  /** The mutant left something behind that fails the test even without it: the next one needs fresh modules. */
  readonly isSpoilt: boolean;
  readonly tests: number;
}

interface Coverage {
  static: Record<string, number>;
  perTest: Record<string, Record<string, number>>;
}

/** What the code that Stryker instruments reads and writes. */
interface Instrumented {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: Coverage;
}
const world = globalThis as { __stryker__?: Instrumented };
world.__stryker__ ??= {};
const instrumented = world.__stryker__;

async function failureOf({ run }: Declared): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

async function runAll(): Promise<AllTests> {
  const tests: Judged[] = [];
  for (const test of declared) {
    const { id, file } = test;
    instrumented.currentTestId = id;
    const start = cpuMs();
    const failure = await failureOf(test);
    tests.push({ id, file, ms: cpuMs() - start, failure });
  }
  instrumented.currentTestId = undefined;
  writeFileSync(DURATIONS, JSON.stringify(tests.map(({ id, ms }) => [id, ms])));
  return { tests, coverage: instrumented.mutantCoverage ?? { static: {}, perTest: {} } };
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** `engine` of `shared/engine/rows/row.ts`, `money` of `shared/money.ts`. */
const subjectOf = (source: string): string => /shared\/(\w+)/.exec(source)?.[1] ?? '';

/** 0 if a file or suite of tests bears the name of the mutated file, 1 if its folder is that of the test, most if it is slow. */
function distanceOf({ file, suites }: Declared, ms: number, source: string): number {
  if ([basename(file, '.test.ts'), ...suites].includes(basename(source, '.ts'))) return 0;
  if (ms > SLOW_MS) return 3;
  return file.split('/test/')[1]?.includes(subjectOf(source)) ? 1 : 2;
}

/** @param source the file of the mutant */
function inTurn(source: string, ids: readonly string[]): Declared[] {
  const durations = new Map<string, number>(JSON.parse(readFileSync(DURATIONS, 'utf8')));
  const wanted = new Set(ids);
  const spentByFile = new Map<string, number>();
  const timed = declared
    .filter(({ id }) => wanted.has(id))
    .map((test) => ({ test, ms: durations.get(test.id) ?? 0 }))
    .sort((a, b) => a.ms - b.ms)
    .map(({ test, ms }) => {
      const share = (spentByFile.get(test.file) ?? 0) + ms;
      spentByFile.set(test.file, share);
      return { test, ms, share, distance: distanceOf(test, ms, source) };
    })
    .sort((a, b) => a.distance - b.distance || a.share - b.share);
  let spent = 0;
  const within = timed.filter(({ ms, distance }) => {
    if (distance === 0) return true;
    spent += ms;
    return spent <= JUDGING_MS_MAX;
  });
  return (within.length > 0 ? within : timed.slice(0, 1)).map(({ test }) => test);
}

async function judge(id: string, tests: readonly Declared[], hitsMax: number): Promise<Verdict> {
  for (const [index, test] of tests.entries()) {
    Object.assign(instrumented, { activeMutant: id, hitCount: 0, hitLimit: hitsMax });
    const failure = await failureOf(test);
    const isEndless = (instrumented.hitCount ?? 0) > hitsMax;
    Object.assign(instrumented, { activeMutant: undefined, hitCount: undefined });
    if (failure === undefined && !isEndless) continue;
    const isSpoilt = (await failureOf(test)) !== undefined;
    return { killedBy: test.id, failure: failure ?? '', isEndless, isSpoilt, tests: index + 1 };
  }
  return { isEndless: false, isSpoilt: false, tests: tests.length };
}

const declarations = new URL('./declarations.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vitest' && context.parentURL !== declarations
      ? { url: declarations, shortCircuit: true }
      : next(specifier, context),
});
await import('./bounded-properties.ts');
for (const file of globSync(JUDGES, { exclude: NO_JUDGES }).sort()) await declareTestsOf(resolve(file));

parentPort?.on('message', async (question: Question) => {
  parentPort?.postMessage(
    question.kind === 'all tests'
      ? await runAll()
      : await judge(
          question.id,
          inTurn(question.source, question.testIds ?? declared.map(({ id }) => id)),
          question.hitsMax,
        ),
  );
});
