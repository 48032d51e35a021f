import type { AnyCheck } from './checks/check.ts';
import { type Group, Recorder } from './checks/recorder.ts';
import { checks } from './checks/registry.ts';
import { assignChargeStanding, ChargeGroup } from './groups/charge.ts';
import { assignPaymentStanding, PaymentGroup } from './groups/payment.ts';
import { assignRequestStanding, Request, type RequestRows } from './groups/request.ts';
import type { Shard } from './groups/shard.ts';
import { isIncluded, type Ledger, type PaymentRow, type Row, type UsageRow } from './rows/row.ts';
import { type Offers, offersOf } from './survey/bonus-tiers.ts';
import type { Context } from './survey/context.ts';
import { type EvidenceByCode, evidenceByCode } from './tally/evidence.ts';
import { byKey, fields, type Keyed, type Monoid } from './tally/monoid.ts';
import {
  addLooseCharge,
  addPayment,
  addRequest,
  addRow,
  type CustomerLine,
  customerLine,
  type Sums,
  type Totals,
  totals,
} from './tally/totals.ts';

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

const LEDGER_GROUPS: Record<Ledger, Group> = {
  downstreamUsage: { subject: { kind: 'ledger', name: 'downstreamUsage' } },
  upstreamCharges: { subject: { kind: 'ledger', name: 'upstreamCharges' } },
  payments: { subject: { kind: 'ledger', name: 'payments' } },
};

type Hook = 'row' | 'request' | 'charge' | 'payment';

/** One pass over a shard: each group gets its standing, is counted, and shown to every check that looks at its kind. */
class Digester {
  readonly #digest = digests.empty();
  readonly #sums: Sums = { totals: this.#digest.totals, customers: this.#digest.customers.lines };
  readonly #context: Context;
  readonly #offers: Offers;
  readonly #recorder: Recorder;
  readonly #show: Record<Hook, (group: unknown) => void>;

  constructor(context: Context) {
    this.#context = context;
    this.#offers = offersOf(context.bonusTiers);
    this.#recorder = new Recorder(this.#digest.evidence, context);
    this.#show = {
      row: this.#inspectors('row'),
      request: this.#inspectors('request'),
      charge: this.#inspectors('charge'),
      payment: this.#inspectors('payment'),
    };
  }

  /** The checks that look at one kind of thing, each with its own tools. */
  #inspectors(hook: Hook): (group: unknown) => void {
    const inspectors = checks.flatMap((check: AnyCheck) => {
      // Looked up once: among checks of thirty shapes that takes longer than many of them need.
      const inspect = check[hook];
      if (inspect === undefined) return [];
      const { tallies, customers } = this.#digest;
      const own = { tally: tallies[check.id], customers: customers[check.id] as Keyed<unknown> };
      return [{ inspect, tools: { find: this.#recorder.finder(check), context: this.#context, ...own } }];
    });
    return (group) => {
      for (const { inspect, tools } of inspectors) inspect(group as never, tools);
    };
  }

  #addRow(row: Row): void {
    addRow(this.#digest.totals, row);
    this.#recorder.group = LEDGER_GROUPS[row.ledger];
    this.#show.row(row);
  }

  #addRequest(rows: RequestRows): void {
    const anchor = assignRequestStanding(rows, this.#context);
    for (const row of rows.downstream) this.#addRow(row);
    for (const row of rows.upstream) this.#addRow(row);
    const requestId = (rows.downstream[0] ?? rows.upstream[0])?.requestId ?? '';
    const request = new Request(requestId, rows, anchor);
    if (request.downstream.length === 0 && request.upstream.length === 0) return;
    addRequest(this.#sums, request);
    this.#recorder.group = request;
    this.#show.request(request);
  }

  #addCharges(rows: readonly UsageRow[]): void {
    assignChargeStanding(rows, this.#context);
    for (const row of rows) {
      if (row.requestId !== undefined) continue;
      this.#addRow(row);
      if (isIncluded(row)) addLooseCharge(this.#sums, row);
    }
    const group = new ChargeGroup(rows);
    this.#recorder.group = group;
    this.#show.charge(group);
  }

  #addPayment(rows: PaymentRow[]): void {
    assignPaymentStanding(rows, this.#context);
    for (const row of rows) this.#addRow(row);
    const group = new PaymentGroup(rows, this.#context.currency, this.#offers);
    if (group.rows.length === 0) return;
    addPayment(this.#sums, group);
    this.#recorder.group = group;
    this.#show.payment(group);
  }

  digest({ requests, charges, payments }: Shard): Digest {
    for (const rows of requests) this.#addRequest(rows);
    for (const rows of charges) this.#addCharges(rows);
    for (const rows of payments) this.#addPayment(rows);
    return this.#digest;
  }
}

/** Digests a shard. Rows are given their standing in place, so a shard is digested once. */
export const digest = (shard: Shard, context: Context): Digest => new Digester(context).digest(shard);
