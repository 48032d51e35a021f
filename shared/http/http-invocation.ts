import middy from '@middy/core';
import httpCors from '@middy/http-cors';
import httpErrorHandler from '@middy/http-error-handler';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { acceptedLanguage } from './accept-language.ts';
import type { Answer, Answerer, ServiceRequest } from './answer.ts';
import { guardDepth, guardedText, guardHeaders } from './body-guard.ts';
import { refusalOf } from './refusal.ts';
import { type HttpReply, httpReply } from './reply.ts';
import { logBug, logRequest } from './request-log.ts';
import type { Route } from './route.ts';

type Event = APIGatewayProxyEventV2;
type CountedReply = HttpReply & Pick<Answer, 'counts'>;

/** Headers of a signed request (SigV4), which a page may only send if the preflight names them. */
const SIGNATURE_HEADERS = 'Authorization, X-Amz-Date, X-Amz-Security-Token, X-Amz-Content-Sha256';

/** @param auth how the deployment lets callers in: `iam` takes signed requests, anything else takes no credential. */
export const corsOptionsOf = (auth: string | undefined) => ({
  disableBeforePreflightResponse: false,
  origin: '*',
  headers: `Content-Type, If-None-Match${auth === 'iam' ? `, ${SIGNATURE_HEADERS}` : ''}`,
  methods: 'GET, HEAD, POST, OPTIONS',
  exposeHeaders: 'ETag, Allow, X-Request-Id',
  maxAge: 86_400,
});

/** Middy's own logger would write the error, and with it the request body, into the log. */
export const errorHandlerOptions = { logger: false } as const;

/** Turns whatever was thrown into the contract's error body; httpErrorHandler, further out, makes a reply of it. */
const errorEnvelope = {
  onError(request: middy.Request) {
    const requestId = request.context.awsRequestId;
    const { status, body, headers } = refusalOf(request.error, requestId, true);
    if (body.error.code === 'internal_error') logBug(request.error, requestId);
    request.error = Object.assign(new Error(JSON.stringify(body)), {
      statusCode: status,
      headers,
      expose: true,
    });
  },
};

type UnreadEvent = Omit<Event, 'body'> & { body?: unknown };

/** Bounds a body before it is parsed, and decodes it: middy's parser would let broken UTF-8 pass. */
const textGuard = {
  before({ event }: middy.Request<UnreadEvent>) {
    guardHeaders(event.headers['content-type'], event.headers['content-encoding']);
    event.body = guardedText(event.body, event.isBase64Encoded);
    event.isBase64Encoded = false;
  },
};

/** Keys through which naive code would reach a prototype: middy's parser looks for them, and refuses the body. */
const FORBIDDEN_KEYS = ['"__proto__"', '"constructor"'];
/** A letter of such a key, or `_`, written as an escape. No writer of JSON escapes them. */
const ESCAPED_LETTER = /\\u00(?:5f|6|7)/i;

const maySpellForbiddenKey = (json: string): boolean =>
  FORBIDDEN_KEYS.some((key) => json.includes(key)) || (json.includes('\\u00') && ESCAPED_LETTER.test(json));

/** The guard before it knows the media type more strictly: middy's pattern takes `+json`, and no blank before a `;`. */
export const parserOptions = { disableContentTypeCheck: true } as const;
const middyParser = httpJsonBodyParser(parserOptions);

/** The value of a JSON text without forbidden keys; undefined, which no JSON has for a value, for any other text. */
function plainValue(text: string): unknown {
  if (maySpellForbiddenKey(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses the guarded text of a body. Middy's parser asks about each key whether it is forbidden, which takes five times
 * as long as the parsing: it reads what may have one, and refuses what is no JSON; all other text is parsed at once.
 */
const jsonBody = {
  before(request: Parameters<NonNullable<typeof middyParser.before>>[0]) {
    const { event } = request;
    const value = plainValue(event.body as string);
    if (value === undefined) return middyParser.before?.(request);
    Object.assign(event, { body: value });
  },
};

const depthGuard = {
  before({ event }: middy.Request<UnreadEvent>) {
    guardDepth(event.body);
  },
};

/**
 * The one middy chain, outermost first; onError runs from the inside out. CORS stands outside the error handler,
 * or refusals would reach a browser without its headers.
 */
function chainOf(route: Route, answer: Answerer) {
  const chain = middy<Event, CountedReply>()
    .use(httpCors(corsOptionsOf(process.env.AUTH)))
    .use(httpErrorHandler(errorHandlerOptions))
    .use(errorEnvelope);
  if (route.method === 'POST') chain.use(textGuard).use(jsonBody).use(depthGuard);
  return chain.handler((event: Event): CountedReply => {
    const request = serviceRequestOf(event);
    const answered = answer(request);
    const { counts } = answered;
    return { ...httpReply(route, request, event.headers, answered), ...(counts && { counts }) };
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
    language: acceptedLanguage(event.headers['accept-language']),
    options: {},
  };
}

/** Callers can write this header themselves, and the document carries its address: only the two schemes count. */
const schemeOf = (event: Event): 'http' | 'https' =>
  event.headers['x-forwarded-proto'] === 'http' ? 'http' : 'https';

/** Headers that every reply carries, whatever it says. */
const mannersOf = (event: Event, context: Context): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': context.awsRequestId,
  // The documents of the GET routes say otherwise; nothing that answers a request may be kept.
  'Cache-Control': 'no-store',
  ...(schemeOf(event) === 'https' && { 'Strict-Transport-Security': 'max-age=31536000' }),
});

/** The bytes of a body; 0 for one that is not text. */
const countBytes = (body: unknown, isBase64Encoded = false): number =>
  typeof body === 'string' ? Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') : 0;

/** Answers API Gateway events of payload format 2.0, and logs one line for each. */
export function httpInvocation(route: Route, answer: Answerer) {
  const chain = chainOf(route, answer);
  return async (event: Event, context: Context): Promise<HttpReply> => {
    const startedAtMs = Date.now();
    const bytesIn = countBytes(event.body, event.isBase64Encoded);
    const { counts, ...reply } = await chain(event, context);
    const bytesOut = countBytes(reply.body, reply.isBase64Encoded);
    const requestId = context.awsRequestId;
    const line = { requestId, route: route.id, invocation: 'http', status: reply.statusCode } as const;
    logRequest({ ...line, startedAtMs, bytesIn, bytesOut }, counts);
    return { ...reply, headers: { ...mannersOf(event, context), ...reply.headers } };
  };
}
