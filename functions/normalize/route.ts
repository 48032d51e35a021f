import type { Route } from '#shared/http/route.ts';

export const route = {
  id: 'normalize',
  method: 'POST',
  path: '/api/v1/normalize',
  summary: 'Convert a native gateway export into the input of reconcile',
  description:
    "Reads the log, charge, payment and channel replies of a gateway that `/api/v1/connectors` lists, as the gateway sends them, and answers with canonical ledgers: `data` goes straight into `/api/v1/reconcile`. Every native row ends in a record or in a count in `meta`; where the row's price snapshot allows, its expected charge is recomputed. Exports that carry prompts, replies or credentials are refused.",
  refusals: ['prohibited_field'],
} as const satisfies Route;
