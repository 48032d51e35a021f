import { isDeepStrictEqual } from 'node:util';
import { connectorIds, connectors } from '#shared/connectors/registry.ts';
import { CONTRACT_VERSION } from '#shared/contract-version.ts';
import type { Route } from '#shared/http/route.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#shared/language.ts';
import { BODY_BYTES_MAX, DETAILS_MAX, RECORDS_MAX, REPLY_BYTES_MAX } from '#shared/limits.ts';
import { type ErrorCode, errorCodes } from '#shared/rejections.ts';
import type { Bodies } from '#shared/schemas/bodies.ts';
import type { JsonObject } from './json-object.ts';
import { componentSchemas, jsonSchemaOf } from './schemas.ts';

/** Examples of an operation: made by running the service, and run again by a test. A GET is its own example. */
export interface Examples {
  readonly request?: unknown;
  readonly reply?: unknown;
  readonly refusals?: Partial<Record<ErrorCode, unknown>>;
}

const DESCRIPTION = `Reconciles what an LLM gateway charged its customers, what its providers billed and what was paid, into one report with findings; and converts native exports of ${connectors.map(({ name }) => name).join(', ')} into that input.

The service is stateless. It stores nothing, fetches nothing, needs no prompt and takes no credential. Money is exact decimal arithmetic; nothing is converted between currencies.

| Limit | Value |
|---|---|
| request body | ${BODY_BYTES_MAX} bytes of UTF-8 |
| records per ledger | ${RECORDS_MAX} |
| messages in \`details\` | ${DETAILS_MAX} |
| a key that occurs twice in an object | its last value counts |
| reply, uncompressed | below ${REPLY_BYTES_MAX} bytes; findings are cut, counts stay exact |

| \`error.code\` | Status | Meaning | Remedy |
|---|---|---|---|
${Object.entries(errorCodes)
  .map(([code, { status, meaning, remedy }]) => `| \`${code}\` | ${status} | ${meaning} | ${remedy} |`)
  .join('\n')}

Requests that API Gateway itself turns away (throttling, its own size limit, an outage) never reach the service: their body is \`{"message": string}\`.`;

const header = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});
const HEADERS = {
  'X-Request-Id': header('Names the request in the log.', '0e6f8c52-5a0b-4d2f-9d0a-3f6a1c7b2d11'),
  'Access-Control-Allow-Origin': header('Pages of any origin may call the service.', '*'),
  'Cache-Control': header('`no-store` for whatever answers a request; documents may be kept.', 'no-store'),
  ETag: header(
    'Names this version of the document, for `If-None-Match`.',
    '"5d41402abc4b2a76b9719d911017c592"',
  ),
  'Content-Language': header('Of messages, titles and remedies.', DEFAULT_LANGUAGE),
};
const headerRefs = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const COMMON_HEADERS = headerRefs('X-Request-Id', 'Access-Control-Allow-Origin', 'Cache-Control');

const POST_REFUSALS: readonly ErrorCode[] = [
  'invalid_json',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
];
const refusalsOf = (route: Route): readonly ErrorCode[] => [
  ...(route.method === 'POST' ? POST_REFUSALS : []),
  ...route.refusals,
];

interface Example {
  readonly value: unknown;
}

const json = (schema: JsonObject, examples: Readonly<Record<string, Example>> = {}) => ({
  'application/json': { schema, ...(Object.keys(examples).length > 0 && { examples }) },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function errorResponses(route: Route, { refusals = {} }: Examples): Record<string, JsonObject> {
  const byStatus = Map.groupBy(refusalsOf(route), (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join(' '),
        headers: COMMON_HEADERS,
        content: json(
          status === 413 ? { anyOf: [ref('ErrorBody'), ref('GatewayError')] } : ref('ErrorBody'),
          Object.fromEntries(
            codes.flatMap((code) => (refusals[code] ? [[code, { value: refusals[code] }]] : [])),
          ),
        ),
      },
    ]),
  );
}

const GATEWAY_RESPONSES = {
  '429': { description: 'Throttled by API Gateway. Try again later.', content: json(ref('GatewayError')) },
  '500': {
    description: `\`internal_error\`: ${errorCodes.internal_error.meaning}`,
    headers: COMMON_HEADERS,
    content: json({ anyOf: [ref('ErrorBody'), ref('GatewayError')] }),
  },
  '503': { description: 'API Gateway could not reach the service.', content: json(ref('GatewayError')) },
};

