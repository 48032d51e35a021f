import { type Bodies, buildReplySchema } from '#shared/schemas/bodies.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { reconciliationReportSchema } from '#shared/schemas/report.ts';

/** Schemas of the bodies, for the OpenAPI document. */
export const bodies = {
  request: reconciliationInputSchema,
  reply: buildReplySchema(reconciliationReportSchema),
} satisfies Bodies;
