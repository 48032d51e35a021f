import type {
  DownstreamRecord,
  PaymentRecord,
  ReconciliationInput,
  UpstreamRecord,
} from '#shared/schemas/reconciliation-input.ts';

/** Books whose rows are about to be changed. */
export type Books = Required<Pick<ReconciliationInput, 'downstreamUsage' | 'upstreamCharges' | 'payments'>> &
  Pick<ReconciliationInput, 'period'>;

/** What an error looks like, done to request, charge and payment number `i`; says which findings it makes. */
type Plant = (books: Books, i: number) => string[];

const MINUTE_MS = 60_000;
const later = (text: string, minutes: number): string =>
  new Date(Date.parse(text) + minutes * MINUTE_MS).toISOString();
const LAST_DAY = '2026-03-31T12:00:00Z';
const AFTER = '2026-04-02T12:00:00Z';

const sale = (books: Books, i: number): DownstreamRecord => books.downstreamUsage[i] as DownstreamRecord;
const charge = (books: Books, i: number): UpstreamRecord => books.upstreamCharges[i] as UpstreamRecord;
const payment = (books: Books, i: number): PaymentRecord => books.payments[i] as PaymentRecord;

/** Changes rows number `i`. */
const sell = (books: Books, i: number, change: Partial<DownstreamRecord>): void => {
  Object.assign(sale(books, i), change);
};
const buy = (books: Books, i: number, change: Partial<UpstreamRecord>): void => {
  Object.assign(charge(books, i), change);
};
const pay = (books: Books, i: number, change: Partial<PaymentRecord>): void => {
  Object.assign(payment(books, i), change);
};
/** Adds a row like number `i`. */
const sellAgain = (books: Books, i: number, change: Partial<DownstreamRecord>): void => {
  books.downstreamUsage.push({ ...sale(books, i), ...change });
};
const buyAgain = (books: Books, i: number, change: Partial<UpstreamRecord>): void => {
  books.upstreamCharges.push({ ...charge(books, i), ...change });
};
const payAgain = (books: Books, i: number, change: Partial<PaymentRecord>): void => {
  books.payments.push({ ...payment(books, i), ...change });
};
const withoutPrice = (books: Books, i: number): void => {
  delete sale(books, i).expectedCharge;
};

const r = (i: number): string => `req-${i}`;
const t = (i: number): string => `tx-${i}`;

