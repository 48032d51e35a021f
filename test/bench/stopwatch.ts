/** Median; 0 without numbers. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Warm-up rounds, in which code is not compiled yet. */
const WARM_UP_ROUNDS = 5;

/**
 * CPU times of steps that run in turns, so that a busy machine slows all of them alike; other programs are not
 * counted. Uses sums, not medians, because the system counts CPU time in ticks of some milliseconds.
 */
export class Stopwatch {
  readonly #rounds = new Map<string, number[]>();

  async time<T>(step: string, work: () => T | Promise<T>): Promise<T> {
    const before = process.threadCpuUsage();
    const result = await work();
    const after = process.threadCpuUsage();
    const ms = (after.user - before.user + after.system - before.system) / 1000;
    this.#rounds.set(step, [...(this.#rounds.get(step) ?? []), ms]);
    return result;
  }

  /** Mean of the rounds, in milliseconds. */
  meanMs(step: string): number {
    const rounds = (this.#rounds.get(step) ?? []).slice(WARM_UP_ROUNDS);
    return sum(rounds) / rounds.length;
  }

  /** The time of a step as a multiple of another one. */
  ratio(step: string, unit: string): number {
    return this.meanMs(step) / this.meanMs(unit);
  }
}
