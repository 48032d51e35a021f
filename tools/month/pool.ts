import { Worker } from 'node:worker_threads';
import type { Call } from '#shared/ledger/run.ts';
import { MonthProblem } from './settings.ts';

export interface WorkerData {
  /** Folder that the steps keep their objects in. */
  readonly scratch: string;
  /** File of each source, by its number. */
  readonly paths: readonly string[];
}

export interface Job {
  readonly step: string;
  readonly task: unknown;
}

export type Outcome = { readonly result: unknown } | { readonly refused: readonly string[] };

interface Waiting {
  readonly job: Job;
  readonly done: (result: unknown) => void;
  readonly failed: (error: Error) => void;
}

/** Does steps in threads, one at a time in each, in the order in which they were asked for. */
export class Pool {
  readonly #idle: Worker[];
  readonly #all: readonly Worker[];
  readonly #waiting: Waiting[] = [];
  readonly #running = new Map<Worker, Waiting>();

  constructor(threads: number, data: WorkerData) {
    this.#all = Array.from({ length: threads }, () => this.#start(data));
    this.#idle = [...this.#all];
  }

  readonly call: Call = ((step: string, task: unknown) =>
    new Promise<unknown>((done, failed) => {
      this.#waiting.push({ job: { step, task }, done, failed });
      this.#next();
    })) as unknown as Call;

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()));
  }

  #start(data: WorkerData): Worker {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: data });
    worker.on('message', (outcome: Outcome) => {
      const { done, failed } = this.#finish(worker);
      if ('result' in outcome) done(outcome.result);
      else failed(new MonthProblem(outcome.refused.join('\n  ')));
      this.#next();
    });
    worker.on('error', (error) => {
      if (this.#running.has(worker)) this.#finish(worker).failed(error);
    });
    return worker;
  }

  #finish(worker: Worker): Waiting {
    const waiting = this.#running.get(worker) as Waiting;
    this.#running.delete(worker);
    this.#idle.push(worker);
    return waiting;
  }

  #next(): void {
    while (this.#idle.length > 0 && this.#waiting.length > 0) {
      const [worker, waiting] = [this.#idle.pop() as Worker, this.#waiting.shift() as Waiting];
      this.#running.set(worker, waiting);
      worker.postMessage(waiting.job);
    }
  }
}
