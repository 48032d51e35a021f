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

/** What fields say instead; null takes one out. */
type Changed<TRow> = { readonly [K in keyof TRow]?: TRow[K] | null };

/** An error as rows that are changed, and rows that are added, like those before but for these fields; `#` is the number. */
interface Change {
  readonly sell?: Changed<DownstreamRecord>;
  readonly buy?: Changed<UpstreamRecord>;
  readonly pay?: Changed<PaymentRecord>;
  readonly sellAgain?: Changed<DownstreamRecord>;
  readonly buyAgain?: Changed<UpstreamRecord>;
  readonly payAgain?: Changed<PaymentRecord>;
  /** What its finding is about: the request, or the payment, unless it says otherwise. */
  readonly of?: string;
  /** Findings of other codes. */
  readonly also?: readonly string[];
}

function change(row: object | undefined, fields: object): void {
  for (const [name, value] of Object.entries(fields))
    if (value === null) delete (row as Record<string, unknown>)[name];
    else Object.assign(row as object, { [name]: value });
}

const LEDGERS = [
  ['downstreamUsage', 'sell', 'sellAgain'],
  ['upstreamCharges', 'buy', 'buyAgain'],
  ['payments', 'pay', 'payAgain'],
] as const;

const planted = (code: string, error: Change): Plant => {
  const text = JSON.stringify(error);
  return (books, i) => {
    const numbered: Change = JSON.parse(text.replaceAll('#', `${i}`));
    for (const [ledger, own, again] of LEDGERS) {
      change(books[ledger][i], numbered[own] ?? {});
      if (!numbered[again]) continue;
      const copy = { ...books[ledger][i] };
      change(copy, numbered[again]);
      (books[ledger] as object[]).push(copy);
    }
    const { of = error.pay || error.payAgain ? `tx-${i}` : `req-${i}`, also = [] } = numbered;
    return [`${code} ${of}`, ...also];
  };
};
const all = (errors: Readonly<Record<string, Change>>): Record<string, Plant> =>
  Object.fromEntries(Object.entries(errors).map(([code, error]) => [code, planted(code, error)]));

const later = (text: string, minutes: number): string =>
  new Date(Date.parse(text) + minutes * 60_000).toISOString();
const LAST_DAY = '2026-03-31T12:00:00Z';
const UNSERVED = { status: 'failed', costAmount: '0' } as const;
const RETURNED = { status: 'refunded', costAmount: '0' } as const;
/** Sold without a price, for less than it costs. */
const AT_A_LOSS = { chargedAmount: '0.01', expectedCharge: null } as const;
const LOST = ['negative_margin_request req-#'];

