/** Middle of some numbers; 0 of none. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/**
 * Times of steps that run in turns, so that a busy machine slows all of them alike. CPU time, not wall time: what
 * other programs take of the machine is not counted, and a step's threads are.
 */
export class Stopwatch {
  readonly #rounds = new Map<string, number[]>();

  async time<T>(step: string, work: () => T | Promise<T>): Promise<T> {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    this.#rounds.set(step, [...(this.#rounds.get(step) ?? []), (user + system) / 1000]);
    return result;
  }

  get steps(): readonly string[] {
    return [...this.#rounds.keys()];
  }

  medianMs(step: string): number {
    return median(this.#rounds.get(step) ?? []);
  }

  /** A step's time in units of another's, round by round: whatever slowed both is gone from the quotient. */
  ratio(step: string, unit: string): number {
    const units = this.#rounds.get(unit) ?? [];
    return median((this.#rounds.get(step) ?? []).map((ms, round) => ms / (units[round] ?? Number.NaN)));
  }
}
