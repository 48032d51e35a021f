import * as v from 'valibot';
import { type Bodies, dataReply } from '#shared/schemas/bodies.ts';
import { catalogItemSchema, catalogMetaSchema } from '#shared/schemas/catalog.ts';

export const bodies = {
  reply: dataReply(v.array(catalogItemSchema), catalogMetaSchema),
} satisfies Bodies;
