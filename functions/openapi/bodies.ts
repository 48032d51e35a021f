import * as v from 'valibot';
import type { Bodies } from '#shared/schemas/bodies.ts';

/** Schemas of the bodies, for the OpenAPI document. */
export const bodies = {
  reply: v.looseObject({ openapi: v.string(), paths: v.record(v.string(), v.unknown()) }),
} satisfies Bodies;
