import { connectorIds, connectors } from '#shared/connectors/registry.ts';
import { CONTRACT_VERSION } from '#shared/contract-version.ts';
import type { Route } from '#shared/http/route.ts';
import { BODY_BYTES_MAX, DETAILS_MAX, RECORDS_MAX, REPLY_BYTES_MAX } from '#shared/limits.ts';
import { type ErrorCode, errorCodes } from '#shared/rejections.ts';
import type { Bodies } from '#shared/schemas/bodies.ts';
import { componentSchemas, type JsonObject, jsonSchemaOf } from './schemas.ts';

/** Examples of an operation, by name: made by running the service, and run again by a test. */
export interface Examples {
  readonly request?: JsonObject;
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

const json = (schema: JsonObject, examples: Record<string, unknown> = {}) => ({
  'application/json': {
    schema,
    ...(Object.keys(examples).length > 0 && {
      examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
    }),
  },
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
          Object.fromEntries(codes.flatMap((code) => (refusals[code] ? [[code, refusals[code]]] : []))),
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

async function operationOf(route: Route, examples: Examples): Promise<JsonObject> {
  const { bodies }: { bodies: Bodies } = await import(`../../functions/${route.id}/bodies.ts`);
  const isGet = route.method === 'GET';
  const pathParameters = [...route.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => PARAMETERS[name]);
  return {
    operationId: route.id,
    tags: [route.path.includes('/connectors') ? 'Connectors' : isGet ? 'Documents' : 'Ledgers'],
    summary: route.summary,
    description: route.description,
    parameters: [...pathParameters, ...(isGet ? [IF_NONE_MATCH] : [])],
    ...(bodies.request && {
      requestBody: {
        required: true,
        content: json(jsonSchemaOf(bodies.request), examples.request ?? {}),
      },
    }),
    responses: {
      '200': {
        description: 'The reply.',
        headers: { ...COMMON_HEADERS, ...(isGet && headerRefs('ETag')) },
        content: json(
          jsonSchemaOf(bodies.reply),
          examples.reply === undefined ? {} : { example: examples.reply },
        ),
      },
      ...(isGet && { '304': { description: 'The caller has this version.', headers: headerRefs('ETag') } }),
      ...errorResponses(route, examples),
      ...GATEWAY_RESPONSES,
    },
  };
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
  const paths = documented.map(async (route) => [
    route.path,
    { [route.method.toLowerCase()]: await operationOf(route, examplesOf[route.id] ?? {}) },
  ]);
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
    paths: Object.fromEntries(await Promise.all(paths)),
    components: { schemas: componentSchemas(), headers: HEADERS },
  };
}
