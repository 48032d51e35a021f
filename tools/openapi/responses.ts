import { isDeepStrictEqual } from 'node:util';
import type * as v from 'valibot';
import type { Route } from '#shared/http/route.ts';
import { DEFAULT_LANGUAGE } from '#shared/language.ts';
import { type ErrorCode, errorCodes } from '#shared/rejections.ts';
import type { Bodies } from '#shared/schemas/bodies.ts';
import type { JsonObject } from './json-object.ts';
import { convertSchema } from './schemas.ts';

/** Examples of an operation, from running the service. Replies to GET are shortened, because readers can fetch them. */
export interface Examples {
  readonly request?: unknown;
  readonly reply?: unknown;
  readonly refusals?: Partial<Record<ErrorCode, unknown>>;
}

/** Responses of an operation by status. */
export type Responses = Record<string, JsonObject>;

const header = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});
/** Headers of replies, as components of the document. */
export const HEADERS = {
  'X-Request-Id': header(
    'Id of the request in the log of the service.',
    '0e6f8c52-5a0b-4d2f-9d0a-3f6a1c7b2d11',
  ),
  'Access-Control-Allow-Origin': header('Pages from any origin may call the service.', '*'),
  'Cache-Control': header('`no-store` for replies to POST; documents may be cached.', 'no-store'),
  ETag: header(
    'Identifies this version of the document, for `If-None-Match`.',
    '"5d41402abc4b2a76b9719d911017c592"',
  ),
  'Content-Language': header('Language of messages, titles and remedies.', DEFAULT_LANGUAGE),
};
const headerRefs = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const COMMON_HEADERS = headerRefs('X-Request-Id', 'Access-Control-Allow-Origin', 'Cache-Control');

const jsonContent = (schema: JsonObject, examples: Readonly<Record<string, unknown>> = {}) => ({
  'application/json': {
    schema,
    ...(Object.keys(examples).length > 0 && {
      examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
    }),
  },
});
/** Builds the OpenAPI `content` of a request or reply body: its JSON schema, and the example unless it is undefined. */
export const buildBodyContent = (schema: v.GenericSchema, example: unknown) =>
  jsonContent(convertSchema(schema), example === undefined ? {} : { example });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const POST_REFUSALS: readonly ErrorCode[] = [
  'invalid_json',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
];
/** Lists the error codes with which the service may refuse a request to a route. */
export const listRefusals = (route: Route): readonly ErrorCode[] => [
  ...(route.method === 'POST' ? POST_REFUSALS : []),
  ...route.refusals,
];

function errorResponses(route: Route, { refusals = {} }: Examples): Responses {
  const byStatus = Map.groupBy(listRefusals(route), (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${errorCodes[code].meaning.en}`).join(' '),
        headers: COMMON_HEADERS,
        content: jsonContent(
          status === 413 ? { anyOf: [ref('ErrorBody'), ref('GatewayError')] } : ref('ErrorBody'),
          Object.fromEntries(codes.flatMap((code) => (refusals[code] ? [[code, refusals[code]]] : []))),
        ),
      },
    ]),
  );
}

const GATEWAY_RESPONSES = {
  '429': {
    description: 'Throttled by API Gateway. Try again later.',
    content: jsonContent(ref('GatewayError')),
  },
  '500': {
    description: `\`internal_error\`: ${errorCodes.internal_error.meaning.en}`,
    headers: COMMON_HEADERS,
    content: jsonContent({ anyOf: [ref('ErrorBody'), ref('GatewayError')] }),
  },
  '503': {
    description: 'API Gateway could not reach the service.',
    content: jsonContent(ref('GatewayError')),
  },
};

/** Builds the OpenAPI responses of a route: its reply, its refusals, and the errors of API Gateway. */
export const buildResponses = (route: Route, { reply }: Bodies, examples: Examples): Responses => ({
  '200': {
    description: 'The reply.',
    headers: {
      ...COMMON_HEADERS,
      ...(route.method === 'GET' && headerRefs('ETag')),
      ...(route.isLocalized && headerRefs('Content-Language')),
    },
    content: buildBodyContent(reply, examples.reply),
  },
  ...(route.method === 'GET' && {
    '304': { description: 'The caller already has this version.', headers: headerRefs('ETag') },
  }),
  ...errorResponses(route, examples),
  ...GATEWAY_RESPONSES,
});

/** Names of the components for responses that operations share, by status. */
const SHARED_RESPONSES: Readonly<Record<string, string>> = {
  304: 'NotModified',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'Throttled',
  500: 'Failed',
  503: 'Unreachable',
};

/**
 * Moves the responses that all operations have in common (304, 413, 429 …) to components: replaces them in the
 * operations by references, and returns the components. Throws an Error if such responses differ.
 */
export function shareResponses(
  operations: readonly { readonly responses: Responses }[],
): Record<string, JsonObject> {
  const shared: Record<string, JsonObject> = {};
  for (const [status, name] of Object.entries(SHARED_RESPONSES)) {
    const having = operations.filter(({ responses }) => responses[status]);
    const [first] = having.map(({ responses }) => responses[status]);
    if (!first || having.some(({ responses }) => !isDeepStrictEqual(responses[status], first)))
      throw new Error(
        `The responses of status ${status} differ, so they cannot be one component. Is a request of a route missing in documented-requests.ts?`,
      );
    shared[name] = first;
    for (const { responses } of having) responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return shared;
}
