import { coverageOf } from '#shared/coverage.ts';
import { reconcile } from '#shared/engine/reconcile.ts';
import { reportOptions } from '#shared/http/invocation-options.ts';
import { serve } from '#shared/http/serve.ts';
import { readerOf } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { route } from './route.ts';

const read = readerOf(reconciliationInputSchema);

export const handler = serve(
  route,
  ({ body, options, language }) => {
    const input = read(body);
    const report = reconcile(input, new Date().toISOString(), options, language);
    const coverage = options.coverage ? coverageOf(report) : undefined;
    const { total, critical, warning, info } = report.summary.findings;
    return {
      body: { data: report, ...(coverage && { meta: { coverage } }) },
      counts: {
        downstreamRecords: input.downstreamUsage.length,
        upstreamRecords: input.upstreamCharges?.length ?? 0,
        paymentRecords: input.payments?.length ?? 0,
        findings: total,
        criticalFindings: critical,
        warningFindings: warning,
        infoFindings: info,
      },
    };
  },
  reportOptions,
);
