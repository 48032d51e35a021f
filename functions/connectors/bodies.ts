import * as v from 'valibot';
import { catalogItemSchema } from '#shared/connectors/manifest/manifest-schemas.ts';
import { type Bodies, dataReply } from '#shared/schemas/bodies.ts';
import { catalogMetaSchema } from '#shared/schemas/catalog.ts';

export const bodies = {
  reply: dataReply(v.array(catalogItemSchema), catalogMetaSchema),
} satisfies Bodies;
