import { type Bodies, buildReplySchema } from '#shared/schemas/bodies.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';

/** Schemas of the bodies, for the OpenAPI document. */
export const bodies = {
  reply: buildReplySchema(reconciliationInputSchema),
} satisfies Bodies;
