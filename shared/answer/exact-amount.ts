import type { Finding } from '../schemas/report.ts';

/** The exact money of a finding: `amount` itself is the nearest JSON number. */
export const exactAmount = ({ amount, details }: Finding): string | undefined =>
  (details?.amount as string | undefined) ?? amount?.toString();
