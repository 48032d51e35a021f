import type { Context } from 'aws-lambda';
import { DEFAULT_LANGUAGE } from '../language.ts';
import { errorCodes, Rejection } from '../rejections.ts';
import { checkDepth, checkSize, estimateJsonLength } from './body-guard.ts';
import type { Invocation, InvocationOptions } from './invocation-options.ts';
import { toRefusal, toThrownError } from './refusal.ts';
import { logBug, logRequest } from './request-log.ts';
import type { EndpointHandler, EndpointResult, Route, ServiceRequest } from './route.ts';

/** Builds the request of a direct invocation: for a GET the payload has the path parameters, for a POST it is the body. */
function serviceRequestOf({ method, path }: Route, { body, options }: Invocation): ServiceRequest {
  const isGet = method === 'GET';
  return {
    body: isGet ? undefined : body,
    pathParameters: isGet && body !== null && typeof body === 'object' ? { ...body } : {},
    method,
    path,
    baseUrl: '',
    language: options.language ?? DEFAULT_LANGUAGE,
    options,
  };
}

/** Measures a reply. Throws `reply_too_large` above the caller's limit: states cannot catch their own error for it. */
function measureReply({ body }: EndpointResult, { maxReplyBytes }: InvocationOptions): number {
  // Estimate the size unless the caller set a limit: counting bytes means writing the JSON, which Lambda does again.
  if (maxReplyBytes === undefined) return estimateJsonLength(body);
  const bytes = Buffer.byteLength(JSON.stringify(body));
  if (bytes <= maxReplyBytes) return bytes;
  const { meaning, remedy } = errorCodes.reply_too_large;
  throw new Rejection('reply_too_large', `${meaning.en} It has ${bytes} bytes. ${remedy.en}`);
}

/**
 * Returns a Lambda handler for direct invocations of a route (by Step Functions or an SDK). It returns the body of the
 * reply, or throws an error whose name is the kind of refusal, such as `InvalidRequest`.
 */
export function createDirectHandler(
  route: Route,
  endpoint: EndpointHandler,
  readInvocation: (payload: unknown) => Invocation,
) {
  return async (payload: unknown, { awsRequestId: requestId }: Context): Promise<unknown> => {
    const startedAtMs = Date.now();
    let bytesIn = 0;
    const logReply = (status: number, bytesOut: number, counts: EndpointResult['counts']) =>
      logRequest(
        { requestId, route: route.id, invocation: 'direct', status, startedAtMs, bytesIn, bytesOut },
        counts,
      );
    try {
      const invocation = readInvocation(payload);
      bytesIn = checkDepth(invocation.body);
      checkSize(bytesIn);
      const reply = endpoint(serviceRequestOf(route, invocation));
      logReply(200, measureReply(reply, invocation.options), reply.counts);
      return reply.body;
    } catch (error) {
      const refusal = toRefusal(error, requestId, false);
      const isBug = refusal.body.error.code === 'internal_error';
      if (isBug) logBug(error, requestId);
      const thrown = toThrownError(refusal);
      // Count the mistakes of callers, because the alarm subtracts them: Lambda counts every thrown error.
      logReply(refusal.status, Buffer.byteLength(thrown.message), isBug ? {} : { directRefusals: 1 });
      throw thrown;
    }
  };
}
