import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CREATED_AT, newApiRow, oneApiRow, oneHubRow, type Row } from '../../support/fixtures/native-rows.ts';
import { normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

/**
 * Books without an error, as each gateway really writes them: requests by tokens and by call, attempts that
 * failed before one succeeded, tasks that were returned, channel tests, subscriptions, fees for violations,
 * payments, and an upstream gateway that bills half. Nothing in them may raise an alarm.
 */

/** Half away from zero, at least one unit, in whole numbers only: `halves` counts half tokens, `ratio` thousandths. */
const quotaOf = (halves: number, ratio: number, divisor: number): number => {
  const [units, parts] = [BigInt(halves) * BigInt(ratio), 2000n * BigInt(divisor)];
  const rounded = (2n * units + parts) / (2n * parts);
  return Number(rounded === 0n ? 1n : rounded);
};

const request = fc.record({
  prompt: fc.integer({ min: 1, max: 50_000 }),
  completion: fc.integer({ min: 0, max: 5000 }),
  cached: fc.integer({ min: 0, max: 20_000 }),
  claude: fc.boolean(),
  ratio: fc.integer({ min: 1, max: 9000 }),
  attempts: fc.integer({ min: 0, max: 2 }),
  kind: fc.constantFrom(
    ...(['tokens', 'tokens', 'tokens', 'task', 'returned'] as const),
    ...(['test', 'violation', 'failed', 'subscription', 'fallback'] as const),
  ),
});
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;
const requests = fc.array(request, { minLength: 6, maxLength: 15 });

/** What new-api logs about one request; `i` orders the rows. `half` is what the gateway upstream of it logs. */
function newApiRows(r: Request, i: number, half: boolean): Row[] {
  const other: Row = {
    model_ratio: r.ratio / 1000 / (half ? 2 : 1),
    model_price: -1,
    group_ratio: 1,
    completion_ratio: 4,
    cache_ratio: 0.5,
    cache_tokens: r.cached,
    request_path: '/v1/chat/completions',
    request_conversion: ['OpenAI Compatible'],
    ...(r.claude ? { usage_semantic: 'anthropic', claude: true } : {}),
    ...(r.kind === 'subscription' && !half ? { billing_source: 'subscription' } : {}),
  };
  const base = r.claude ? r.prompt : Math.max(0, r.prompt - r.cached);
  const quota = quotaOf(2 * base + r.cached + 8 * r.completion, r.ratio, half ? 2 : 1);
  const id = (suffix: string) => `${half ? 'up' : 'down'}-${i}${suffix}`;
  const row = (over: Row): Row =>
    newApiRow({
      id: 100 * i,
      created_at: CREATED_AT + 10 * i,
      prompt_tokens: r.prompt,
      completion_tokens: r.completion,
      request_id: id(''),
      upstream_request_id: half ? '' : `up-${i}`,
      quota,
      other,
      ...over,
    });
  const none = { quota: 0, prompt_tokens: 0, completion_tokens: 0 };
  const attempts = Array.from({ length: r.attempts }, (_, n) =>
    row({
      id: 100 * i - 2 + n,
      type: 5,
      ...none,
      request_id: half ? id(`-try${n}`) : id(''),
      upstream_request_id: half ? '' : `up-${i}-try${n}`,
      other: { status_code: 529 },
    }),
  );
  // Upstream, the same tasks spread over two channels: what is ambiguous here may be clear there.
  const video = { model_name: 'sora', channel: half ? i % 2 : 21 };
  const task = { is_task: true, model_price: 0.1, model_ratio: 0, group_ratio: 1 };
  const price = half ? 25_000 : 50_000;
  switch (r.kind) {
    case 'task':
      return [row({ ...none, quota: price, other: task, ...video })];
    case 'returned':
      return [
        row({ ...none, quota: price, other: task, ...video }),
        row({
          id: 100 * i + 1,
          type: 6,
          ...none,
          quota: price,
          request_id: id('-random'),
          upstream_request_id: '',
          other: { task_id: id('') },
          ...video,
        }),
      ];
    case 'test':
      return half ? [row({})] : [row({ token_name: '模型测试', token_id: 0 })];
    case 'violation':
      return half
        ? [row({ type: 5, ...none })]
        : [
            row({
              ...none,
              quota: 25_000,
              other: { violation_fee: true, base_amount: 0.05, group_ratio: 1 },
            }),
          ];
    case 'failed':
      return [row({ type: 5, ...none, other: '' })];
    case 'fallback':
      // The upstream gateway fails, and a provider that sends no id serves: the id of the failure stays on the row.
      return half ? [row({ type: 5, ...none })] : [row({ type: 5, ...none, id: 100 * i - 1 }), row({})];
    default:
      return [...attempts, row({})];
  }
}

/** one-hub rounds up, in float64: whole ratios keep the books honest whatever the order of the additions. */
function oneHubRows(r: Request, i: number): Row[] {
  const ratio = Math.ceil(r.ratio / 1000);
  const metadata = { group_ratio: 1, input_ratio: ratio, output_ratio: 2 * ratio, price_type: 'tokens' };
  const quota = r.prompt * ratio + r.completion * 2 * ratio;
  const over = {
    id: i + 1,
    created_at: CREATED_AT + i,
    prompt_tokens: r.prompt,
    completion_tokens: r.completion,
  };
  if (r.kind === 'returned')
    return [oneHubRow({ ...over, type: 4, quota: 0, metadata: null, channel: null })];
  return [oneHubRow({ ...over, quota, metadata, model_name: 'm' })];
}

const oneApiRows = (r: Request, i: number): Row[] => [
  oneApiRow({
    id: i + 1,
    created_at: CREATED_AT + i,
    request_id: `one-${i}`,
    prompt_tokens: r.prompt,
    completion_tokens: r.completion,
    ...(r.kind === 'test' ? { type: 5, quota: 0 } : { quota: r.ratio }),
  }),
];

const topUps = fc.array(
  fc.record({
    trade_no: fc.uuid(),
    money: fc.integer({ min: 1, max: 500 }).map((cents) => cents / 100),
    amount: fc.integer({ min: 0, max: 50 }),
    status: fc.constantFrom('success', 'pending', 'expired'),
    payment_provider: fc.constantFrom('stripe', 'creem', 'epay', ''),
    create_time: fc.constant(CREATED_AT),
  }),
  { maxLength: 5 },
);
const orders = fc.array(
  fc
    .record({
      trade_no: fc.uuid(),
      units: fc.integer({ min: 1, max: 50 }),
      usd: fc.boolean(),
      status: fc.constantFrom('success', 'closed', 'pending'),
    })
    .map(({ trade_no, units, usd, status }) => ({
      trade_no,
      status,
      created_at: CREATED_AT,
      quota: units * 500_000,
      amount: units,
      fee: 0.2,
      order_amount: usd ? units + 0.2 : (units + 0.2) * 7,
      order_currency: usd ? 'USD' : 'CNY',
    })),
  { maxLength: 5 },
);

const honest = (...payloads: Row[]): void => {
  for (const payload of payloads) {
    const { findings } = normalizeAndCheck(payload).report;
    expect(findings.filter(({ severity }) => severity === 'critical')).toEqual([]);
  }
};
const unnamed = ({ request_id, upstream_request_id, ...row }: Row): Row => row;
const numberless = (row: Row): Row => ({ ...row, id: 0 });
/** new-api's log of all requests, or that of the gateway upstream of it. */
const logOf = (all: Request[], half = false): Row[] => all.flatMap((r, i) => newApiRows(r, i + 1, half));
const atOnce = (all: Request[]): Request[] => all.map((r) => ({ ...r, attempts: 0 }));

describe('correct books raise no finding', () => {
  it('new-api, with and without the log of its upstream gateway', () =>
    fc.assert(
      fc.property(requests, topUps, (all, payments) => {
        const logs = logOf(all);
        honest({ logs, upstreamCharges: logOf(all, true), payments }, { logs, payments });
      }),
    ));

  it('VoAPI, which stores no request ids', () =>
    fc.assert(
      fc.property(requests, topUps, (all, topUpRows) => {
        const payments = topUpRows.map(({ payment_provider, ...row }) => row);
        honest({ connector: 'voapi', logs: logOf(atOnce(all)).map(unnamed), payments });
      }),
    ));

  it('new-api, before it stored request ids', () =>
    fc.assert(
      fc.property(requests, (all) => {
        const logs = logOf(atOnce(all)).map(unnamed);
        honest({ logs }, { logs: logs.map(numberless) });
      }),
    ));

  it('one-hub with its orders, and with the log of an upstream gateway whose ids do not match', () =>
    fc.assert(
      fc.property(requests, orders, (all, payments) => {
        const connector = 'one-hub';
        const logs = all.flatMap(oneHubRows);
        const sold = all.map((r): Request => ({ ...r, kind: 'tokens', ratio: 1, attempts: 0 }));
        honest({ connector, logs, payments }, { connector, logs: logs.map(numberless), payments });
        if (logs.filter(({ type }) => type === 2).length >= 5)
          honest({ connector, logs: sold.flatMap(oneHubRows), upstreamCharges: logOf(sold, true) });
      }),
    ));

  it('one-api', () =>
    fc.assert(
      fc.property(requests, (all) => honest({ connector: 'one-api', logs: all.flatMap(oneApiRows) })),
    ));
});
