import { connectorPayloadSchema } from '#shared/connectors/payload.ts';
import { type Bodies, dataReply } from '#shared/schemas/bodies.ts';
import { normalizeMetaSchema } from '#shared/schemas/normalize-meta.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';

export const bodies = {
  request: connectorPayloadSchema,
  reply: dataReply(reconciliationInputSchema, normalizeMetaSchema),
} satisfies Bodies;
