import type { Tokens } from '../schemas/reconciliation-input.ts';
import type { AnyCheck } from './checks/check.ts';
import { type GroupContext, Recorder } from './checks/recorder.ts';
import { checks } from './checks/registry.ts';
import { assignChargeInclusion, ChargeGroup } from './entities/charge-group.ts';
import { assignRequestInclusion, type Groups, type RequestRows } from './entities/group-rows.ts';
import { assignPaymentInclusion, PaymentGroup } from './entities/payment-group.ts';
import { Request } from './entities/request.ts';
import { type SimpleRequest, toSimpleRequest } from './entities/simple-request.ts';
import { isIncluded, LEDGERS, type Ledger, type PaymentRow, type Row, type UsageRow } from './rows/row.ts';
import { type BonusOffers, buildOffers } from './survey/bonus-tiers.ts';
import { type Context, isOutsidePeriod } from './survey/context.ts';
import { addMatchedRequest } from './tally/channel-matches.ts';
import { addReportedTokens } from './tally/estimated/estimate-tally.ts';
import { applyVerdict, type EvidenceByCode, evidenceByCode } from './tally/evidence-by-code.ts';
import { buildFigures, type Conclusions } from './tally/figures.ts';
import { addCheckResults, addRequest, addSimpleRequest } from './tally/totals/add-requests.ts';
import { addLooseCharge, addPayment, countRow } from './tally/totals/add-rows.ts';
import { type Totals, totals } from './tally/totals/totals.ts';

/** Sums over all requests, charges and payments. */
export interface Digest {
  readonly totals: Totals;
  readonly evidence: EvidenceByCode;
  /** Tallies by check id. */
  readonly tallies: Readonly<Record<string, unknown>>;
}

const LEDGER_GROUPS = Object.fromEntries(
  LEDGERS.map((name) => [name, { subject: { kind: 'ledger', name } }]),
) as Record<Ledger, GroupContext>;

/** Functions of checks that examine rows, requests, charges and payments. */
const HOOKS = ['row', 'request', 'charge', 'payment', 'countSimple'] as const;
/** Calls one of these functions of all checks, each with its own tools. */
type Inspect = (group: unknown) => void;

/**
 * Lists the functions `simple` of checks; for a check without it, a function that always returns true. Leaves out
 * checks with `simple: false`, and checks that have neither `request` nor `row`.
 */
export const listSimpleTests = (all: readonly AnyCheck[]): ((request: SimpleRequest) => boolean)[] =>
  all.flatMap(({ row, request, simple = () => true }) =>
    simple === false || (row === undefined && request === undefined) ? [] : [simple],
  );
const simpleTests = listSimpleTests(checks);
const mayHaveFinding = (request: SimpleRequest): boolean => {
  for (const mayReport of simpleTests) if (mayReport(request)) return true;
  return false;
};

/**
 * Processes the input in one pass: decides which rows are included, adds them to the totals, and runs the checks. Add
 * all requests first, then charges, which need the totals of all requests, then payments. Each row may be added once.
 */
export class Digester {
  /** Totals, evidence and tallies of everything added so far. */
  readonly digest: Digest = {
    totals: totals(),
    evidence: evidenceByCode(),
    tallies: Object.fromEntries(checks.map(({ id, tally }) => [id, tally?.()])),
  };
  readonly #context: Context;
  readonly #offers: BonusOffers;
  readonly #recorder: Recorder;
  readonly #inspect: Readonly<Record<(typeof HOOKS)[number], Inspect>>;
  readonly #isSlow: boolean;

