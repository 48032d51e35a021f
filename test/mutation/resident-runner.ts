import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type {
  DryRunResult,
  MutantRunOptions,
  MutantRunResult,
  TestRunner,
} from '@stryker-mutator/api/test-runner';
import type { AllTests, Question, Verdict } from './judge.ts';

/**
 * A test runner for Stryker that loads the tests once. Stryker's own for vitest loads every test file that reaches a
 * mutant anew for each of them, which takes seconds; here a thread keeps all tests, switches a mutant on, runs the
 * tests that reach it until one fails, and switches it off: milliseconds.
 */
const JUDGE = new URL('./judge.ts', import.meta.url);
/** Endless loops are told by CPU time: a busy machine makes no mutant look killed. */
const CPU_MS_MAX = 30_000;
const LOOK_EVERY_MS = 250;
/** Stryker allows a mutant a hundred times the hits of all tests; an endless loop of one test shows long before. */
const HIT_LIMIT_FACTOR = 100;
const HITS_MIN = 10_000;

class ResidentRunner implements TestRunner {
  private judge: Worker | undefined;

  /** Mutants are switched on after everything is loaded, so nothing needs loading anew, whatever Stryker asks for. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun(): Promise<DryRunResult> {
    const { tests, coverage } = (await this.ask<AllTests>(
      { kind: 'all tests' },
      Number.POSITIVE_INFINITY,
    )) as AllTests;
    return {
      status: 'complete',
      tests: tests.map(({ id, file, ms, failure }) => ({
        ...{ id, name: id, fileName: file, timeSpentMs: ms, status: failure === undefined ? 0 : 1 },
        failureMessage: failure,
      })),
      mutantCoverage: coverage,
    } as DryRunResult;
  }

  async mutantRun({ activeMutant, testFilter, hitLimit = 0 }: MutantRunOptions): Promise<MutantRunResult> {
    const verdict = await this.ask<Verdict>(
      {
        kind: 'mutant',
        id: activeMutant.id,
        source: activeMutant.fileName,
        ...(testFilter && { testIds: testFilter }),
        hitsMax: Math.max(hitLimit / HIT_LIMIT_FACTOR, HITS_MIN),
      },
      CPU_MS_MAX,
    );
    if (!verdict || verdict.isSpoilt) await this.dispose();
    if (!verdict || verdict.isEndless) return { status: 'timeout' } as MutantRunResult;
    const { killedBy, failure, tests } = verdict;
    return (
      killedBy
        ? { status: 'killed', killedBy: [killedBy], failureMessage: failure, nrOfTests: tests }
        : { status: 'survived', nrOfTests: tests }
    ) as MutantRunResult;
  }

  async dispose(): Promise<void> {
    await this.judge?.terminate();
    this.judge = undefined;
  }

  /** The answer, or nothing if finding it takes more CPU time than that. */
  private async ask<TAnswer>(question: Question, cpuMsMax: number): Promise<TAnswer | undefined> {
    this.judge ??= new Worker(JUDGE);
    const [start, isAnswered] = [process.cpuUsage(), new AbortController()];
    const answer = once(this.judge, 'message').then(([value]) => value as TAnswer);
    const overrun = new Promise<undefined>((stop) => {
      const timer = setInterval(() => {
        const { user, system } = process.cpuUsage(start);
        if ((user + system) / 1000 > cpuMsMax) stop(undefined);
      }, LOOK_EVERY_MS);
      isAnswered.signal.addEventListener('abort', () => clearInterval(timer));
    });
    this.judge.postMessage(question);
    return Promise.race([answer, overrun]).finally(() => isAnswered.abort());
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'resident', injectableClass: ResidentRunner }];
