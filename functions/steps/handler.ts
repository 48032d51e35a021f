import { readFileSync } from 'node:fs';
import { S3Client } from '@aws-sdk/client-s3';
import type { Context } from 'aws-lambda';
import { refusalOf } from '#shared/http/refusal.ts';
import { logBug, logStep } from '#shared/http/request-log.ts';
import { thrownRefusal } from '#shared/http/thrown-refusal.ts';
import { UnfitObject } from '#shared/ledger/store/store.ts';
import { Rejection } from '#shared/rejections.ts';
import { deploymentOf } from './deployment.ts';
import { S3Objects } from './s3-objects.ts';
import { type StepEvent, stepOf } from './step-of.ts';

// The address is the tests' own; deployed, the SDK knows S3.
const { S3_ENDPOINT: endpoint } = process.env;
const client = new S3Client({ ...(endpoint && { endpoint, forcePathStyle: true }) });
const deployment = deploymentOf(process.env);
const step = stepOf({
  objects: new S3Objects(client, deployment.bucket),
  deployment,
  page: () => readFileSync(new URL('page.html', import.meta.url), 'utf8'),
});

/** What Step Functions learns of an error: nothing from any row. */
function tellable(error: unknown, requestId: string): Error {
  if (error instanceof UnfitObject) return error;
  if (error instanceof Rejection) return thrownRefusal(refusalOf(error, requestId, false));
  // The SDK's own errors say what S3 had to say, which may name keys.
  if (error instanceof Error && '$metadata' in error)
    return Object.assign(new Error(`S3 answered ${error.name}.`), { name: 'StoreFailed', stack: '' });
  logBug(error, requestId);
  return thrownRefusal(refusalOf(error, requestId, false));
}

/** One step of the ledger workflow: keys and small facts in, small facts out; rows go by way of the bucket only. */
export const handler = async (event: StepEvent, { awsRequestId }: Context): Promise<unknown> => {
  const startedAtMs = Date.now();
  const told = { requestId: awsRequestId, step: event.step, stage: event.stage, task: event.task?.number };
  try {
    const result = await step(event);
    logStep({
      ...told,
      durationMs: Date.now() - startedAtMs,
      isDone: !('isDone' in result) || result.isDone === true,
    });
    return result;
  } catch (error) {
    const thrown = tellable(error, awsRequestId);
    logStep({ ...told, durationMs: Date.now() - startedAtMs, isDone: false });
    throw thrown;
  }
};
