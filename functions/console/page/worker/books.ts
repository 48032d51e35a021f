import { connectors } from '#shared/connectors/registry.ts';
import { reconcile } from '#shared/engine/reconcile.ts';
import { normalize } from '#shared/normalizer/normalize.ts';
import type { Report } from '#shared/report-files/report-shape.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { Answered } from '../answered.ts';
import { widened } from './interim.ts';
import type { Settings, Source, Step } from './protocol.ts';
import { since } from './since.ts';

export interface OpenSource extends Source {
  readonly rows: readonly unknown[];
}

const rowsOf = (sources: readonly OpenSource[], ...roles: readonly string[]): unknown[] | undefined => {
  const found = sources.filter(({ role }) => roles.includes(role));
  return found.length === 0 ? undefined : found.flatMap(({ rows }) => rows);
};

const periodOf = ({ from, to }: Settings) => ({
  ...(from !== '' && { start: `${from}T00:00:00.000Z` }),
  ...(to !== '' && { end: `${to}T00:00:00.000Z` }),
});

/** The body of normalize that files and settings describe. */
function payload(sources: readonly OpenSource[], settings: Settings) {
  const upstreamCharges = rowsOf(sources, 'upstreamLogs', 'bill');
  const payments = rowsOf(sources, 'payments');
  const channels = rowsOf(sources, 'channels');
  const period = periodOf(settings);
  const [first] = sources.filter(({ role }) => role === 'logs');
  return {
    connector: first?.connector ?? connectors[0]?.id,
    logs: rowsOf(sources, 'logs') ?? [],
    ...(settings.currency !== '' && { currency: settings.currency }),
    ...(Object.keys(period).length > 0 && { period }),
    ...(settings.quotaPerUnit !== '' && { quotaPerUnit: Number(settings.quotaPerUnit) }),
    ...(upstreamCharges && { upstreamCharges }),
    ...(payments && { payments }),
    ...(channels && { channels }),
  };
}

/**
 * Reconciles what the files hold.
 * @throws Rejection for a mistake in a row or a setting
 */
export function reconciled(
  sources: readonly OpenSource[],
  settings: Settings,
  generatedAt: string,
  tell: (step: Step) => void,
): Answered {
  tell('normalizing');
  const { data, meta } = normalize(payload(sources, settings));
  const canonical = (rowsOf(sources, 'ledgers') ?? []) as ReconciliationInput['downstreamUsage'];
  const input = { ...data, downstreamUsage: [...data.downstreamUsage, ...canonical] };
  tell('reconciling');
  const report = widened(reconcile(input, generatedAt) as unknown as Report, input);
  return { report, meta, since: since(report, input) };
}