/** Errors of single requests, charges and payments, by the code that they are planted for. */
export const plants: Record<string, Plant> = {
  unmatched_upstream: (books, i) => {
    buyAgain(books, i, { requestId: `lost-${i}`, upstreamId: `lost-${i}` });
    return [`unmatched_upstream lost-${i}`];
  },
  unmatched_downstream: (books, i) => {
    sellAgain(books, i, { requestId: `gone-${i}` });
    return [`unmatched_downstream gone-${i}`];
  },
  duplicate_downstream_request: (books, i) => {
    sellAgain(books, i, {});
    return [`duplicate_downstream_request ${r(i)}`];
  },
  duplicate_upstream_charge: (books, i) => {
    buyAgain(books, i, {});
    return [`duplicate_upstream_charge up-${i}`];
  },
  restated_refund: (books, i) => {
    sell(books, i, { chargedAmount: '0.5' });
    buy(books, i, { costAmount: '0.1' });
    withoutPrice(books, i);
    sellAgain(books, i, {
      status: 'refunded',
      refundAmount: '0.3',
      occurredAt: later(sale(books, i).occurredAt, 1),
    });
    return [`restated_refund ${r(i)}`, `duplicate_downstream_request ${r(i)}`, `partial_refund ${r(i)}`];
  },
  restated_upstream_refund: (books, i) => {
    buyAgain(books, i, { status: 'refunded', refundAmount: charge(books, i).costAmount });
    return [`restated_upstream_refund ${r(i)}`];
  },
  retry_cost: (books, i) => {
    buyAgain(books, i, { upstreamId: `retry-${i}` });
    return [`retry_cost ${r(i)}`];
  },
  upstream_charged_on_failure: (books, i) => {
    buyAgain(books, i, { upstreamId: `try-${i}`, status: 'failed' });
    return [`upstream_charged_on_failure ${r(i)}`];
  },
  upstream_refund_incomplete: (books, i) => {
    buyAgain(books, i, { upstreamId: `try-${i}`, status: 'refunded', refundAmount: '0.0001' });
    return [`upstream_refund_incomplete ${r(i)}`];
  },
  upstream_refund_exceeds_cost: (books, i) => {
    buyAgain(books, i, { upstreamId: `try-${i}`, status: 'refunded', refundAmount: '2' });
    return [`upstream_refund_exceeds_cost ${r(i)}`];
  },
  failed_but_charged: (books, i) => {
    sell(books, i, { status: 'failed' });
    buy(books, i, { status: 'failed', costAmount: '0' });
    return [`failed_but_charged ${r(i)}`];
  },
  refund_incomplete: (books, i) => {
    sell(books, i, { status: 'refunded', refundAmount: '0.0001' });
    buy(books, i, { status: 'refunded', costAmount: '0' });
    return [`refund_incomplete ${r(i)}`];
  },
  refund_exceeds_charge: (books, i) => {
    sell(books, i, { status: 'refunded', refundAmount: '2' });
    buy(books, i, { status: 'refunded', costAmount: '0' });
    return [`refund_exceeds_charge ${r(i)}`];
  },
  unlinked_refund: (books, i) => {
    sell(books, i, { status: 'refunded', chargedAmount: '0', expectedCharge: '0', refundAmount: '0.01' });
    buy(books, i, { status: 'refunded', costAmount: '0' });
    return [`unlinked_refund ${r(i)}`];
  },
  partial_refund: (books, i) => {
    sell(books, i, { refundAmount: '0.000001' });
    return [`partial_refund ${r(i)}`];
  },
  charged_upstream_failed: (books, i) => {
    buy(books, i, { status: 'failed', costAmount: '0' });
    return [`charged_upstream_failed ${r(i)}`];
  },
  absorbed_cost: (books, i) => {
    sell(books, i, { status: 'failed', chargedAmount: '0' });
    return [`absorbed_cost ${r(i)}`];
  },
  zero_charge_with_cost: (books, i) => {
    sell(books, i, { chargedAmount: '0' });
    withoutPrice(books, i);
    return [`zero_charge_with_cost ${r(i)}`];
  },
  zero_cost_success: (books, i) => {
    buy(books, i, { costAmount: '0' });
    return [`zero_cost_success ${r(i)}`];
  },
  negative_margin_request: (books, i) => {
    sell(books, i, { chargedAmount: '0.01' });
    withoutPrice(books, i);
    buy(books, i, { costAmount: '0.02' });
    return [`negative_margin_request ${r(i)}`];
  },
  negative_margin_model: (books, i) => {
    sell(books, i, { model: `loss-${i}`, chargedAmount: '0.01' });
    withoutPrice(books, i);
    buy(books, i, { model: `loss-${i}`, costAmount: '0.02' });
    return [`negative_margin_model loss-${i}`, `negative_margin_request ${r(i)}`];
  },
  negative_margin_channel: (books, i) => {
    sell(books, i, { channelId: `loss-${i}`, chargedAmount: '0.01' });
    withoutPrice(books, i);
    buy(books, i, { channelId: `loss-${i}`, costAmount: '0.02' });
    return [`negative_margin_channel loss-${i}`, `negative_margin_request ${r(i)}`];
  },
  downstream_pending: (books, i) => {
    sellAgain(books, i, { requestId: `wait-${i}`, status: 'pending', occurredAt: LAST_DAY });
    return [`downstream_pending wait-${i}`];
  },
  upstream_pending: (books, i) => {
    buy(books, i, { status: 'pending' });
    return [`upstream_pending ${r(i)}`];
  },
  pending_after_upstream_settled: (books, i) => {
    sell(books, i, { status: 'pending' });
    return [`pending_after_upstream_settled ${r(i)}`, `downstream_pending ${r(i)}`];
  },
  price_overcharge: (books, i) => {
    sell(books, i, { expectedCharge: '0.0001' });
    return [`price_overcharge ${r(i)}`];
  },
  price_undercharge: (books, i) => {
    sell(books, i, { expectedCharge: '9' });
    return [`price_undercharge ${r(i)}`];
  },
  token_cache_semantics: (books, i) => {
    sell(books, i, { model: `cache-${i}`, tokens: { input: 900, cacheRead: 100 } });
    buy(books, i, { model: `cache-${i}`, tokens: { input: 1000, cacheRead: 100 } });
    return [`token_cache_semantics cache-${i}`];
  },
  token_mismatch: (books, i) => {
    sell(books, i, { tokens: { output: 10 } });
    buy(books, i, { tokens: { output: 20 } });
    return [`token_mismatch ${r(i)}`];
  },
  model_mismatch: (books, i) => {
    sell(books, i, { model: `sold-${i}` });
    buy(books, i, { model: 'bought' });
    return [`model_mismatch ["sold-${i}","bought"]`];
  },
  channel_mismatch: (books, i) => {
    const { channelId } = sale(books, i);
    buy(books, i, { channelId: `else-${i}` });
    return [`channel_mismatch ["${channelId}","else-${i}"]`];
  },
  currency_excluded: (books, i) => {
    sellAgain(books, i, { requestId: `cny-${i}`, currency: `C${i}` });
    return [`currency_excluded ["downstreamUsage","C${i}"]`];
  },
  duplicate_payment: (books, i) => {
    payAgain(books, i, {});
    return [`duplicate_payment ${t(i)}`];
  },
  payment_not_credited: (books, i) => {
    pay(books, i, { creditedAmount: '0' });
    return [`payment_not_credited ${t(i)}`];
  },
  payment_under_credited: (books, i) => {
    pay(books, i, { creditedAmount: '900' });
    return [`payment_under_credited ${t(i)}`];
  },
  credit_net_of_fee: (books, i) => {
    pay(books, i, { creditedAmount: '985.5', feeAmount: '14.5' });
    return [`credit_net_of_fee ${t(i)}`];
  },
  payment_over_credited: (books, i) => {
    // Each by a ratio of its own: one that three share is an offer.
    pay(books, i, { creditedAmount: `${1001 + i}` });
    return [`payment_over_credited ${t(i)}`];
  },
  refund_credit_not_reversed: (books, i) => {
    pay(books, i, { status: 'refunded', refundAmount: '1000' });
    return [`refund_credit_not_reversed ${t(i)}`];
  },
  chargeback_credit_not_reversed: (books, i) => {
    pay(books, i, { status: 'chargeback' });
    return [`chargeback_credit_not_reversed ${t(i)}`];
  },
  chargeback_recorded: (books, i) => {
    pay(books, i, { status: 'chargeback', creditedAmount: '0' });
    return [`chargeback_recorded ${t(i)}`];
  },
  failed_payment_credited: (books, i) => {
    pay(books, i, { status: 'failed' });
    return [`failed_payment_credited ${t(i)}`];
  },
  pending_payment_credited: (books, i) => {
    pay(books, i, { status: 'pending' });
    return [`pending_payment_credited ${t(i)}`];
  },
  payment_pending: (books, i) => {
    pay(books, i, { status: 'pending', creditedAmount: '0' });
    return [`payment_pending ${t(i)}`];
  },
  payment_refund_exceeds_amount: (books, i) => {
    pay(books, i, { status: 'refunded', refundAmount: '1001', creditedAmount: '0' });
    return [`payment_refund_exceeds_amount ${t(i)}`];
  },
  fee_exceeds_amount: (books, i) => {
    pay(books, i, { feeAmount: '1001' });
    return [`fee_exceeds_amount ${t(i)}`];
  },
};

