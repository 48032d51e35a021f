import { parentPort, workerData } from 'node:worker_threads';
import { workTask } from '#shared/ledger/steps.ts';
import { Rejection } from '#shared/rejections.ts';
import { doorTo, type Places } from './door.ts';
import type { Job, Outcome } from './pool.ts';

const door = doorTo(workerData as Places);

async function outcomeOf({ stage, task }: Job): Promise<Outcome> {
  try {
    await workTask(stage, task, door);
    return {};
  } catch (error) {
    // A class does not survive the way between threads; what the message needs does.
    if (error instanceof Rejection) {
      const { message, details } = error.sentences;
      return { refused: [message, ...details] };
    }
    throw error;
  }
}

parentPort?.on('message', async (job: Job) => parentPort?.postMessage(await outcomeOf(job)));
