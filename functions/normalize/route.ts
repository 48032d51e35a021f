import { dataReply } from '#shared/http/data-reply.ts';
import type { Route } from '#shared/http/route.ts';
import { connectorPayloadSchema } from '#shared/schemas/connector-payload.ts';
import { normalizeMetaSchema } from '#shared/schemas/normalize-meta.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';

export const route = {
  id: 'normalize',
  method: 'POST',
  path: '/api/v1/normalize',
  summary: 'Convert a native gateway export into the input of reconcile',
  description:
    "Reads the log, charge, payment and channel replies of new-api, one-api, one-hub and VoAPI as the gateways send them, and answers with canonical ledgers: `data` goes straight into `/api/v1/reconcile`. Every native row ends in a record or in a count in `meta`; where the row's price snapshot allows, its expected charge is recomputed. Exports that carry prompts, replies or credentials are refused.",
  body: connectorPayloadSchema,
  reply: dataReply(reconciliationInputSchema, normalizeMetaSchema),
  refusals: ['prohibited_field'],
} as const satisfies Route;
