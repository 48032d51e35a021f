import type { AnyCheck } from './checks/check.ts';
import { checks } from './checks/registry.ts';
import { type EvidenceByCode, evidenceByCode } from './tally/evidence.ts';
import { byKey, fields, type Keyed, type Monoid } from './tally/monoid.ts';
import { type CustomerLine, customerLine } from './tally/totals/lines.ts';
import { type Totals, totals } from './tally/totals/totals.ts';

/** By customer, the line of each, and under the ids of checks what they keep of each. */
export type Customers = Record<string, Keyed<unknown>> & { lines: Keyed<CustomerLine> };

/** What one shard adds to the report: totals, evidence, each check's own tally, and customers to be settled. */
export interface Digest {
  totals: Totals;
  evidence: EvidenceByCode;
  /** The tallies of the checks that have one, by the check's id. */
  tallies: Record<string, unknown>;
  customers: Customers;
}

const tallyMonoids = checks.flatMap((check: AnyCheck) =>
  check.tally ? [[check.id, check.tally] as const] : [],
);

const customerMonoids = checks.flatMap((check: AnyCheck) =>
  check.customers ? [[check.id, byKey(check.customers)] as const] : [],
);
export const customers = fields({
  lines: byKey(customerLine),
  ...Object.fromEntries(customerMonoids),
}) as Monoid<Customers>;

/** Digests start empty, merge in any order, and survive JSON. */
export const digests: Monoid<Digest> = fields({
  totals,
  evidence: evidenceByCode,
  tallies: fields(Object.fromEntries(tallyMonoids)),
  customers,
});
