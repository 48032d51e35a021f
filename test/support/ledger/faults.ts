import { type Call, TaskError } from '../infra/state-machine.ts';
import { Random } from '../random.ts';
import type { S3Faults } from './s3-server.ts';

/** A number that follows from seed and text, whatever else was drawn before: tasks meet in no certain order. */
function fateOf(seed: number, text: string): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return new Random(hash).next();
}

/** A state is tried six times; one attempt is left to the store's own fault. */
const TASK_FAULTS_MAX = 4;
/** Share of executions that fail, and are redriven. */
const OUTAGES = 0.4;
/** Share of requests that the store turns away, of those whose answer is lost, and of those that it breaks off. */
const STORE_FAULTS = 0.12;

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
 * What may happen to an execution, as a seed decides. Tasks fail before or after their work is done, or are done twice
 * at once; the store turns requests away, loses its answers, and breaks off in the middle of them. From some call on
 * nothing may work any more, until `mend`.
 */
export class Faults {
  /** Kinds of faults that came. */
  readonly seen = new Set<string>();
  readonly #seed: number;
  readonly #tasks = new Counts();
  readonly #requests = new Counts();
  #hasCut = false;
  #callsLeft: number;

  /** @param calls of a run with few faults */
  constructor(seed: number, calls: number) {
    this.#seed = seed;
    const hasOutage = fateOf(seed, 'whether') < OUTAGES;
    this.#callsLeft = hasOutage ? Math.floor(fateOf(seed, 'when') * calls) : Number.POSITIVE_INFINITY;
  }

  /** Ends the outage. */
  mend(): void {
    this.#callsLeft = Number.POSITIVE_INFINITY;
  }

  readonly around =
    (call: Call): Call =>
    async (resource, args) => {
      const task = JSON.stringify([resource, args.FunctionName]);
      if (this.#callsLeft-- <= 0) {
        this.seen.add('outage');
        throw passing('Lambda.ServiceException');
      }
      const count = this.#tasks.next(task);
      const fate = count < TASK_FAULTS_MAX ? fateOf(this.#seed, `${count} ${task}`) : 1;
      if (fate < 0.1) {
        this.seen.add('failed');
        throw passing('Lambda.ServiceException');
      }
      if (fate < 0.2) {
        this.seen.add('lost');
        await call(resource, args);
        throw passing('Lambda.SdkClientException');
      }
      if (fate < 0.3) {
        this.seen.add('twice');
        const [result] = await Promise.all([call(resource, args), call(resource, args)]);
        return result;
      }
      return call(resource, args);
    };

  /** The SDK asks again, but reads no body again: that fails the step, once. */
  readonly store: S3Faults = (method, key) => {
    // Runs have names of their own.
    const request = `${method} ${key.replace(/[0-9a-f]{8,}\//, '')}`;
    if (this.#requests.next(request) > 0) return undefined;
    const fate = fateOf(this.#seed, request) / STORE_FAULTS;
    if (fate > 1) return undefined;
    const fault = fate < 0.5 ? 'slow down' : method === 'PUT' ? 'lost' : 'cut';
    if (fault === 'cut' && (key === '' || this.#hasCut)) return undefined;
    this.#hasCut ||= fault === 'cut';
    this.seen.add(`store ${fault}`);
    return fault === 'slow down' ? [503, 'SlowDown'] : fault;
  };
}
