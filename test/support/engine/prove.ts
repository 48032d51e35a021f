import fc from 'fast-check';
import { codes } from '#shared/engine/checks/registry.ts';
import type { SubjectKind } from '#shared/engine/entities/subject.ts';
import { reconcile } from '#shared/report/reconcile.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { Finding, ReconciliationReport } from '#shared/schemas/report.ts';
import { kindOf } from './subject.ts';

/** Holds for every random input, of so many; `npm run fuzz` tries as many others as there is time for. */
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

/** A finding about anything else is gathered from many groups. */
const SINGLE: readonly SubjectKind[] = ['request', 'charge', 'payment'];

/** Findings about one request, charge or payment. */
export const selectEntityFindings = ({ findings }: ReconciliationReport): Finding[] =>
  findings.filter((finding) => SINGLE.includes(kindOf(finding)));

/** What is compared where words may differ: id, severity and exact amount. */
export const formatEssentials = ({ id, code, severity, details }: Finding): string =>
  [id, code, severity, details?.amount ?? ''].join(' ');
