import { CONTRACT_VERSION } from '#shared/contract-version.ts';
import { connectorIds, connectors } from '#shared/gateways/registry.ts';
import type { Route } from '#shared/http/route.ts';
import { LANGUAGES } from '#shared/language.ts';
import { BODY_BYTES_MAX, DETAILS_MAX, RECORDS_MAX, REPLY_BYTES_MAX } from '#shared/limits.ts';
import { errorCodes } from '#shared/rejections.ts';
import type { Bodies } from '#shared/schemas/bodies.ts';
import type { JsonObject } from './json-object.ts';
import {
  buildBodyContent,
  buildResponses,
  type Examples,
  HEADERS,
  type Responses,
  shareResponses,
} from './responses.ts';
import { buildComponents } from './schemas.ts';

const DESCRIPTION = `Reconciles what an LLM gateway charged its customers, what its providers billed and what was paid, into one report with findings; and converts native exports of ${connectors.map(({ name }) => name).join(', ')} into that input.

The service is stateless. It stores nothing, fetches nothing, needs no prompt and takes no credential. Money is exact decimal arithmetic; nothing is converted between currencies.

| Limit | Value |
|---|---|
| request body | ${BODY_BYTES_MAX} bytes of UTF-8 |
| records per ledger | ${RECORDS_MAX} |
| messages in \`details\` | ${DETAILS_MAX} |
| a key that occurs twice in an object | the last value counts |
| reply, uncompressed | below ${REPLY_BYTES_MAX} bytes; findings are cut, counts stay exact |

| \`error.code\` | Status | Meaning | Remedy |
|---|---|---|---|
${Object.entries(errorCodes)
  .map(([code, { status, meaning, remedy }]) => `| \`${code}\` | ${status} | ${meaning.en} | ${remedy.en} |`)
  .join('\n')}

If API Gateway itself refuses a request (throttling, its own size limit, an outage), the request does not reach the service, and the body of the reply is \`{"message": string}\`.`;

const CONNECTOR_ID = {
  name: 'connectorId',
  in: 'path',
  required: true,
  description: 'Id of a gateway in the catalog.',
  schema: { type: 'string', enum: connectorIds },
  example: connectorIds[0],
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description:
    'ETag of the version that the caller has. If it is the current one, the reply is 304 without a body.',
  schema: { type: 'string' },
};

const ACCEPT_LANGUAGE = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description: `Messages, titles and remedies are in the language with the highest weight, ${LANGUAGES.map((language) => `\`${language}\``).join(' or ')}; in English if neither is requested. Ids, codes, figures and order are the same.`,
  schema: { type: 'string' },
  example: 'zh-CN, zh;q=0.9, en;q=0.8',
};

interface Operation extends JsonObject {
  readonly responses: Responses;
}

async function buildOperation(route: Route, examples: Examples): Promise<Operation> {
  const { bodies }: { bodies: Bodies } = await import(`../../functions/${route.id}/bodies.ts`);
  const isGet = route.method === 'GET';
  return {
    operationId: route.id,
    tags: [route.path.includes('/connectors') ? 'Connectors' : isGet ? 'Documents' : 'Ledgers'],
    summary: route.summary,
    description: route.description,
    parameters: [
      ...(route.path.includes('{connectorId}') ? [CONNECTOR_ID] : []),
      ...(route.isLocalized ? [ACCEPT_LANGUAGE] : []),
      ...(isGet ? [IF_NONE_MATCH] : []),
    ],
    ...(bodies.request && {
      requestBody: {
        required: true,
        content: buildBodyContent(bodies.request, examples.request),
      },
    }),
    responses: buildResponses(route, bodies, examples),
  };
}

/** Builds the OpenAPI 3.1 document of the service. `examplesOf` are example requests and replies, by route id. */
export async function buildOpenApiDocument(
  routes: readonly Route[],
  examplesOf: Readonly<Record<string, Examples>>,
): Promise<JsonObject> {
  // Leave out the page and its script, which clients of the API do not use.
  const documented = routes.filter(({ path, mediaType }) => path !== '$default' && mediaType === undefined);
  const operations = await Promise.all(
    documented.map((route) => buildOperation(route, examplesOf[route.id] ?? {})),
  );
  const responses = shareResponses(operations);
  const paths = documented.map((route, i) => [route.path, { [route.method.toLowerCase()]: operations[i] }]);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Reconciliation and Normalization Service',
      version: CONTRACT_VERSION,
      summary: 'Reconciles the log, the bill and the payments of an LLM gateway, and converts its exports.',
      description: DESCRIPTION,
      contact: { name: 'The operator of this deployment. For the project, see the issues of its repository' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [],
    tags: [
      { name: 'Ledgers', description: 'Reconcile log, bill and payments, and convert gateway exports.' },
      { name: 'Connectors', description: 'List the gateways, and describe how their exports are read.' },
      { name: 'Documents', description: 'Get an example input, or this document.' },
    ],
    paths: Object.fromEntries(paths),
    components: { schemas: buildComponents(), headers: HEADERS, responses },
  };
}
