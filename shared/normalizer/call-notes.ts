import type { ExportContext } from './export-context.ts';
import { findOtherGateways } from './intake/dialect.ts';
import { findAnnouncedTotal } from './intake/envelope.ts';
import { ROW_FIELDS, type RowField, type RowLists } from './intake/native.ts';
import type { Payload } from './intake/payload.ts';
import { SelfScopeDetector } from './log-survey/self-scoped-log.ts';
import { findConflictingUnit, type UnitEvidence } from './log-survey/unit-evidence.ts';
import { lacksType } from './logs/classify.ts';
import { explainForeignRow } from './logs/foreign-row.ts';

/** Notes a field that has fewer rows than its pages announce; of several totals the smallest counts, because lists grow. */
function noteMissingRows(payload: Payload, whole: RowLists, field: RowField): string | undefined {
  const { rows = [], surroundings = [] } = payload.pages.get(field) ?? {};
  const totals = surroundings.flatMap((entry) => findAnnouncedTotal([entry]) ?? []);
  const announced = totals.reduce((a, b) => Math.min(a, b), totals[0] ?? 0);
  const sent = (field === 'channels' ? rows : whole[field]).length;
  if (sent >= announced) return undefined;
  return `\`${field}\` has only ${sent} of the ${announced} rows that its pages announce. Send the missing rows as well.`;
}

function noteSelfScopedLog({ logs }: RowLists): string | undefined {
  const detector = new SelfScopeDetector();
  for (const { native } of logs) detector.add(native);
  if (!detector.result.isProven) return undefined;
  return "`logs` is a single user's own list. The requests of all other customers are missing: export the administrator's log.";
}

function noteMixedGateways({ logs }: RowLists, { survey, connector, connectors }: ExportContext) {
  if (survey.detectedGateways.length < 2) return undefined;
  const natives = logs.map(({ native }) => native);
  const others = findOtherGateways(natives, connector, connectors).join(' or ');
  if (others === '') return undefined;
  return `\`logs\` has rows of ${connector.id} and of ${others}, which all count as sales. If one gateway buys from the other, send the log of the selling gateway here, and the other log in \`upstreamCharges\`.`;
}

function noteForeignRows(whole: RowLists, field: 'logs' | 'upstreamCharges', { connector }: ExportContext) {
  const count = whole[field].filter(({ native }) => explainForeignRow(field, native, connector)).length;
  if (count === 0) return undefined;
  return `Rows of \`${field}\` without a type, counted as charges, although they look like payments, a bill or a task list: ${count}.`;
}

function noteUntypedRows({ logs }: RowLists, { connector }: ExportContext): string | undefined {
  const count = logs.filter(
    ({ native }) => lacksType(native, connector.log) && !explainForeignRow('logs', native, connector),
  ).length;
  if (count === 0) return undefined;
  return `Rows of \`logs\` without a type, counted as sales: ${count}. They may be refunds, top-ups or tests.`;
}

function noteWrongUnit({ quotaPerUnit }: ExportContext, evidence: UnitEvidence): string | undefined {
  const other = quotaPerUnit === undefined ? undefined : findConflictingUnit([evidence], quotaPerUnit);
  if (other === undefined) return undefined;
  const rows = other.by === 'charged' ? 'with money and quota' : 'with a fixed price';
  return `Rows of \`logs\` ${rows} that were charged at ${other.unit} quota per unit, not at \`quotaPerUnit\`: ${other.rows}. Set \`quotaPerUnit\` to data.quota_per_unit of the gateway's status endpoint.`;
}

/**
 * Lists sentences for `meta.notes` about suspicious properties of a whole call. Nothing is refused: each row is valid.
 * @param whole all rows of the call, without repeated rows
 * @param units values of `quotaPerUnit` that the rows imply
 */
export const describeCall = (
  payload: Payload,
  whole: RowLists,
  context: ExportContext,
  units: UnitEvidence,
): string[] =>
  [
    noteSelfScopedLog(whole),
    ...ROW_FIELDS.map((field) => noteMissingRows(payload, whole, field)),
    noteMixedGateways(whole, context),
    noteForeignRows(whole, 'logs', context),
    noteForeignRows(whole, 'upstreamCharges', context),
    noteUntypedRows(whole, context),
    noteWrongUnit(context, units),
  ].filter((note) => note !== undefined);
