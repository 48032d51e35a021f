import { type Call, type Shuffle, TaskError } from '../infra/state-machine.ts';
import type { S3Faults } from './memory-s3.ts';

/** Numbers between 0 and 1 that follow from a seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number that follows from seed and text, whatever else was drawn before: tasks meet in no certain order. */
function fateOf(seed: number, text: string): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return chanceOf(hash)();
}

/** A state is tried six times; one attempt is left to the store's own faults. */
const TASK_FAULTS_MAX = 4;
/** Of the store's faults, those that fail a step. */
const STORE_FAULTS_MAX = 1;
/** Share of executions that fail, and are redriven. */
const OUTAGES = 0.4;
const CALLS_BEFORE_OUTAGE_MAX = 60;

const passing = (name: string): TaskError => new TaskError(name, 'It passes.');

/** How often each of some things has come before. */
class Counts {
  readonly #counts = new Map<string, number>();
  next(of: string): number {
    const count = this.#counts.get(of) ?? 0;
    this.#counts.set(of, count + 1);
    return count;
  }
}

/**
 * What may happen to an execution, as a seed decides. Tasks fail before or after their work is done, are done twice at
 * once, and come in any order; the store turns requests away, loses its answers, and breaks off in the middle of
 * them. From some call on nothing may work any more, until `mend`.
 */
export class Faults {
  /** Kinds of faults that came. */
  readonly seen = new Set<string>();
  readonly #seed: number;
  readonly #tasks = new Counts();
  readonly #requests = new Counts();
  readonly #hasRetries: boolean;
  #storeFaults = 0;
  #callsLeft: number;

  /** @param hasRetries the SDK stands before the store: it asks again, but reads no body again */
  constructor(seed: number, hasRetries = true) {
    this.#seed = seed;
    this.#hasRetries = hasRetries;
    const hasOutage = fateOf(seed, 'whether') < OUTAGES;
    this.#callsLeft = hasOutage
      ? Math.floor(fateOf(seed, 'when') * CALLS_BEFORE_OUTAGE_MAX)
      : Number.POSITIVE_INFINITY;
  }

  /** Ends the outage. */
  mend(): void {
    this.#callsLeft = Number.POSITIVE_INFINITY;
  }

  readonly around =
    (call: Call): Call =>
    async (resource, args) => {
      const task = JSON.stringify(args);
      const isReader = resource.endsWith(':s3:getObject');
      if (this.#callsLeft-- <= 0) {
        this.seen.add('outage');
        throw passing(isReader ? 'States.ItemReaderFailed' : 'Lambda.ServiceException');
      }
      const count = this.#tasks.next(task);
      const fate = count < TASK_FAULTS_MAX ? fateOf(this.#seed, `${count} ${task}`) : 1;
      if (fate < 0.1) {
        this.seen.add('failed');
        throw passing(isReader ? 'States.ItemReaderFailed' : 'Lambda.ServiceException');
      }
      if (fate < 0.2) {
        this.seen.add('lost');
        await call(resource, args);
        throw passing(isReader ? 'States.ItemReaderFailed' : 'States.Timeout');
      }
      if (fate < 0.3) {
        this.seen.add('twice');
        const [result] = await Promise.all([call(resource, args), call(resource, args)]);
        return result;
      }
      return call(resource, args);
    };

  readonly shuffle: Shuffle = (items) =>
    items
      .map((item) => ({ item, at: fateOf(this.#seed, JSON.stringify(item)) }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);

  readonly store: S3Faults = (method, key) => {
    const request = `${method} ${key}`;
    if (this.#requests.next(request) > 0) return undefined;
    const fate = fateOf(this.#seed, request);
    if (fate > 0.01) return undefined;
    const fault = fate < 0.005 ? 'refused' : method === 'PUT' ? 'lost' : 'cut';
    const failsStep = !this.#hasRetries || fault === 'cut';
    if (failsStep && this.#storeFaults++ >= STORE_FAULTS_MAX) return undefined;
    this.seen.add(`store ${fault}`);
    return fault;
  };
}
