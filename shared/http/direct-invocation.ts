import type { Context } from 'aws-lambda';
import { DEFAULT_LANGUAGE } from '../language.ts';
import { errorCodes, Rejection } from '../rejections.ts';
import type { Answer, Answerer, ServiceRequest } from './answer.ts';
import { guardDepth, guardSize, jsonLength } from './body-guard.ts';
import type { Invocation, InvocationOptions } from './invocation-options.ts';
import { refusalOf, thrownRefusal } from './refusal.ts';
import { logBug, logRequest } from './request-log.ts';
import type { Route } from './route.ts';

/** A GET takes `{connectorId}` or nothing, a POST the request body. */
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

/**
 * The bytes of a reply, at most as many as the caller can take: a state that is handed too much fails with an error
 * that no state can catch, and this one can be caught by name.
 */
function boundedBytes({ body }: Answer, { maxReplyBytes }: InvocationOptions): number {
  // Lambda writes the reply again and bounds it, so bytes are counted only if the caller set a limit.
  if (maxReplyBytes === undefined) return jsonLength(body);
  const bytes = Buffer.byteLength(JSON.stringify(body));
  if (bytes <= maxReplyBytes) return bytes;
  const { meaning, remedy } = errorCodes.reply_too_large;
  throw new Rejection('reply_too_large', `${meaning.en} It has ${bytes} bytes. ${remedy.en}`);
}

/** Answers payloads that are not HTTP events: the reply is the reply body itself, a failure is a thrown error. */
export function directInvocation(
  route: Route,
  answer: Answerer,
  readInvocation: (payload: unknown) => Invocation,
) {
  return async (payload: unknown, { awsRequestId: requestId }: Context): Promise<unknown> => {
    const startedAtMs = Date.now();
    let bytesIn = 0;
    const log = (status: number, bytesOut: number, counts: Answer['counts']) =>
      logRequest(
        { requestId, route: route.id, invocation: 'direct', status, startedAtMs, bytesIn, bytesOut },
        counts,
      );
    try {
      const invocation = readInvocation(payload);
      bytesIn = guardDepth(invocation.body);
      guardSize(bytesIn);
      const answered = answer(serviceRequestOf(route, invocation));
      log(200, boundedBytes(answered, invocation.options), answered.counts);
      return answered.body;
    } catch (error) {
      const refusal = refusalOf(error, requestId, false);
      const isBug = refusal.body.error.code === 'internal_error';
      if (isBug) logBug(error, requestId);
      const thrown = thrownRefusal(refusal);
      // Lambda counts every thrown error as its own; the alarm subtracts those that were the caller's.
      log(refusal.status, Buffer.byteLength(thrown.message), isBug ? {} : { directRefusals: 1 });
      throw thrown;
    }
  };
}
