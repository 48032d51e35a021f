import fc from 'fast-check';
import { findingCatalogue } from '#shared/engine/checks/registry.ts';
import { reconcile } from '#shared/engine/reconcile.ts';
import type { ReconciliationInput } from '#shared/schemas/reconciliation-input.ts';
import type { Finding, ReconciliationReport } from '#shared/schemas/report.ts';

/** Holds for every one of `runs` random inputs; `npm run fuzz` tries as many others as there is time for. */
export function prove<T extends [unknown, ...unknown[]]>(
  arbitraries: { [TKey in keyof T]: fc.Arbitrary<T[TKey]> },
  holds: (...values: T) => void,
  runs = 500,
): void {
  const values = fc.tuple(...(arbitraries as fc.Arbitrary<unknown>[])) as unknown as fc.Arbitrary<T>;
  fc.assert(
    fc.property(values, (drawn) => holds(...drawn)),
    { numRuns: runs },
  );
}

export const reportOf = (input: ReconciliationInput): ReconciliationReport =>
  reconcile(input, '2026-11-21T00:00:00Z');

export const neededBy = (ledger: 'upstreamCharges' | 'payments'): Set<string> =>
  new Set(findingCatalogue.filter(({ needs }) => needs === ledger).map(({ code }) => code));

/** One finding per report, ledger, model, channel or pair: everything else is about a request or a payment. */
const OF_THE_WHOLE = new Set([
  'ledger_ids_disjoint',
  'upstream_missing_request_id',
  'negative_margin_model',
  'negative_margin_channel',
  'negative_margin_total',
  'price_rounding',
  'token_cache_semantics',
  'model_mismatch',
  'channel_mismatch',
  'currency_excluded',
  'out_of_period',
  'cross_period_match',
  'superseded_rows',
  'ledger_clock_offset',
  'ledger_missing',
  'imprecise_amount',
  'payment_credit_unknown',
  'funding_shortfall',
]);

/** Findings about one request, charge or payment. */
export const single = ({ findings }: ReconciliationReport): Finding[] =>
  findings.filter(
    ({ code, severity, details }) =>
      !OF_THE_WHOLE.has(code) &&
      !(code === 'zero_charge_with_cost' && severity === 'info') &&
      !(code === 'upstream_refund_exceeds_cost' && details?.subject === 'upstreamCharges'),
  );

/** What is compared where words may differ: id, severity and exact amount. */
export const essence = ({ id, code, severity, details }: Finding): string =>
  [id, code, severity, details?.amount ?? ''].join(' ');
