import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type Steps, stepsAt } from '#shared/ledger/steps.ts';
import { Rejection } from '#shared/rejections.ts';
import { DirectoryStore } from './directory-store.ts';
import type { Job, Outcome, WorkerData } from './pool.ts';

const { scratch, paths } = workerData as WorkerData;
const steps = stepsAt({
  store: new DirectoryStore(scratch),
  open: ({ source, piece }) =>
    createReadStream(paths[source] as string, {
      highWaterMark: 1024 * 1024,
      ...(piece && { start: piece.start, end: piece.end - 1 }),
    }),
});

async function outcomeOf({ step, task }: Job): Promise<Outcome> {
  try {
    return { result: await steps[step as keyof Steps](task as never) };
  } catch (error) {
    // A class does not survive the way between threads; what the message needs does.
    if (error instanceof Rejection) return { refused: [error.message, ...error.quotingDetails] };
    throw error;
  }
}

parentPort?.on('message', async (job: Job) => parentPort?.postMessage(await outcomeOf(job)));