/** Errors of single requests, charges and payments, by the code that they are planted for. */
export const plants: Record<string, Plant> = {
  ...all({
    unmatched_upstream: { buyAgain: { requestId: 'lost-#', upstreamId: 'lost-#' }, of: 'lost-#' },
    unmatched_downstream: { sellAgain: { requestId: 'gone-#' }, of: 'gone-#' },
    duplicate_downstream_request: { sellAgain: {} },
    duplicate_upstream_charge: { buyAgain: {}, of: 'up-#' },
    retry_cost: { buyAgain: { upstreamId: 'retry-#' } },
    upstream_charged_on_failure: { buyAgain: { upstreamId: 'try-#', status: 'failed' } },
    upstream_refund_incomplete: {
      buyAgain: { upstreamId: 'try-#', status: 'refunded', refundAmount: '0.0001' },
    },
    upstream_refund_exceeds_cost: {
      buyAgain: { upstreamId: 'try-#', status: 'refunded', refundAmount: '2' },
    },
    failed_but_charged: { sell: { status: 'failed' }, buy: UNSERVED },
    refund_incomplete: { sell: { status: 'refunded', refundAmount: '0.0001' }, buy: RETURNED },
    refund_exceeds_charge: { sell: { status: 'refunded', refundAmount: '2' }, buy: RETURNED },
    unlinked_refund: {
      sell: { status: 'refunded', chargedAmount: '0', expectedCharge: '0', refundAmount: '0.01' },
      buy: RETURNED,
    },
    partial_refund: { sell: { refundAmount: '0.000001' } },
    charged_upstream_failed: { buy: UNSERVED },
    absorbed_cost: { sell: { status: 'failed', chargedAmount: '0' } },
    zero_charge_with_cost: { sell: { chargedAmount: '0', expectedCharge: null } },
    zero_cost_success: { buy: { costAmount: '0' } },
    negative_margin_request: { sell: AT_A_LOSS, buy: { costAmount: '0.02' } },
    negative_margin_model: {
      sell: { ...AT_A_LOSS, model: 'loss-#' },
      buy: { model: 'loss-#', costAmount: '0.02' },
      of: 'loss-#',
      also: LOST,
    },
    negative_margin_channel: {
      sell: { ...AT_A_LOSS, channelId: 'loss-#' },
      buy: { channelId: 'loss-#', costAmount: '0.02' },
      of: 'loss-#',
      also: LOST,
    },
    downstream_pending: {
      sellAgain: { requestId: 'wait-#', status: 'pending', occurredAt: LAST_DAY },
      of: 'wait-#',
    },
    upstream_pending: { buy: { status: 'pending' } },
    pending_after_upstream_settled: { sell: { status: 'pending' }, also: ['downstream_pending req-#'] },
    price_overcharge: { sell: { expectedCharge: '0.0001' } },
    price_undercharge: { sell: { expectedCharge: '9' } },
    token_cache_semantics: {
      sell: { model: 'cache-#', tokens: { input: 900, cacheRead: 100 } },
      buy: { model: 'cache-#', tokens: { input: 1000, cacheRead: 100 } },
      of: 'cache-#',
    },
    token_mismatch: { sell: { tokens: { output: 10 } }, buy: { tokens: { output: 20 } } },
    model_mismatch: { sell: { model: 'sold-#' }, buy: { model: 'bought' }, of: '["sold-#","bought"]' },
    currency_excluded: {
      sellAgain: { requestId: 'cny-#', currency: 'C#' },
      of: '["downstreamUsage","C#"]',
    },
    duplicate_payment: { payAgain: {} },
    payment_not_credited: { pay: { creditedAmount: '0' } },
    payment_under_credited: { pay: { creditedAmount: '900' } },
    credit_net_of_fee: { pay: { creditedAmount: '985.5', feeAmount: '14.5' } },
    refund_credit_not_reversed: { pay: { status: 'refunded', refundAmount: '1000' } },
    chargeback_credit_not_reversed: { pay: { status: 'chargeback' } },
    chargeback_recorded: { pay: { status: 'chargeback', creditedAmount: '0' } },
    failed_payment_credited: { pay: { status: 'failed' } },
    pending_payment_credited: { pay: { status: 'pending' } },
    payment_pending: { pay: { status: 'pending', creditedAmount: '0' } },
    payment_refund_exceeds_amount: {
      pay: { status: 'refunded', refundAmount: '1001', creditedAmount: '0' },
    },
    fee_exceeds_amount: { pay: { feeAmount: '1001' } },
  }),
  restated_refund: (books, i) => {
    const occurredAt = later(books.downstreamUsage[i]?.occurredAt ?? '', 1);
    return planted('restated_refund', {
      sell: { chargedAmount: '0.5', expectedCharge: null },
      buy: { costAmount: '0.1' },
      sellAgain: { status: 'refunded', refundAmount: '0.3', occurredAt },
      also: ['duplicate_downstream_request req-#', 'partial_refund req-#'],
    })(books, i);
  },
  restated_upstream_refund: (books, i) => {
    const refundAmount = books.upstreamCharges[i]?.costAmount ?? '';
    return planted('restated_upstream_refund', { buyAgain: { status: 'refunded', refundAmount } })(books, i);
  },
  channel_mismatch: (books, i) => {
    const of = `["${books.downstreamUsage[i]?.channelId}","else-#"]`;
    return planted('channel_mismatch', { buy: { channelId: 'else-#' }, of })(books, i);
  },
  // Each by a ratio of its own: one that three share is an offer.
  payment_over_credited: (books, i) =>
    planted('payment_over_credited', { pay: { creditedAmount: `${1001 + i}` } })(books, i),
};

/** Errors that are one finding however often they are made; each says which. */
export const gatheredPlants: Record<string, Plant> = all({
  upstream_missing_request_id: {
    buyAgain: { requestId: null, upstreamId: 'loose-#', costAmount: '0.01' },
    of: 'upstreamCharges',
  },
  price_rounding: {
    sell: { chargedAmount: '0.500001', expectedCharge: '0.5' },
    buy: { costAmount: '0.1' },
    of: 'downstreamUsage',
  },
  out_of_period: {
    sellAgain: { requestId: 'april-#', occurredAt: '2026-04-02T12:00:00Z' },
    of: 'downstreamUsage',
  },
  cross_period_match: {
    sell: { occurredAt: '2026-03-31T23:59:00.000Z' },
    buy: { occurredAt: '2026-04-01T00:01:00.000Z' },
    of: 'upstreamCharges',
  },
  superseded_rows: { sellAgain: { status: 'pending' }, of: 'downstreamUsage' },
  imprecise_amount: {
    sell: { chargedAmount: 0.30000000000000004, expectedCharge: null },
    buy: { costAmount: '0.1' },
    of: 'downstreamUsage',
  },
  payment_credit_unknown: { pay: { creditedAmount: null }, of: 'payments' },
});

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