/** Errors that are one finding however often they are made; each says which. */
export const gatheredPlants: Record<string, Plant> = {
  upstream_missing_request_id: (books, i) => {
    const { requestId: _, ...row } = charge(books, i);
    books.upstreamCharges.push({ ...row, upstreamId: `loose-${i}`, costAmount: '0.01' });
    return ['upstream_missing_request_id upstreamCharges'];
  },
  price_rounding: (books, i) => {
    sell(books, i, { chargedAmount: '0.500001', expectedCharge: '0.5' });
    buy(books, i, { costAmount: '0.1' });
    return ['price_rounding downstreamUsage'];
  },
  out_of_period: (books, i) => {
    sellAgain(books, i, { requestId: `april-${i}`, occurredAt: AFTER });
    return ['out_of_period downstreamUsage'];
  },
  cross_period_match: (books, i) => {
    sell(books, i, { occurredAt: later('2026-04-01T00:00:00Z', -1) });
    buy(books, i, { occurredAt: later('2026-04-01T00:00:00Z', 1) });
    return ['cross_period_match upstreamCharges'];
  },
  superseded_rows: (books, i) => {
    sellAgain(books, i, { status: 'pending' });
    return ['superseded_rows downstreamUsage'];
  },
  imprecise_amount: (books, i) => {
    sell(books, i, { chargedAmount: 0.30000000000000004 });
    buy(books, i, { costAmount: '0.1' });
    withoutPrice(books, i);
    return ['imprecise_amount downstreamUsage'];
  },
  payment_credit_unknown: (books, i) => {
    delete payment(books, i).creditedAmount;
    return ['payment_credit_unknown payments'];
  },
};

/** Errors of the whole books, which no other error can be planted beside. */
export const wholePlants: Record<string, (books: Books) => ReconciliationInput> = {
  ledger_ids_disjoint: ({ upstreamCharges, ...books }) => ({
    ...books,
    upstreamCharges: upstreamCharges.map((row) => ({ ...row, requestId: `other ${row.requestId}` })),
  }),
  channel_ids_disjoint: ({ downstreamUsage, ...books }) => ({
    ...books,
    downstreamUsage: downstreamUsage.filter(({ channelId }) => channelId !== 'c-0'),
  }),
  ledger_clock_offset: ({ upstreamCharges, ...books }) => ({
    ...books,
    upstreamCharges: upstreamCharges.map((row) => ({ ...row, occurredAt: later(row.occurredAt, -480) })),
  }),
  negative_margin_total: ({ upstreamCharges, ...books }) => ({
    ...books,
    upstreamCharges: [
      ...upstreamCharges,
      { upstreamId: 'bill', occurredAt: LAST_DAY, model: 'm-0', status: 'success', costAmount: '99999' },
    ],
  }),
  ledger_missing: ({ payments: _, ...books }) => books,
  funding_shortfall: ({ payments: _, ...books }) => ({ ...books, payments: [] }),
};
