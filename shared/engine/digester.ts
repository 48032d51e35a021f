import { toDecimal } from '../money/money.ts';
import type { Tokens } from '../schemas/reconciliation-input.ts';
import type { AnyCheck } from './checks/check.ts';
import { type Group, Recorder } from './checks/recorder.ts';
import { checks } from './checks/registry.ts';
import { type Digest, emptyDigest } from './digest.ts';
import { assignChargeStanding, ChargeGroup } from './groups/charge.ts';
import type { Groups } from './groups/groups-of.ts';
import { assignPaymentStanding, PaymentGroup } from './groups/payment.ts';
import { Request } from './groups/request.ts';
import { assignRequestStanding, type RequestRows } from './groups/request-rows.ts';
import { asSimple, type SimpleRequest } from './groups/simple-request.ts';
import { isIncluded, type Ledger, type PaymentRow, type Row, type UsageRow } from './rows/row.ts';
import { type Offers, offersOf } from './survey/bonus-tiers.ts';
import { type Context, isOutside } from './survey/context.ts';
import { addCounted } from './tally/estimated/estimates.ts';
import { addPartners } from './tally/partners.ts';
import { addRequest, addShares, addSimple } from './tally/totals/add-requests.ts';
import { addLooseCharge, addPayment, addRow } from './tally/totals/add-rows.ts';

const LEDGER_GROUPS: Record<Ledger, Group> = {
  downstreamUsage: { subject: { kind: 'ledger', name: 'downstreamUsage' } },
  upstreamCharges: { subject: { kind: 'ledger', name: 'upstreamCharges' } },
  payments: { subject: { kind: 'ledger', name: 'payments' } },
};

type Hook = 'row' | 'request' | 'charge' | 'payment' | 'countSimple';

/** By check, which simple requests may concern it: all, where a check that sees requests or their rows does not say. */
export const concernsOf = (all: readonly AnyCheck[]): ((request: SimpleRequest) => boolean)[] =>
  all.flatMap(({ row, request, simple = () => true }) =>
    simple === false || (row === undefined && request === undefined) ? [] : [simple],
  );
const concerns = concernsOf(checks);
const isConcerning = (request: SimpleRequest): boolean => {
  for (const concern of concerns) if (concern(request)) return true;
  return false;
};

/**
 * One pass over groups: each gets its standing, is counted, and shown to every check that looks at its kind. Requests
 * come first, then charges, which ask what all requests add up to, then payments.
 */
export class Digester {
  readonly #digest = emptyDigest();
  readonly #context: Context;
  readonly #offers: Offers;
  readonly #recorder: Recorder;
  readonly #show: Record<Hook, (group: unknown) => void>;

  readonly #isSlow: boolean;

