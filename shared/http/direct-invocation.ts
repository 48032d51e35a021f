import type { Context } from 'aws-lambda';
import type { Answerer, ServiceRequest } from './answer.ts';
import { guardText } from './body-guard.ts';
import { refusalOf } from './refusal.ts';
import { logBug, logRequest } from './request-log.ts';
import type { Route } from './route.ts';

/** An error that Step Functions can tell apart by name, and whose message a state can parse as JSON. */
class DirectInvocationError extends Error {
  constructor(name: string, message: string) {
    super(message);
    // Not enumerable: Lambda prints an error's own enumerable properties into the log.
    Object.defineProperty(this, 'name', { value: name });
  }
}

/** A GET takes `{connectorId}` or nothing; a POST's payload is the request body itself. */
function serviceRequestOf(route: Route, payload: unknown): ServiceRequest {
  const isGet = route.method === 'GET';
  return {
    body: isGet ? undefined : payload,
    pathParameters: isGet && payload !== null && typeof payload === 'object' ? { ...payload } : {},
    method: route.method,
    path: route.path,
    baseUrl: '',
  };
}

/** Answers payloads that are not HTTP events: the reply is the reply body itself, a failure is a thrown error. */
export function directInvocation(route: Route, answer: Answerer) {
  return async (payload: unknown, context: Context): Promise<unknown> => {
    const startedAtMs = Date.now();
    const requestId = context.awsRequestId;
    const text = JSON.stringify(payload ?? null);
    const log = (status: number, bytesOut: number, counts: Readonly<Record<string, number>> = {}) =>
      logRequest({
        ...{ requestId, route: route.id, invocation: 'direct', status, startedAtMs },
        ...{ durationMs: Date.now() - startedAtMs, bytesIn: Buffer.byteLength(text), bytesOut, counts },
      });
    try {
      guardText(text);
      const { body, counts } = answer(serviceRequestOf(route, payload));
      log(200, Buffer.byteLength(JSON.stringify(body)), counts);
      return body;
    } catch (error) {
      const { status, name, body } = refusalOf(error, requestId);
      if (body.error.code === 'internal_error') logBug(error, requestId);
      const message = JSON.stringify(body.error);
      log(status, Buffer.byteLength(message));
      throw new DirectInvocationError(name, message);
    }
  };
}
