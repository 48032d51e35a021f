import type { Cause, Finding, ReconciliationReport } from '#shared/schemas/report.ts';

/** What is worked out once for each report, however often it is drawn. */
export const once = <TValue>(make: (report: ReconciliationReport) => TValue) => {
  const made = new WeakMap<ReconciliationReport, TValue>();
  return (report: ReconciliationReport): TValue => {
    const known = made.get(report) ?? make(report);
    made.set(report, known);
    return known;
  };
};

type Place = Pick<Cause, 'code'> & { readonly model?: string | null; readonly channelId?: string | null };
const keyOf = ({ code, model = null, channelId = null }: Place): string =>
  JSON.stringify([code, model, channelId]);

const findingsByCause = once(({ findings }) => Map.groupBy(findings, keyOf));

/** Findings of a cause, as far as they are listed. */
export const findingsOf = (report: ReconciliationReport, cause: Cause): readonly Finding[] =>
  findingsByCause(report).get(keyOf(cause)) ?? [];

/** Everything that a reader may search a finding by, in the order of the findings. */
export const searchTexts = once(({ findings }) =>
  findings.map(({ id, code, message, model, channelId, requestId, transactionId, details }) =>
    [id, code, message, model, channelId, requestId, transactionId, details?.userId].join('\n').toLowerCase(),
  ),
);
