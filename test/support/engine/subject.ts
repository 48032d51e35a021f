import type { Finding } from '#shared/schemas/report.ts';

/** What a finding is about: its details say so where none of its own fields does. */
export const subjectOf = (finding: Finding): string =>
  String(
    finding.details?.subject ??
      finding.requestId ??
      finding.transactionId ??
      finding.model ??
      finding.channelId,
  );
