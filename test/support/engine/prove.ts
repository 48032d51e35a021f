import fc from 'fast-check';
import { codes } from '#shared/engine/checks/registry.ts';
import type { SubjectKind } from '#shared/engine/entities/subject.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { Finding, ReconciliationReport } from '#shared/schemas/report.ts';
import { kindOf } from './subject.ts';

/** Checks a property with random values; `npm run fuzz` repeats it with other seeds. @param runs number of examples */
export function prove<T extends [unknown, ...unknown[]]>(
  arbitraries: { [TKey in keyof T]: fc.Arbitrary<T[TKey]> },
  holds: (...values: T) => void,
  runs?: number,
): void {
  const values = fc.tuple(...(arbitraries as fc.Arbitrary<unknown>[])) as unknown as fc.Arbitrary<T>;
  fc.assert(
    fc.property(values, (drawn) => holds(...drawn)),
    runs === undefined ? {} : { numRuns: runs },
  );
}

export const reconcileInput = (input: ReconciliationInput): ReconciliationReport =>
  reconcile(input, '2026-11-21T00:00:00Z');

export const findCodesNeeding = (ledger: 'upstreamCharges' | 'payments'): Set<string> =>
  new Set([...codes].filter(([, { needs }]) => needs === ledger).map(([code]) => code));

/** Findings about other subjects summarize many entities. */
const ENTITY_KINDS: readonly SubjectKind[] = ['request', 'charge', 'payment'];

/** Selects the findings about one request, charge or payment. */
export const selectEntityFindings = ({ findings }: ReconciliationReport): Finding[] =>
  findings.filter((finding) => ENTITY_KINDS.includes(kindOf(finding)));

/** Formats a finding without its texts: id, code, severity and exact amount. */
export const formatEssentials = ({ id, code, severity, details }: Finding): string =>
  [id, code, severity, details?.amount ?? ''].join(' ');