const PARAMETERS: Readonly<Record<string, JsonObject>> = {
  connectorId: {
    name: 'connectorId',
    in: 'path',
    required: true,
    description: 'Id of a connector of the catalog.',
    schema: { type: 'string', enum: connectorIds },
    example: connectorIds[0],
  },
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the version that the caller has; the reply is then 304 without a body.',
  schema: { type: 'string' },
};

const ACCEPT_LANGUAGE = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description: `Messages, titles and remedies come in the language of the highest weight, of ${LANGUAGES.map((language) => `\`${language}\``).join(' and ')}; in English where neither is asked for. Ids, codes, figures and order are the same.`,
  schema: { type: 'string' },
  example: 'zh-CN, zh;q=0.9, en;q=0.8',
};

interface Operation extends JsonObject {
  readonly responses: Record<string, JsonObject>;
}

async function operationOf(route: Route, examples: Examples): Promise<Operation> {
  const { bodies }: { bodies: Bodies } = await import(`../../functions/${route.id}/bodies.ts`);
  const isGet = route.method === 'GET';
  const pathParameters = [...route.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => PARAMETERS[name]);
  return {
    operationId: route.id,
    tags: [route.path.includes('/connectors') ? 'Connectors' : isGet ? 'Documents' : 'Ledgers'],
    summary: route.summary,
    description: route.description,
    parameters: [
      ...pathParameters,
      ...(route.isWorded ? [ACCEPT_LANGUAGE] : []),
      ...(isGet ? [IF_NONE_MATCH] : []),
    ],
    ...(bodies.request && {
      requestBody: {
        required: true,
        content: json(jsonSchemaOf(bodies.request), { example: { value: examples.request } }),
      },
    }),
    responses: {
      '200': {
        description: 'The reply.',
        headers: {
          ...COMMON_HEADERS,
          ...(isGet && headerRefs('ETag')),
          ...(route.isWorded && headerRefs('Content-Language')),
        },
        content:
          route.mediaType === undefined
            ? // A document needs no copy of itself in this one: whoever reads this can fetch it.
              json(
                jsonSchemaOf(bodies.reply),
                route.method === 'POST' ? { example: { value: examples.reply } } : {},
              )
            : { [route.mediaType]: { schema: jsonSchemaOf(bodies.reply) } },
      },
      ...(isGet && { '304': { description: 'The caller has this version.', headers: headerRefs('ETag') } }),
      ...errorResponses(route, examples),
      ...GATEWAY_RESPONSES,
    },
  };
}

/** Names of the responses that operations share, by status. */
const SHARED_RESPONSES: Readonly<Record<string, string>> = {
  304: 'NotModified',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'Throttled',
  500: 'Failed',
  503: 'Unreachable',
};

/** Moves the responses that all operations with a status share into components, and leaves references behind. */
function saidOnce(operations: readonly Operation[]): Record<string, JsonObject> {
  const shared: Record<string, JsonObject> = {};
  for (const [status, name] of Object.entries(SHARED_RESPONSES)) {
    const having = operations.filter(({ responses }) => responses[status]);
    const [first] = having.map(({ responses }) => responses[status]);
    if (!first || having.some(({ responses }) => !isDeepStrictEqual(responses[status], first)))
      throw new Error(`The responses of status ${status} differ: they cannot be said once.`);
    shared[name] = first;
    for (const { responses } of having) responses[status] = { $ref: `#/components/responses/${name}` };
  }
  return shared;
}

/**
 * The OpenAPI 3.1 document of the service, derived from its routes, its schemas and its tables.
 * @param examplesOf examples of each route's operation, by route id.
 */
export async function openApiDocument(
  routes: readonly Route[],
  examplesOf: Readonly<Record<string, Examples>>,
): Promise<JsonObject> {
  const documented = routes.filter(({ path }) => path !== '$default');
  const operations = await Promise.all(
    documented.map((route) => operationOf(route, examplesOf[route.id] ?? {})),
  );
  const responses = saidOnce(operations);
  const paths = documented.map((route, i) => [route.path, { [route.method.toLowerCase()]: operations[i] }]);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Reconciliation and Normalization Service',
      version: CONTRACT_VERSION,
      summary: 'Reconciles the three ledgers of an LLM gateway, and converts its native exports.',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [],
    tags: [
      { name: 'Ledgers', description: 'Reconcile ledgers, and make them of native exports.' },
      { name: 'Connectors', description: 'Which gateways are read, and how.' },
      { name: 'Documents', description: 'What to try, and this document.' },
    ],
    paths: Object.fromEntries(paths),
    components: { schemas: componentSchemas(), headers: HEADERS, responses },
  };
}
