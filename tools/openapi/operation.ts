import { connectorIds } from '#shared/connectors/registry.ts';
import type { Route } from '#shared/http/route.ts';
import { LANGUAGES } from '#shared/language.ts';
import type { Bodies } from '#shared/schemas/bodies.ts';
import type { JsonObject } from './json-object.ts';
import { body, type Examples, type Responses, responsesOf } from './responses.ts';

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
  description: `Messages, titles and remedies are in the language with the highest weight, ${LANGUAGES.map((language) => `\`${language}\``).join(' or ')}; in English if neither is asked for. Ids, codes, figures and order are the same.`,
  schema: { type: 'string' },
  example: 'zh-CN, zh;q=0.9, en;q=0.8',
};

export interface Operation extends JsonObject {
  readonly responses: Responses;
}

/** One route as the document describes it. */
export async function operationOf(route: Route, examples: Examples): Promise<Operation> {
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
        content: body(bodies.request, examples.request),
      },
    }),
    responses: responsesOf(route, bodies, examples),
  };
}
