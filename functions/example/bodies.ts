import { type Bodies, replySchema } from '#shared/schemas/bodies.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';

/** Schemas of the bodies, for the OpenAPI document. */
export const bodies = {
  reply: replySchema(reconciliationInputSchema),
} satisfies Bodies;
