import { type Bodies, dataReply } from '#shared/schemas/bodies.ts';
import { connectorManifestSchema } from '#shared/schemas/manifest.ts';

export const bodies = {
  reply: dataReply(connectorManifestSchema),
} satisfies Bodies;