  /** @param isSlow every check sees every request: what the short way is held against */
  constructor(context: Context, isSlow = false) {
    this.#isSlow = isSlow;
    this.#context = context;
    this.#offers = offersOf(context.bonusTiers);
    this.#recorder = new Recorder(this.#digest.evidence, context);
    this.#show = {
      row: this.#inspectors('row'),
      request: this.#inspectors('request'),
      charge: this.#inspectors('charge'),
      payment: this.#inspectors('payment'),
      countSimple: this.#inspectors('countSimple'),
    };
  }

  /** The checks that look at one kind of thing, each with its own tools. */
  #inspectors(hook: Hook): (group: unknown) => void {
    const inspectors = checks.flatMap((check: AnyCheck) => {
      // Looked up once: among checks of thirty shapes that takes longer than many of them need.
      const inspect = check[hook];
      if (inspect === undefined) return [];
      const { tallies, totals } = this.#digest;
      const tools = {
        find: this.#recorder.finder(check),
        context: this.#context,
        tally: tallies[check.id],
        totals,
      };
      return [{ inspect, tools }];
    });
    return (group) => {
      for (const { inspect, tools } of inspectors) inspect(group as never, tools);
    };
  }

  #addRow(row: Row): void {
    addRow(this.#digest.totals, row, this.#context);
    this.#recorder.group = LEDGER_GROUPS[row.ledger];
    this.#show.row(row);
  }

  /** Sets what is stated for a request. */
  #state({ downstream: [first, ...others] }: RequestRows): void {
    const { requests } = this.#context;
    // An id may read like a property that every object has.
    if (first?.requestId === undefined || !Object.hasOwn(requests, first.requestId)) return;
    const { estimate, attempts, bought, seconds } = requests[first.requestId] ?? {};
    const total = estimate === undefined ? undefined : toDecimal(estimate);
    for (const row of [first, ...others]) {
      if (total !== undefined) row.estimate = { total, kinds: [['request', total]] };
      if (attempts !== undefined) row.attempts = row === first ? attempts : 0;
      row.bought = bought;
      if (seconds !== undefined) row.seconds = seconds;
    }
  }

  /** Tokens that a provider counts beside its bill. @param startMs when the time begins that they are of */
  addCounted(model: string, startMs: number, tokens: Tokens): void {
    if (!isOutside(startMs, this.#context)) addCounted(this.#digest.totals.estimates, model, startMs, tokens);
  }

  /** All rows of one request. */
  addRequest(rows: RequestRows): void {
    this.#state(rows);
    const simple = this.#isSlow ? undefined : asSimple(rows, this.#context);
    if (simple === undefined || isConcerning(simple)) this.#addAny(rows);
    else {
      addSimple(this.#digest.totals, simple);
      this.#show.countSimple(simple);
    }
  }

  #addAny(rows: RequestRows): void {
    const anchor = assignRequestStanding(rows, this.#context);
    for (const row of rows.downstream) this.#addRow(row);
    for (const row of rows.upstream) this.#addRow(row);
    const requestId = (rows.downstream[0] ?? rows.upstream[0])?.requestId ?? '';
    const request = new Request(requestId, rows, anchor);
    if (request.sold.included.length === 0 && request.bought.included.length === 0) {
      // Wholly in another currency, it still shows that ids are known.
      if (request.foreign && request.isInBoth)
        addPartners(this.#digest.totals.partners, rows.upstream, request.channelId);
      return;
    }
    addRequest(this.#digest.totals, request, this.#context);
    this.#recorder.group = request;
    this.#show.request(request);
    addShares(this.#digest.totals, request, this.#recorder.shares, this.#context);
  }

  /** Upstream rows that belong together whatever their requests; those of each request are added by themselves. */
  addCharges(rows: readonly UsageRow[]): void {
    if (rows.length === 1 && rows[0]?.requestId !== undefined) return;
    assignChargeStanding(rows, this.#context);
    for (const row of rows) {
      if (row.requestId !== undefined) continue;
      this.#addRow(row);
      if (isIncluded(row)) addLooseCharge(this.#digest.totals, row);
    }
    const group = new ChargeGroup(rows);
    this.#recorder.group = group;
    this.#show.charge(group);
  }

  /** All rows of one transaction. */
  addPayment(rows: PaymentRow[]): void {
    assignPaymentStanding(rows, this.#context);
    for (const row of rows) this.#addRow(row);
    const group = new PaymentGroup(rows, this.#context.currency, this.#offers);
    if (group.rows.length === 0) return;
    addPayment(this.#digest.totals, group);
    this.#recorder.group = group;
    this.#show.payment(group);
  }

  get digest(): Digest {
    return this.#digest;
  }
}

/** Digests all groups. Rows are given their standing in place, so they are digested once. */
export function digest({ requests, charges, payments }: Groups, context: Context, isSlow = false): Digest {
  const digester = new Digester(context, isSlow);
  for (const rows of requests) digester.addRequest(rows);
  for (const rows of charges) digester.addCharges(rows);
  for (const rows of payments) digester.addPayment(rows);
  return digester.digest;
}
