/** Middle of some numbers; 0 of none. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The first rounds run code that is not compiled yet. */
const WARM_UP_ROUNDS = 5;

/** CPU time of this thread: what its own work takes, whatever other programs and other threads do. */
export const ownThread = (): NodeJS.CpuUsage => process.threadCpuUsage();
/** CPU time of all threads: for work that is handed to others. */
export const allThreads = (): NodeJS.CpuUsage => process.cpuUsage();

/**
 * Times of steps that run in turns, so that a busy machine slows all of them alike. CPU time, not wall time: what
 * other programs take of the machine is not counted. Sums, not medians: the system counts CPU time in ticks of some
 * milliseconds, which even out only in a sum.
 */
export class Stopwatch {
  readonly #clock: () => NodeJS.CpuUsage;
  readonly #rounds = new Map<string, number[]>();

  constructor(clock = ownThread) {
    this.#clock = clock;
  }

  async time<T>(step: string, work: () => T | Promise<T>): Promise<T> {
    const before = this.#clock();
    const result = await work();
    const after = this.#clock();
    const ms = (after.user - before.user + after.system - before.system) / 1000;
    this.#rounds.set(step, [...(this.#rounds.get(step) ?? []), ms]);
    return result;
  }

  /** Mean of the rounds, in milliseconds. */
  meanMs(step: string): number {
    const rounds = (this.#rounds.get(step) ?? []).slice(WARM_UP_ROUNDS);
    return sum(rounds) / rounds.length;
  }

  /** A step's time in units of another's. */
  ratio(step: string, unit: string): number {
    return this.meanMs(step) / this.meanMs(unit);
  }

  /** A line for each step: its mean, and that in units of another's. */
  table(unit: string): string {
    return [...this.#rounds.keys()]
      .map((step) => {
        const [ms, ratio] = [this.meanMs(step).toFixed(2), this.ratio(step, unit).toFixed(2)];
        return `${step.padEnd(16)}${ms.padStart(8)} ms ${ratio.padStart(8)} x`;
      })
      .join('\n');
  }
}
