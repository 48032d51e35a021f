import type { Context } from 'aws-lambda';
import { DEFAULT_LANGUAGE } from '../language.ts';
import { errorCodes, Rejection } from '../rejections.ts';
import type {
  Answer,
  Answerer,
  Invocation,
  InvocationOptions,
  InvocationReader,
  ServiceRequest,
} from './answer.ts';
import { guardDepth, guardSize, jsonLength } from './body-guard.ts';
import { refusalOf } from './refusal.ts';
import { logBug, logRequest } from './request-log.ts';
import type { Route } from './route.ts';
import { thrownRefusal } from './thrown-refusal.ts';

/** A GET takes `{connectorId}` or nothing, a POST the request body. */
function serviceRequestOf<TOptions extends InvocationOptions>(
  route: Route,
  { body, options }: Invocation<TOptions>,
): ServiceRequest<TOptions> {
  const isGet = route.method === 'GET';
  return {
    body: isGet ? undefined : body,
    pathParameters: isGet && body !== null && typeof body === 'object' ? { ...body } : {},
    method: route.method,
    path: route.path,
    baseUrl: '',
    language: options.language ?? DEFAULT_LANGUAGE,
    options,
  };
}

interface Reply {
  readonly body: unknown;
  readonly bytes: number;
}

/** A state that is handed too much fails with an error that no state can catch; this one can be caught by name. */
function boundedReply({ body }: Answer, { maxReplyBytes }: InvocationOptions): Reply {
  // Lambda writes the reply again and bounds it, so bytes are counted only if the caller set a limit.
  if (maxReplyBytes === undefined) return { body, bytes: jsonLength(body) };
  const bytes = Buffer.byteLength(JSON.stringify(body));
  if (bytes <= maxReplyBytes) return { body, bytes };
  const { meaning, remedy } = errorCodes.reply_too_large;
  throw new Rejection('reply_too_large', `${meaning.en} It has ${bytes} bytes. ${remedy.en}`);
}

/** Answers payloads that are not HTTP events: the reply is the reply body itself, a failure is a thrown error. */
export function directInvocation<TOptions extends InvocationOptions>(
  route: Route,
  answer: Answerer<TOptions>,
  readInvocation: InvocationReader<TOptions>,
) {
  return async (payload: unknown, context: Context): Promise<unknown> => {
    const startedAtMs = Date.now();
    const requestId = context.awsRequestId;
    let bytesIn = 0;
    const log = (status: number, bytesOut: number, counts: Readonly<Record<string, number>> = {}) =>
      logRequest({
        requestId,
        route: route.id,
        invocation: 'direct',
        status,
        startedAtMs,
        durationMs: Date.now() - startedAtMs,
        bytesIn,
        bytesOut,
        counts,
      });
    try {
      const invocation = readInvocation(payload);
      bytesIn = guardDepth(invocation.body);
      guardSize(bytesIn);
      const answered = answer(serviceRequestOf(route, invocation));
      const reply = boundedReply(answered, invocation.options);
      log(200, reply.bytes, answered.counts);
      return reply.body;
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
