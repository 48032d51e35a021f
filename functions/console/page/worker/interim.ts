// Until the engine gives the new shape itself.
import { codes } from '#shared/engine/checks/registry.ts';
import type { Cause, DayLine, Report, UserLine } from '#shared/report-files/report-shape.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';

const round = (n: number) => String(Number(n.toFixed(9)));

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: goes when the engine does this itself
export function widened(report: Report, input: ReconciliationInput): Report {
  const requests = new Map(input.downstreamUsage.map((row) => [row.requestId, row]));
  const causes = new Map<string, Cause>();
  const byCode: Report['summary']['findings']['byCode'] = {};
  for (const f of report.findings) {
    const row = f.requestId === undefined ? undefined : requests.get(f.requestId);
    if (row) {
      f.model ??= row.model;
      if (row.channelId !== undefined) f.channelId ??= row.channelId;
      f.details = { ...f.details, userId: row.userId };
    }
    const key = JSON.stringify([f.code, f.model, f.channelId]);
    const cause = causes.get(key) ?? {
      severity: f.severity,
      code: f.code,
      model: f.model ?? null,
      channelId: f.channelId ?? null,
      count: 0,
      amount: '0',
      findingId: f.id,
    };
    cause.count++;
    cause.amount = round(Number(cause.amount) + (f.amount ?? 0));
    causes.set(key, cause);
    const code = codes.get(f.code);
    byCode[f.code] ??= {
      severity: f.severity,
      count: 0,
      amount: '0',
      title: code?.words.en.title ?? f.code,
      remedy: code?.words.en.remedy ?? '',
    };
    const line = byCode[f.code] as Report['summary']['findings']['byCode'][string];
    line.count++;
    line.amount = round(Number(line.amount) + (f.amount ?? 0));
  }
  const gravity = { critical: 0, warning: 1, info: 2 };
  const days = new Map<string, { requests: number; revenue: number; cost: number }>();
  const users = new Map<string, { requests: number; revenue: number; cost: number; credited: number }>();
  const at = (row: { requestId?: string; occurredAt: string }) => {
    const down = row.requestId === undefined ? undefined : requests.get(row.requestId);
    const day = new Date((down ?? row).occurredAt).toISOString().slice(0, 10);
    const user = down?.userId ?? 'unassigned';
    if (!days.has(day)) days.set(day, { requests: 0, revenue: 0, cost: 0 });
    if (!users.has(user)) users.set(user, { requests: 0, revenue: 0, cost: 0, credited: 0 });
    return [days.get(day), users.get(user)] as const;
  };
  for (const row of input.downstreamUsage)
    for (const box of at(row))
      if (box) {
        box.requests++;
        box.revenue += Number(row.chargedAmount) - Number(row.refundAmount ?? 0);
      }
  for (const row of input.upstreamCharges ?? [])
    for (const box of at(row)) if (box) box.cost += Number(row.costAmount) - Number(row.refundAmount ?? 0);
  for (const row of input.payments ?? []) {
    const user = row.userId ?? 'unassigned';
    if (!users.has(user)) users.set(user, { requests: 0, revenue: 0, cost: 0, credited: 0 });
    (users.get(user) as { credited: number }).credited += Number(row.creditedAmount ?? 0);
  }
  const hasCost = input.upstreamCharges !== undefined;
  const figures = ({ requests, revenue, cost }: { requests: number; revenue: number; cost: number }) => ({
    requests,
    revenue: round(revenue),
    cost: hasCost ? round(cost) : null,
    margin: hasCost ? round(revenue - cost) : null,
  });
  const byDay: DayLine[] = [...days]
    .map(([day, box]) => ({ day, ...figures(box) }))
    .sort((a, b) => (a.day < b.day ? 1 : -1));
  const byUser: UserLine[] = [...users]
    .map(([userId, box]) => ({
      userId,
      ...figures(box),
      credited: input.payments ? round(box.credited) : null,
    }))
    .sort((a, b) => Number(a.margin) - Number(b.margin));
  return {
    ...report,
    summary: {
      ...report.summary,
      findings: { ...report.summary.findings, byCode },
      causes: [...causes.values()]
        .sort((a, b) => gravity[a.severity] - gravity[b.severity] || Number(b.amount) - Number(a.amount))
        .slice(0, 100),
      byDay,
      byUser,
      cut: [],
    },
  };
}
