import { Worker } from 'node:worker_threads';
import type { NumberedTask } from '#shared/ledger/steps.ts';
import type { Sentence } from '#shared/sentence.ts';
import type { Places } from './door.ts';
import { MonthProblem } from './month-problem.ts';

export interface Job {
  readonly stage: string;
  readonly task: NumberedTask;
}

/** Why the job was refused, if it was. */
export interface Outcome {
  readonly refused?: readonly Sentence[];
}

interface Waiting {
  readonly job: Job;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

/** Does tasks in threads, one at a time in each, in the order in which they were asked for. */
export class Pool {
  readonly #idle: Worker[];
  readonly #all: readonly Worker[];
  readonly #waiting: Waiting[] = [];
  readonly #running = new Map<Worker, Waiting>();

  constructor(threads: number, places: Places) {
    this.#all = Array.from({ length: threads }, () => this.#start(places));
    this.#idle = [...this.#all];
  }

  do(job: Job): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ job, done, failed });
      this.#next();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()));
  }

  #start(places: Places): Worker {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: places });
    worker.on('message', ({ refused }: Outcome) => {
      const { done, failed } = this.#finish(worker);
      if (refused === undefined) done();
      else failed(new MonthProblem(...refused));
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
