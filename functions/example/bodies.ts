import { type Bodies, dataReply } from '#shared/schemas/bodies.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';

/** Schemas of the bodies, for the OpenAPI document. */
export const bodies = {
  reply: dataReply(reconciliationInputSchema),
} satisfies Bodies;
