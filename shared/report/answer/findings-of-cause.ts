import type { Cause, Finding, ReconciliationReport } from '../../schemas/report.ts';

/** What is worked out once for each report, however often it is shown. */
export const once = <TValue>(make: (report: ReconciliationReport) => TValue) => {
  const made = new WeakMap<ReconciliationReport, TValue>();
  return (report: ReconciliationReport): TValue => {
    const known = made.get(report) ?? make(report);
    made.set(report, known);
    return known;
  };
};

type Place = Pick<Cause, 'code'> & {
  readonly model?: string | null | undefined;
  readonly channelId?: string | null | undefined;
};
/** Names a cause within a report. */
export const causeKey = ({ code, model = null, channelId = null }: Place): string =>
  JSON.stringify([code, model, channelId]);

const findingsByCause = once(({ findings }) => Map.groupBy(findings, causeKey));

/** Findings of a cause, as far as they are listed. */
export const findingsOfCause = (report: ReconciliationReport, cause: Cause): readonly Finding[] =>
  findingsByCause(report).get(causeKey(cause)) ?? [];

/** The exact money of a finding: `amount` itself is the nearest JSON number. */
export const exactAmount = ({ amount, details }: Finding): string | undefined =>
  (details?.amount as string | undefined) ?? amount?.toString();
