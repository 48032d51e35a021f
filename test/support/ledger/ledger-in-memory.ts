import { handlerOf } from '#functions/steps/handler-of.ts';
import type { StepEvent } from '#functions/steps/step-of.ts';
import { type Call, TaskError } from '../infra/state-machine.ts';
import { MemoryObjects } from './memory-objects.ts';
import type { MemoryS3 } from './memory-s3.ts';

/** What the states of the ledger workflow call, as one function without bundle, HTTP and SDK. */
export function callInMemory(memory: MemoryS3): Call {
  const objects = new MemoryObjects(memory);
  const handler = handlerOf({
    objects,
    deployment: {
      ...{ bucket: 'books', inputPrefix: 'exports/', outputPrefix: 'reports/', stamp: 'in memory-------' },
    },
    page: () => '',
  });
  return async (resource, args) => {
    try {
      if (resource.endsWith(':s3:getObject')) return await objects.readText(String(args.Key));
      if (resource.endsWith(':sns:publish')) return {};
      const payload = JSON.parse(JSON.stringify(args.Payload)) as StepEvent;
      return { Payload: JSON.parse(JSON.stringify(await handler(payload, { awsRequestId: 'request' }))) };
    } catch (error) {
      if (resource.endsWith(':s3:getObject'))
        throw new TaskError('States.ItemReaderFailed', String(args.Key));
      const { name, message } = error as Error;
      throw new TaskError(name, JSON.stringify({ errorType: name, errorMessage: message }));
    }
  };
}
