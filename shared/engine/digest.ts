import type { AnyCheck } from './checks/check.ts';
import { type About, Clerk } from './checks/recorder.ts';
import { checks } from './checks/registry.ts';
import { ChargeGroup, settleCharges } from './groups/charge.ts';
import { PaymentGroup, settlePayments } from './groups/payment.ts';
import { Request, type RequestRows, settle } from './groups/request.ts';
import type { Shard } from './groups/shard.ts';
import type { Ledger, PaymentRow, Row, UsageRow } from './rows/row.ts';
import type { Context } from './survey/context.ts';
import { type Casebook, casebook } from './tally/evidence.ts';
import { fields, type Part } from './tally/monoid.ts';
import { addLooseCharge, addPayment, addRequest, addRow, type Totals, totals } from './tally/totals.ts';

/** What one shard adds to the report: figures, evidence, and each check's own tally. */
export interface Digest {
  totals: Totals;
  casebook: Casebook;
  /** One box per check that has a tally, by the check's id. */
  tallies: Record<string, unknown>;
}

const tallyParts = checks.flatMap((check: AnyCheck) =>
  check.tally ? [[check.id, check.tally] as const] : [],
);

/** Digests start empty, merge in any order, and survive JSON. */
export const digests: Part<Digest> = fields({
  totals,
  casebook,
  tallies: fields(Object.fromEntries(tallyParts)),
});

const ABOUT_LEDGER: Record<Ledger, About> = {
  downstreamUsage: { subject: 'downstreamUsage' },
  upstreamCharges: { subject: 'upstreamCharges' },
  payments: { subject: 'payments' },
};

type Hook = 'row' | 'request' | 'charge' | 'payment';

/** One pass over a shard: each group is settled, counted, and shown to every check that looks at its kind. */
class Digester {
  readonly #box = digests.empty();
  readonly #context: Context;
  readonly #clerk: Clerk;
  readonly #show: Record<Hook, (group: unknown) => void>;

  constructor(context: Context) {
    this.#context = context;
    this.#clerk = new Clerk(this.#box.casebook, context);
    this.#show = {
      row: this.#inspectors('row'),
      request: this.#inspectors('request'),
      charge: this.#inspectors('charge'),
      payment: this.#inspectors('payment'),
    };
  }

  /** The checks that look at one kind of thing, each with its own bench. */
  #inspectors(hook: Hook): (group: unknown) => void {
    const seats = checks
      .filter((check: AnyCheck) => check[hook] !== undefined)
      .map((check: AnyCheck) => {
        const tally = this.#box.tallies[check.id];
        return { check, bench: { find: this.#clerk.finder(check), context: this.#context, tally } };
      });
    return (group) => {
      for (const { check, bench } of seats) check[hook]?.(group as never, bench);
    };
  }

  #addRow(row: Row): void {
    addRow(this.#box.totals, row);
    this.#clerk.about = ABOUT_LEDGER[row.ledger];
    this.#show.row(row);
  }

  #addRequest(rows: RequestRows): void {
    const anchor = settle(rows, this.#context);
    for (const row of rows.downstream) this.#addRow(row);
    for (const row of rows.upstream) this.#addRow(row);
    const requestId = (rows.downstream[0] ?? rows.upstream[0])?.requestId ?? '';
    const request = new Request(requestId, rows, anchor);
    if (request.downstream.length === 0 && request.upstream.length === 0) return;
    addRequest(this.#box.totals, request);
    this.#clerk.about = request;
    this.#show.request(request);
  }

  #addCharges(rows: readonly UsageRow[]): void {
    settleCharges(rows, this.#context);
    for (const row of rows) {
      if (row.requestId !== undefined) continue;
      this.#addRow(row);
      if (row.standing === 'included' && !row.superseded) addLooseCharge(this.#box.totals, row);
    }
    const group = new ChargeGroup(rows);
    this.#clerk.about = group;
    this.#show.charge(group);
  }

  #addPayment(rows: PaymentRow[]): void {
    settlePayments(rows, this.#context);
    for (const row of rows) this.#addRow(row);
    const group = new PaymentGroup(rows);
    if (group.rows.length === 0) return;
    addPayment(this.#box.totals, group);
    this.#clerk.about = group;
    this.#show.payment(group);
  }

  digest({ requests, charges, payments }: Shard): Digest {
    for (const rows of requests) this.#addRequest(rows);
    for (const rows of charges) this.#addCharges(rows);
    for (const rows of payments) this.#addPayment(rows);
    return this.#box;
  }
}

/** Digests a shard. Rows are marked as their groups are settled, so a shard is digested once. */
export const digest = (shard: Shard, context: Context): Digest => new Digester(context).digest(shard);
