import * as v from 'valibot';
import type { Route } from '#shared/http/route.ts';

export const route = {
  id: 'openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Describe this service as OpenAPI 3.1',
  description: 'This document, with the address under which the service was reached as its server.',
  reply: v.looseObject({ openapi: v.string(), paths: v.record(v.string(), v.unknown()) }),
  refusals: [],
} as const satisfies Route;
