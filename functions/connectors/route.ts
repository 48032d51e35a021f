import * as v from 'valibot';
import { dataReply } from '#shared/http/data-reply.ts';
import type { Route } from '#shared/http/route.ts';
import { catalogItemSchema, catalogMetaSchema } from '#shared/schemas/catalog.ts';

export const route = {
  id: 'connectors',
  method: 'GET',
  path: '/api/v1/connectors',
  summary: 'List the gateways whose exports normalize reads',
  description: 'The catalog of connectors, with what each can do and where its manifest is.',
  reply: dataReply(v.array(catalogItemSchema), catalogMetaSchema),
  refusals: [],
} as const satisfies Route;
