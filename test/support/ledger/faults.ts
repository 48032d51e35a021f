import { type Call, TaskError } from '../infra/state-machine.ts';
import { Random } from '../random.ts';
import type { S3Faults } from './s3-server.ts';

/** Draws a number from seed and text only, because the order of tasks is not fixed. */
function drawFate(seed: number, text: string): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return new Random(hash).next();
}

/** Faults per task: a state is tried six times, and the store may use one more attempt. */
const TASK_FAULTS_MAX = 4;
/** Share of executions that fail and are redriven. */
const OUTAGES = 0.4;
/** Share of requests to the store that are throttled, lose their reply, or are cut off. */
const STORE_FAULTS = 0.12;

const temporary = (name: string): TaskError => new TaskError(name, 'A temporary fault.');

/** Counts how often each name has occurred. */
class Counts {
  readonly #counts = new Map<string, number>();
  next(name: string): number {
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return count;
  }
}

/**
 * Faults of an execution, drawn from a seed. Tasks fail before or after their work, or run twice at once; the store
 * throttles requests, loses replies, and cuts them off. An outage may begin at any call, and lasts until `mend`.
 */
export class Faults {
  /** Kinds of faults that occurred. */
  readonly seen = new Set<string>();
  readonly #seed: number;
  readonly #tasks = new Counts();
  readonly #requests = new Counts();
  #hasCut = false;
  #callsLeft: number;

  /** @param calls number of calls of a run with few faults */
  constructor(seed: number, calls: number) {
    this.#seed = seed;
    const hasOutage = drawFate(seed, 'whether') < OUTAGES;
    this.#callsLeft = hasOutage ? Math.floor(drawFate(seed, 'when') * calls) : Number.POSITIVE_INFINITY;
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
        throw temporary('Lambda.ServiceException');
      }
      const count = this.#tasks.next(task);
      const fate = count < TASK_FAULTS_MAX ? drawFate(this.#seed, `${count} ${task}`) : 1;
      if (fate < 0.1) {
        this.seen.add('failed');
        throw temporary('Lambda.ServiceException');
      }
      if (fate < 0.2) {
        this.seen.add('lost');
        await call(resource, args);
        throw temporary('Lambda.SdkClientException');
      }
      if (fate < 0.3) {
        this.seen.add('twice');
        const [result] = await Promise.all([call(resource, args), call(resource, args)]);
        return result;
      }
      return call(resource, args);
    };

  /** The SDK retries requests, but not a body that is cut off: that fails the step, so it happens once. */
  readonly store: S3Faults = (method, key) => {
    // Remove the name of the run, which is random.
    const request = `${method} ${key.replace(/[0-9a-f]{8,}\//, '')}`;
    if (this.#requests.next(request) > 0) return undefined;
    const fate = drawFate(this.#seed, request) / STORE_FAULTS;
    if (fate > 1) return undefined;
    const fault = fate < 0.5 ? 'slow down' : method === 'PUT' ? 'lost' : 'cut';
    if (fault === 'cut' && (key === '' || this.#hasCut)) return undefined;
    this.#hasCut ||= fault === 'cut';
    this.seen.add(`store ${fault}`);
    return fault === 'slow down' ? [503, 'SlowDown'] : fault;
  };
}
