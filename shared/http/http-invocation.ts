import middy from '@middy/core';
import httpCors from '@middy/http-cors';
import httpErrorHandler from '@middy/http-error-handler';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { negotiateLanguage } from './accept-language.ts';
import { checkDepth, checkHeaders, decodeBody } from './body-guard.ts';
import { toRefusal } from './refusal.ts';
import { buildHttpReply, type HttpReply } from './reply.ts';
import { logBug, logRequest } from './request-log.ts';
import type { EndpointHandler, EndpointResult, Route, ServiceRequest } from './route.ts';

type Event = APIGatewayProxyEventV2;
type CountedReply = HttpReply & Pick<EndpointResult, 'counts'>;

/** Headers of a signed request (SigV4). A browser sends them only if the preflight reply lists them. */
const SIGNATURE_HEADERS = 'Authorization, X-Amz-Date, X-Amz-Security-Token, X-Amz-Content-Sha256';

/** Builds middy's CORS options for calls from any website; with the auth `iam`, also for signed requests. */
export const buildCorsOptions = (auth: string | undefined) => ({
  disableBeforePreflightResponse: false,
  origin: '*',
  headers: `Content-Type, If-None-Match${auth === 'iam' ? `, ${SIGNATURE_HEADERS}` : ''}`,
  methods: 'GET, HEAD, POST, OPTIONS',
  exposeHeaders: 'ETag, Allow, X-Request-Id',
  maxAge: 86_400,
});

/** Options of middy's error handler; its logger is off because it would log the error with the request body. */
export const errorHandlerOptions = { logger: false } as const;

/** Converts any thrown error to the contract's error body, which middy's error handler sends. */
const errorEnvelope = {
  onError(request: middy.Request) {
    const requestId = request.context.awsRequestId;
    const { status, body, headers } = toRefusal(request.error, requestId, true);
    if (body.error.code === 'internal_error') logBug(request.error, requestId);
    request.error = Object.assign(new Error(JSON.stringify(body)), {
      statusCode: status,
      headers,
      expose: true,
    });
  },
};

type UnreadEvent = Omit<Event, 'body'> & { body?: unknown };

/** Checks the headers and decodes the body before parsing; middy's parser would accept invalid UTF-8. */
const textGuard = {
  before({ event }: middy.Request<UnreadEvent>) {
    checkHeaders(event.headers['content-type'], event.headers['content-encoding']);
    event.body = decodeBody(event.body, event.isBase64Encoded);
    event.isBase64Encoded = false;
  },
};

/** Matches the key `name` in JSON text, in whichever way its letters are escaped. */
const keyPattern = (name: string): RegExp => {
  const letters = [...name].map((letter) => {
    const digits = letter.charCodeAt(0).toString(16).padStart(4, '0');
    return `(?:${letter}|\\\\u${digits.replace(/[ef]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  });
  return new RegExp(`"${letters.join('')}"[ \\t\\r\\n]*:`);
};

/** Keys that middy's parser refuses, because they can pollute prototypes: `__proto__`, and `constructor` around `prototype`. */
const FORBIDDEN_KEYS = [['__proto__'], ['constructor', 'prototype']].map((names) => names.map(keyPattern));
/** Searches for the unescaped names, in a third of the time that `includes` takes. */
const FORBIDDEN_NAME = /__proto__|constructor/;

const maySpellForbiddenKey = (json: string): boolean =>
  (FORBIDDEN_NAME.test(json) || json.includes('\\u00')) &&
  FORBIDDEN_KEYS.some((keys) => keys.every((pattern) => pattern.test(json)));

/** Options of middy's parser; the media type is checked by `textGuard`, because middy accepts `+json` and no blank before `;`. */
export const parserOptions = { disableContentTypeCheck: true } as const;
const middyParser = httpJsonBodyParser(parserOptions);

/** Parses JSON text without forbidden keys; `undefined` for any other text. */
function parsePlainJson(text: string): unknown {
  if (maySpellForbiddenKey(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses the body. Uses middy's parser, which takes five times as long, only for bodies that may contain forbidden keys or
 * are not JSON, so that it refuses them.
 */
const jsonBody = {
  before(request: Parameters<NonNullable<typeof middyParser.before>>[0]) {
    const { event } = request;
    const value = parsePlainJson(event.body as string);
    if (value === undefined) return middyParser.before?.(request);
    Object.assign(event, { body: value });
  },
};

const depthGuard = {
  before({ event }: middy.Request<UnreadEvent>) {
    checkDepth(event.body);
  },
};

/**
 * Builds the middy chain, outermost first. CORS is outside the error handler, so that refusals also have its headers.
 */
function buildChain(route: Route, endpoint: EndpointHandler) {
  const chain = middy<Event, CountedReply>()
    .use(httpCors(buildCorsOptions(process.env.AUTH)))
    .use(httpErrorHandler(errorHandlerOptions))
    .use(errorEnvelope);
  if (route.method === 'POST') chain.use(textGuard).use(jsonBody).use(depthGuard);
  return chain.handler((event: Event): CountedReply => {
    const request = serviceRequestOf(event);
    const result = endpoint(request);
    const { counts } = result;
    return { ...buildHttpReply(route, request, event.headers, result), ...(counts && { counts }) };
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
    language: negotiateLanguage(event.headers['accept-language']),
    options: {},
  };
}

/** Scheme of a request. Callers can forge this header and it becomes part of a document, so only two values are possible. */
const schemeOf = (event: Event): 'http' | 'https' =>
  event.headers['x-forwarded-proto'] === 'http' ? 'http' : 'https';

/** Headers of every reply; a route may override `Cache-Control`. */
const commonHeaders = (event: Event, context: Context): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': context.awsRequestId,
  // Only the documents of GET routes may be cached; they set their own header.
  'Cache-Control': 'no-store',
  ...(schemeOf(event) === 'https' && { 'Strict-Transport-Security': 'max-age=31536000' }),
});

/** The bytes of a body; 0 for one that is not text. */
const countBytes = (body: unknown, isBase64Encoded = false): number =>
  typeof body === 'string' ? Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') : 0;

/** Returns a Lambda handler for API Gateway events (payload format 2.0) of a route, with one log line for each. */
export function createHttpHandler(route: Route, endpoint: EndpointHandler) {
  const chain = buildChain(route, endpoint);
  return async (event: Event, context: Context): Promise<HttpReply> => {
    const startedAtMs = Date.now();
    const bytesIn = countBytes(event.body, event.isBase64Encoded);
    const { counts, ...reply } = await chain(event, context);
    const bytesOut = countBytes(reply.body, reply.isBase64Encoded);
    const requestId = context.awsRequestId;
    const line = { requestId, route: route.id, invocation: 'http', status: reply.statusCode } as const;
    logRequest({ ...line, startedAtMs, bytesIn, bytesOut }, counts);
    return { ...reply, headers: { ...commonHeaders(event, context), ...reply.headers } };
  };
}