  /** @param isSlow runs every check on every request, also on those that no check may report on (for tests) */
  constructor(context: Context, isSlow = false) {
    this.#isSlow = isSlow;
    this.#context = context;
    this.#offers = buildOffers(context.bonusTiers);
    this.#recorder = new Recorder(this.digest.evidence, context);
    const { tallies, totals } = this.digest;
    const equipped = checks.map((check) => ({
      check,
      tools: { find: this.#recorder.buildFind(check), context, tally: tallies[check.id], totals },
    }));
    const inspectors = HOOKS.map((hook) => {
      // Look the functions up once, because the lookup takes longer than many checks.
      const own = equipped.flatMap(({ check: { [hook]: inspect }, tools }) =>
        inspect ? { inspect, tools } : [],
      );
      const inspectAll: Inspect = (group) => {
        for (const { inspect, tools } of own) inspect(group as never, tools);
      };
      return [hook, inspectAll];
    });
    this.#inspect = Object.fromEntries(inspectors) as Record<(typeof HOOKS)[number], Inspect>;
  }

  #addRow(row: Row): void {
    countRow(this.digest.totals, row, this.#context);
    this.#recorder.group = LEDGER_GROUPS[row.ledger];
    this.#inspect.row(row);
  }

  /** Adds tokens from a provider's usage report, counted from `startMs` (epoch milliseconds), if in the period. */
  addReportedTokens(model: string, startMs: number, tokens: Tokens): void {
    if (!isOutsidePeriod(startMs, this.#context))
      addReportedTokens(this.digest.totals.estimates, model, startMs, tokens);
  }

  /** Adds all rows of one request. */
  addRequest(rows: RequestRows): void {
    const simple = this.#isSlow ? undefined : toSimpleRequest(rows, this.#context);
    if (simple === undefined || mayHaveFinding(simple)) this.#addFully(rows);
    else {
      addSimpleRequest(this.digest.totals, simple, this.#context);
      this.#inspect.countSimple(simple);
    }
  }

  #addFully(rows: RequestRows): void {
    const periodTime = assignRequestInclusion(rows, this.#context);
    for (const row of rows.downstream) this.#addRow(row);
    for (const row of rows.upstream) this.#addRow(row);
    const requestId = (rows.downstream[0] ?? rows.upstream[0])?.requestId ?? '';
    const request = new Request(requestId, rows, periodTime);
    if (request.sales.included.length === 0 && request.charges.included.length === 0) {
      // All rows are in another currency, so nothing is counted; the match still proves that both ledgers share ids.
      if (request.hasForeignRow && request.isInBoth)
        addMatchedRequest(this.digest.totals.channelMatches, rows.upstream, request.channelId);
      return;
    }
    addRequest(this.digest.totals, request, this.#context);
    this.#recorder.group = request;
    this.#inspect.request(request);
    addCheckResults(this.digest.totals, request, this.#recorder.attribution, this.#context);
  }

  /**
   * Adds the upstream rows with one upstream id, also of several requests (for rows without one see `ChargeGroup`).
   * Rows with a request id were already counted by `addRequest`; here they are only compared with each other.
   */
  addCharges(rows: readonly UsageRow[]): void {
    if (rows.length === 1 && rows[0]?.requestId !== undefined) return;
    assignChargeInclusion(rows, this.#context);
    for (const row of rows) {
      if (row.requestId !== undefined) continue;
      this.#addRow(row);
      if (isIncluded(row)) addLooseCharge(this.digest.totals, row, this.#context);
    }
    const group = new ChargeGroup(rows);
    this.#recorder.group = group;
    this.#inspect.charge(group);
  }

  /** Adds all rows of one payment transaction. */
  addPayment(rows: PaymentRow[]): void {
    assignPaymentInclusion(rows, this.#context);
    for (const row of rows) this.#addRow(row);
    const group = new PaymentGroup(rows, this.#context.currency, this.#offers);
    if (group.rows.length === 0) return;
    addPayment(this.digest.totals, group);
    this.#recorder.group = group;
    this.#inspect.payment(group);
  }
}

/**
 * Runs the checks on all groups. Modifies the rows (`inclusion`, `superseded`), so that a row can be processed once.
 * @param isSlow runs every check on every request, also on those that no check may report on (for tests)
 */
export function digestGroups(
  { requests, charges, payments }: Groups,
  context: Context,
  isSlow = false,
): Digest {
  const digester = new Digester(context, isSlow);
  for (const rows of requests) digester.addRequest(rows);
  for (const rows of charges) digester.addCharges(rows);
  for (const rows of payments) digester.addPayment(rows);
  return digester.digest;
}

/** Runs each `conclude`, which needs all rows; adds findings to the digest's evidence, and applies verdicts. */
export function conclude({ totals, evidence, tallies }: Digest, context: Context): Conclusions {
  const figures = buildFigures(totals, context);
  const recorder = new Recorder(evidence, context);
  for (const check of checks) {
    const tools = { find: recorder.buildFind(check), context, tally: tallies[check.id], figures };
    for (const [code, verdict] of Object.entries(check.conclude?.(tools) ?? {}))
      if (verdict) applyVerdict(evidence, code, verdict);
  }
  return { figures, evidence };
}
