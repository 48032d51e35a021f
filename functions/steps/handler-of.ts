import type { Context } from 'aws-lambda';
import { refusalOf } from '#shared/http/refusal.ts';
import { logBug, logStep } from '#shared/http/request-log.ts';
import { thrownRefusal } from '#shared/http/thrown-refusal.ts';
import { UnfitObject } from '#shared/ledger/store/store.ts';
import { Rejection } from '#shared/rejections.ts';
import { type StepEvent, type Surroundings, stepOf } from './step-of.ts';

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

/** A step as Lambda calls it, which logs what it does. */
export function handlerOf(surroundings: Surroundings) {
  const step = stepOf(surroundings);
  return async (event: StepEvent, { awsRequestId }: Pick<Context, 'awsRequestId'>): Promise<object> => {
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
}
