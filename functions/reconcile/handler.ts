import { CLOSING_BYTES_MAX, judgeClosing } from '#shared/closing/closing.ts';
import { readReportInvocation } from '#shared/http/invocation-options.ts';
import { serve } from '#shared/http/serve.ts';
import { REPLY_BYTES_MAX } from '#shared/limits.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import { createBodyReader } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';
import { route } from './route.ts';

const read = createBodyReader(reconciliationInputSchema);

/** Handler of the route: reconciles the three ledgers. */
export const handler = serve(
  route,
  ({ body, options, language }) => {
    const input = read(body);
    const { closing: rule, maxReplyBytes = REPLY_BYTES_MAX } = options;
    // Reserve bytes for the verdict (`meta.closing`), which is never shortened.
    const limits = rule ? { ...options, maxReplyBytes: maxReplyBytes - CLOSING_BYTES_MAX } : options;
    const report = reconcile(input, new Date().toISOString(), limits, language);
    const closing = rule && judgeClosing(report, report.findings, rule, language);
    const { total, critical, warning, info } = report.summary.findings;
    return {
      body: { data: report, ...(closing && { meta: { closing } }) },
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
  readReportInvocation,
);
