import type { DownstreamRecord, ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { ReconciliationReport } from '#shared/schemas/report.ts';

type Occurrence = Pick<DownstreamRecord, 'occurredAt'>;

/** The requests and payments that a finding names. */
const idsOf = ({
  requestId,
  transactionId,
  details,
}: ReconciliationReport['findings'][number]): readonly string[] => [
  ...(requestId === undefined ? [] : [requestId]),
  ...(transactionId === undefined ? [] : [transactionId]),
  ...((details?.requestIds as string[] | undefined) ?? []),
  ...((details?.transactionIds as string[] | undefined) ?? []),
];

/** The first day of each cause: that of the earliest row which a listed finding of the cause names. */
export function since(report: ReconciliationReport, input: ReconciliationInput): (string | null)[] {
  const keyOf = (code: string, model: string | null, channelId: string | null): string =>
    JSON.stringify([code, model, channelId]);
  const indexOf = new Map(
    report.summary.causes.map(({ code, model, channelId }, index) => [keyOf(code, model, channelId), index]),
  );
  const causesOf = new Map<string, Set<number>>();
  for (const finding of report.findings) {
    const index = indexOf.get(keyOf(finding.code, finding.model ?? null, finding.channelId ?? null));
    if (index === undefined) continue;
    for (const id of idsOf(finding)) {
      const known = causesOf.get(id);
      if (known) known.add(index);
      else causesOf.set(id, new Set([index]));
    }
  }
  const first: (string | null)[] = report.summary.causes.map(() => null);
  const look = (id: string | undefined, { occurredAt }: Occurrence): void => {
    for (const index of (id === undefined ? undefined : causesOf.get(id)) ?? []) {
      const day = new Date(occurredAt).toISOString().slice(0, 10);
      const before = first[index];
      if (before === null || before === undefined || day < before) first[index] = day;
    }
  };
  for (const row of input.downstreamUsage) look(row.requestId, row);
  for (const row of input.upstreamCharges ?? []) look(row.requestId, row);
  for (const row of input.payments ?? []) look(row.transactionId, row);
  return first;
}
