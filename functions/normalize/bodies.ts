import { connectorIds } from '#shared/gateways/registry.ts';
import { type Bodies, buildReplySchema } from '#shared/schemas/bodies.ts';
import { buildConnectorPayloadSchema } from '#shared/schemas/connector-payload.ts';
import { normalizeMetaSchema } from '#shared/schemas/normalize-meta.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';

/** Schemas of the bodies, for the OpenAPI document. */
export const bodies = {
  request: buildConnectorPayloadSchema(connectorIds),
  reply: buildReplySchema(reconciliationInputSchema, normalizeMetaSchema),
} satisfies Bodies;
