const START_S = Date.UTC(2026, 9, 1) / 1000;
const DAYS = 31;
const REQUESTS_A_DAY = 48;

interface Offer {
  readonly model: string;
  readonly channel: number;
  /** Quota units per input token. An output token costs `output` times as much. */
  readonly ratio: number;
  readonly output: number;
  /** Share of the charge that the provider bills. */
  readonly cost: number;
}

const OFFERS: readonly Offer[] = [
  { model: 'gpt-4o', channel: 7, ratio: 1.25, output: 4, cost: 0.8 },
  { model: 'gpt-4o', channel: 3, ratio: 1.25, output: 4, cost: 0.72 },
  { model: 'claude-sonnet-4-5', channel: 12, ratio: 1.5, output: 5, cost: 0.83 },
  { model: 'gemini-2.5-flash', channel: 4, ratio: 0.15, output: 8.333, cost: 0.6 },
  { model: 'deepseek-chat', channel: 9, ratio: 0.14, output: 2, cost: 0.55 },
  { model: 'gpt-5-mini', channel: 3, ratio: 0.125, output: 8, cost: 0.7 },
];

/** Returns a pseudo-random generator that returns the same numbers each time, so that the example never changes. */
function createNumbers(): (below: number) => number {
  let state = 20261001;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Sale {
  readonly index: number;
  readonly day: number;
  readonly at: number;
  readonly offer: Offer;
  readonly user: number;
  readonly input: number;
  readonly output: number;
}

/** Charge of a sale, with the errors of this month. */
function computeCharge({ day, offer, index }: Sale, price: number): number {
  // From the 10th, channel 7 wrongly applies a 40 % discount that is not part of the price.
  if (offer.channel === 7 && day >= 9) return Math.round(price * 0.6);
  // From the 25th, a group ratio is applied twice to some requests.
  if (offer.model === 'deepseek-chat' && day >= 24 && index % 5 === 0) return Math.round(price * 1.5);
  return price;
}

function computeCost({ day, offer, index }: Sale, price: number): number {
  // From the 19th, the provider charges 31 % more on channel 12.
  const raised = offer.channel === 12 && day >= 18 ? 1.31 : 1;
  return Math.round(price * offer.cost * raised * (1 + (index % 7) / 100));
}

const buildRequestId = (sale: Sale, tail: string): string =>
  `${new Date(sale.at * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14)}${String(sale.index).padStart(6, '0')}${tail}`;

function buildLogRow(sale: Sale, charge: number) {
  const { offer, index, at, user, input, output } = sale;
  const ratios = {
    model_ratio: offer.ratio,
    completion_ratio: offer.output,
    group_ratio: 1,
    model_price: -1,
  };
  return {
    id: 700_000 + index,
    created_at: at,
    type: 2,
    user_id: user,
    token_id: 80 + user,
    token_name: 'prod',
    model_name: offer.model,
    quota: charge,
    prompt_tokens: input,
    completion_tokens: output,
    channel: offer.channel,
    request_id: buildRequestId(sale, 'local'),
    upstream_request_id: buildRequestId(sale, 'up'),
    other: JSON.stringify({ ...ratios, request_path: '/v1/chat/completions' }),
  };
}

function buildUpstreamRow(sale: Sale, cost: number, id = buildRequestId(sale, 'up')) {
  return {
    id: 9_100_000 + sale.index,
    created_at: sale.at - 1,
    type: 2,
    request_id: id,
    model_name: sale.offer.model,
    quota: cost,
    prompt_tokens: sale.input,
    completion_tokens: sale.output,
    channel: 1,
    user_id: 1,
    token_id: 5,
    other: '{}',
  };
}

function buildPayments() {
  const pay = (index: number, day: number, more: object) => ({
    transactionId: `pi_3Q${(index * 7919).toString(36)}`,
    occurredAt: new Date((START_S + day * 86_400 + 36_000) * 1000).toISOString(),
    userId: String(40 + (index % 6)),
    provider: 'stripe',
    status: 'settled',
    currency: 'USD',
    ...more,
  });
  const settled = Array.from({ length: 14 }, (_, i) =>
    pay(i, i * 2, { amount: '50', feeAmount: '1.75', creditedAmount: '50' }),
  );
  return [
    ...settled,
    pay(14, 11, { amount: '5', feeAmount: '0.45', creditedAmount: '0' }),
    pay(15, 21, { status: 'chargeback', amount: '10', feeAmount: '15', creditedAmount: '10' }),
  ];
}

/** Builds the files of the example month of an invented gateway: its log, the upstream gateway's log, and payments. */
export function buildExampleFiles(): File[] {
  const below = createNumbers();
  const logs: object[] = [];
  const upstream: object[] = [];
  for (let index = 0; index < DAYS * REQUESTS_A_DAY; index++) {
    const day = Math.floor(index / REQUESTS_A_DAY);
    const offer = OFFERS[below(OFFERS.length)] as Offer;
    const sale: Sale = {
      index,
      day,
      at: START_S + Math.floor((index * 86_400) / REQUESTS_A_DAY) + below(900),
      offer,
      // Customer 42 makes most requests on channel 7.
      user: offer.channel === 7 && below(4) > 0 ? 42 : 40 + below(6),
      input: 12_000 + below(180_000),
      output: 900 + below(27_000),
    };
    const { ratio, output } = sale.offer;
    const price = Math.round((sale.input + sale.output * output) * ratio);
    logs.push(buildLogRow(sale, computeCharge(sale, price)));
    upstream.push(buildUpstreamRow(sale, computeCost(sale, price)));
    // Add an upstream charge for a request that is not in the gateway's log.
    if (index % 240 === 11)
      upstream.push(buildUpstreamRow(sale, computeCost(sale, price), buildRequestId(sale, 'lost')));
  }
  const file = (name: string, lines: readonly object[]) =>
    new File([lines.map((line) => JSON.stringify(line)).join('\n')], name, { type: 'application/x-ndjson' });
  return [
    file('new-api-logs-2026-10.jsonl', logs),
    file('upstream-logs-2026-10.jsonl', upstream),
    file('payments-2026-10.jsonl', buildPayments()),
  ];
}
