import middy from '@middy/core';
import httpCors from '@middy/http-cors';
import httpErrorHandler from '@middy/http-error-handler';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Answer, Answerer, ServiceRequest } from './answer.ts';
import { guardedText, guardHeaders } from './body-guard.ts';
import { refusalOf } from './refusal.ts';
import { type HttpReply, replyOf } from './reply.ts';
import { logBug, logRequest } from './request-log.ts';
import type { Route } from './route.ts';

type Event = APIGatewayProxyEventV2;
type CountedReply = HttpReply & Pick<Answer, 'counts'>;

export const corsOptions = {
  disableBeforePreflightResponse: false,
  origin: '*',
  headers: 'Content-Type, If-None-Match',
  methods: 'GET, HEAD, POST, OPTIONS',
  exposeHeaders: 'ETag, Allow, X-Request-Id',
  maxAge: 86_400,
};

/** Middy's own logger would write the error, and with it the request body, into the log. */
export const errorHandlerOptions = { logger: false } as const;

/** Turns whatever was thrown into the contract's error body; httpErrorHandler, further out, makes a reply of it. */
const errorEnvelope = {
  onError(request: middy.Request) {
    const requestId = request.context.awsRequestId;
    const { status, body, headers } = refusalOf(request.error, requestId);
    if (body.error.code === 'internal_error') logBug(request.error, requestId);
    request.error = Object.assign(new Error(JSON.stringify(body)), {
      statusCode: status,
      headers,
      expose: true,
    });
  },
};

/** Bounds the body before anything parses it, and hands the parser plain text. */
const bodyGuard = {
  before({ event }: middy.Request<Event>) {
    guardHeaders(event.headers['content-type'], event.headers['content-encoding']);
    event.body = guardedText(event.body, event.isBase64Encoded);
    event.isBase64Encoded = false;
    event.headers['content-type'] = 'application/json';
  },
};

/**
 * The one middy chain, outermost first; onError runs from the inside out. CORS stands outside the error handler,
 * or refusals would reach a browser without its headers.
 */
function chainOf(route: Route, answer: Answerer) {
  const chain = middy<Event, CountedReply>()
    .use(httpCors(corsOptions))
    .use(httpErrorHandler(errorHandlerOptions))
    .use(errorEnvelope);
  if (route.method === 'POST') chain.use(bodyGuard).use(httpJsonBodyParser());
  return chain.handler((event: Event): CountedReply => {
    const request = serviceRequestOf(event);
    const { body, counts } = answer(request);
    return {
      ...replyOf(route, request.method, event.headers, JSON.stringify(body)),
      ...(counts && { counts }),
    };
  });
}

function serviceRequestOf(event: Event): ServiceRequest {
  const { domainName, http } = event.requestContext;
  return {
    body: event.body,
    pathParameters: event.pathParameters ?? {},
    method: http.method,
    path: event.rawPath,
    baseUrl: `${schemeOf(event)}://${domainName}`,
  };
}

const schemeOf = (event: Event): string => event.headers['x-forwarded-proto'] ?? 'https';

/** Headers that every reply carries, whatever it says. */
const mannersOf = (event: Event, context: Context): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': context.awsRequestId,
  // The documents of the GET routes say otherwise; nothing that answers a request may be kept.
  'Cache-Control': 'no-store',
  ...(schemeOf(event) === 'https' && { 'Strict-Transport-Security': 'max-age=31536000' }),
});

/** Answers API Gateway events of payload format 2.0, and logs one line for each. */
export function httpInvocation(route: Route, answer: Answerer) {
  const chain = chainOf(route, answer);
  return async (event: Event, context: Context): Promise<HttpReply> => {
    const startedAtMs = Date.now();
    const bytesIn = Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
    const { counts = {}, ...reply } = await chain(event, context);
    const bytesOut = Buffer.byteLength(reply.body ?? '', reply.isBase64Encoded ? 'base64' : 'utf8');
    const requestId = context.awsRequestId;
    const durationMs = Date.now() - startedAtMs;
    const line = { requestId, route: route.id, invocation: 'http', status: reply.statusCode } as const;
    logRequest({ ...line, startedAtMs, durationMs, bytesIn, bytesOut, counts });
    return { ...reply, headers: { ...mannersOf(event, context), ...reply.headers } };
  };
}
