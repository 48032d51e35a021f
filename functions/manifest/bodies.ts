import { connectorManifestSchema } from '#shared/gateways/manifest/manifest-schemas.ts';
import { type Bodies, buildReplySchema } from '#shared/schemas/bodies.ts';

/** Schemas of the bodies, for the OpenAPI document. */
export const bodies = {
  reply: buildReplySchema(connectorManifestSchema),
} satisfies Bodies;
