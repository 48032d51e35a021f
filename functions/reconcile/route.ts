import { dataReply } from '#shared/http/data-reply.ts';
import { reportOptionsSchema } from '#shared/http/invocation-options.ts';
import type { Route } from '#shared/http/route.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { reconciliationReportSchema } from '#shared/schemas/report.ts';

export const route = {
  id: 'reconcile',
  method: 'POST',
  path: '/api/v1/reconcile',
  summary: 'Reconcile downstream usage, upstream charges and payments',
  description:
    'Compares what customers were charged, what providers billed and what was paid, record by record, and answers with exact totals, the margin by model and by channel, and findings. An omitted ledger is not an empty one: what needs it is null, and `completeness` says so.',
  body: reconciliationInputSchema,
  reply: dataReply(reconciliationReportSchema),
  invocationOptions: reportOptionsSchema,
  refusals: [],
} as const satisfies Route;
