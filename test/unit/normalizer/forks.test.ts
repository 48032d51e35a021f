import { describe, expect, it } from 'vitest';
import { capturedBooks } from '../../support/fixtures/captured-books.ts';
import {
  CREATED_AT,
  newApiRow,
  oneHubRow,
  orderRow,
  type Row,
  ratios,
  topUpRow,
} from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

/** Differences of forks of the gateways. Complete captures of them are tested in captured-books.test.ts. */

const findNotes = (notes: readonly string[], part: string) => notes.filter((note) => note.includes(part));

describe('done-hub', () => {
  const metadata = { group_ratio: 0.33, input_ratio: 0.8, output_ratio: 3.5, price_type: 'tokens' };
  const doneHubRow = (over: Row = {}) =>
    oneHubRow({ cost_quota: 1, request_id: 'own', upstream_request_id: 'req_1', metadata, ...over });
  const doneHub = (...logs: Row[]) => normalizeAndCheck({ connector: 'one-hub', logs });

  it.each<[string, Row, number]>([
    ['a long prompt', { long_context_input_ratio: 2, long_context_output_ratio: 1.5 }, 822],
    ['a long prompt without its output ratio', { long_context_input_ratio: 2 }, 707],
    ['OpenAI cache writes', { openai_cache_write_tokens: 400, openai_cache_write_tokens_ratio: 1.25 }, 495],
    ['cache writes for one hour', { cached_write_1h_tokens: 400, cached_write_1h_tokens_ratio: 2 }, 575],
  ])('prices %s', (_, more, quota) => {
    const [record] = doneHub(doneHubRow({ quota: 5000, metadata: { ...metadata, ...more } })).downstreamUsage;
    expect(Number(record?.expectedCharge) * 500_000).toBe(quota);
  });

  it('adds up all cache writes and subtracts them from the input', () => {
    const cached = { cached_write_tokens: 100, cached_write_1h_tokens: 50, cached_read_tokens: 200 };
    const priced = {
      cached_write_tokens_ratio: 1.25,
      cached_write_1h_tokens_ratio: 2,
      cached_read_tokens_ratio: 0.1,
    };
    const [record] = doneHub(doneHubRow({ metadata: { ...metadata, ...cached, ...priced } })).downstreamUsage;
    expect(record?.tokens).toEqual({ input: 550, output: 200, cacheRead: 200, cacheWrite: 150 });
  });

  it('gives no price for a reply without output that was charged nothing', () => {
    const free = doneHub(doneHubRow({ quota: 0, completion_tokens: 0 }));
    expect(free.downstreamUsage[0]).not.toHaveProperty('expectedCharge');
    expect(findNotes(free.notes, 'EmptyResponseBillingEnabled')).toHaveLength(1);
    // One-hub does not have this option.
    const charged = doneHub(oneHubRow({ quota: 0, completion_tokens: 0 }));
    expect(charged.downstreamUsage[0]?.expectedCharge).toBe('0.0018');
  });

  it('matches the provider’s bill by request id', () => {
    const bill = { request_id: 'req_1', timestamp: CREATED_AT, model: 'gpt-4.1', cost: '0.001' };
    const { downstreamUsage, upstreamCharges } = normalizeAndCheck({
      connector: 'one-hub',
      logs: [doneHubRow()],
      upstreamCharges: [bill],
    });
    expect(downstreamUsage[0]?.requestId).toBe('own');
    expect(upstreamCharges?.[0]?.requestId).toBe('own');
  });

  it('differs from new-api, although both have a column upstream_request_id', () => {
    const { details } = catchRefusal({ connector: 'new-api', logs: [doneHubRow()] });
    expect(details[0]).toContain('is new-api, but the log seems to be from one-hub');
  });

  it('is recognized as an upstream gateway, too', () => {
    const { upstreamCharges } = normalizeAndCheck({ logs: [], upstreamCharges: [doneHubRow({ id: 7 })] });
    expect(upstreamCharges?.[0]).toMatchObject({ upstreamId: 'one-hub:7', requestId: 'own' });
  });

  const DISCOUNTED = { amount: 50, order_amount: 47.25 };
  it.each<[string, Row, string | undefined]>([
    ['whose price equals its units is credited', { amount: 40, order_amount: 40, quota: 20_000_000 }, '40'],
    ['is credited without the fee', { amount: 10, order_amount: 10.5, fee: 0.5, quota: 5_000_000 }, '10'],
    ['at an unknown rate has no credit', { amount: 40, order_amount: 44, quota: 20_000_000 }, undefined],
    ['credited with less than ordered', { amount: 40, order_amount: 40, quota: 10_000_000 }, '20'],
    ['at a rate, credited with less', { amount: 40, order_amount: 44, quota: 10_000_000 }, '20'],
    ['with a discount and a fee', { ...DISCOUNTED, fee: 2.25, discount: 5.25, quota: 25_000_000 }, '50'],
    ['with a discount of the settings', { amount: 100, order_amount: 90, quota: 50_000_000 }, '100'],
    ['without its units is credited by its quota', { order_amount: 44, quota: 20_000_000 }, '40'],
  ])('an order %s', (_, over, credit) => {
    const { payments, notes, report } = normalizeAndCheck({
      connector: 'one-hub',
      logs: [],
      payments: [orderRow({ amount: undefined, ...over })],
    });
    expect(payments?.[0]?.creditedAmount).toBe(credit);
    expect(findNotes(notes, 'currency_rate')).toHaveLength(credit === undefined ? 1 : 0);
    if (credit === undefined)
      expect(report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });
});

describe('Veloera', () => {
  const empty = { model_name: '', token_id: 0, token_name: '', channel: 0, request_id: undefined };
  const checkIn = newApiRow({ id: 1, type: 5, quota: 0, ...empty });
  const failure = newApiRow({ id: 2, type: 5, quota: 0, request_id: 'f' });
  /** 1672 cached tokens beside a prompt of 200: (200 - 1672 + 167.2 + 500) × 1.9 is below 0, so one unit is charged. */
  const claude = newApiRow({
    id: 3,
    model_name: 'claude-sonnet-4-5',
    quota: 1,
    prompt_tokens: 200,
    completion_tokens: 100,
    other: ratios({ cache_tokens: 1672, completion_ratio: 5, model_ratio: 1.9 }),
  });

  it('records check-ins as credits, with the type of failed requests', () => {
    const { downstreamUsage, skipped, notes } = normalizeAndCheck({ logs: [checkIn, failure] });
    expect(downstreamUsage.map(({ requestId, status }) => [requestId, status])).toEqual([['f', 'failed']]);
    expect(skipped.system).toBe(1);
    expect(findNotes(notes, 'check-ins')).toHaveLength(1);
    expect(findNotes(notes, 'refunds and settlements')).toEqual([]);
  });

  it('charges by its own formula, and a note states what it undercharges', () => {
    const { downstreamUsage, notes, report } = normalizeAndCheck({ logs: [checkIn, claude] });
    expect(downstreamUsage[0]).toMatchObject({
      expectedCharge: '0.000002',
      tokens: { input: 200, cacheRead: 1672 },
    });
    expect(findNotes(notes, 'charged too little')[0]).toMatch(/: 1\./);
    expect(report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('undercharges 12 Claude requests in the capture', () => {
    const { logs = [] } = capturedBooks.find(({ name }) => name === 'veloera') ?? {};
    expect(findNotes(normalizeAndCheck({ logs }).notes, 'charged too little')[0]).toMatch(/: 12\./);
  });

  it('is recognized only by its check-ins: the same rows without one are read as an old new-api', () => {
    const { downstreamUsage, notes } = normalizeAndCheck({ logs: [claude] });
    expect(Number(downstreamUsage[0]?.expectedCharge)).toBeGreaterThan(0.000002);
    expect(findNotes(notes, 'charged too little')).toEqual([]);
  });

  it('treats an error row without model as a failed request, also if a column is missing', () => {
    const { model_name: _, ...row } = checkIn;
    expect(normalizeAndCheck({ logs: [row] }).downstreamUsage[0]?.status).toBe('failed');
  });
});

describe('one-api by Laisky', () => {
  const row = (request_id: string, over: Row = {}) => ({
    ...{ uuid: `row-${request_id}`, user_uuid: 'user', token_uuid: 'token', channel_uuid: 'channel' },
    ...{ created_at: CREATED_AT, type: 2, request_id, model_name: 'gpt-4o', quota: 6000, elapsed_time: 900 },
    ...{ prompt_tokens: 100, completion_tokens: 10, cached_prompt_tokens: 0, ...over },
  });
  const tool = (request_id: string) => row(request_id, { type: 7, model_name: 'web_search', quota: 500 });
  const read = (logs: Row[], channels?: Row[]) =>
    normalizeAndCheck({ connector: 'one-api', logs, ...(channels && { channels }) });
  const ids = { userId: 'user', tokenId: 'token', channelId: 'channel' };

  it.each<[string, Row, object | undefined]>([
    ['a row of its API', row('r'), { requestId: 'r', ...ids, status: 'success', chargedAmount: '0.012' }],
    ['a row of its database', row('r', { id: 1, user_id: 4, channel: 3 }), { userId: '4', channelId: '3' }],
    [
      'cached tokens',
      row('r', { cached_prompt_tokens: 60 }),
      { tokens: { input: 40, output: 10, cacheRead: 60 } },
    ],
    ['a reservation', row('r', { type: 6 }), { status: 'pending', chargedAmount: '0.012' }],
    ['a channel test', row('r', { type: 5 }), undefined],
    [
      'a tool call without its request',
      tool('r'),
      { requestId: 'r', model: 'web_search', status: 'success', chargedAmount: '0.001' },
    ],
    ['a channel name', row('r', { channel_uuid: null, channel_name: 'main' }), { channelId: 'channel' }],
  ])('logs %s', (_, log, record) => {
    const { downstreamUsage } = read([log], [{ uuid: 'channel', name: 'main' }]);
    expect(downstreamUsage).toMatchObject(record === undefined ? [] : [record]);
  });

  it('contains tool calls in the charge of their request, in any order', () => {
    const logs = [tool('r'), row('r'), { ...tool('r'), uuid: 'another call' }, tool('s')];
    const { downstreamUsage, skipped, notes } = read(logs);
    expect(downstreamUsage.map(({ requestId, model }) => [requestId, model]).sort()).toEqual([
      ['r', 'gpt-4o'],
      ['s', 'web_search'],
    ]);
    expect(skipped.toolInCharge).toBe(2);
    expect(findNotes(notes, 'Tool calls, skipped')[0]).toMatch(/: 2\./);
  });
});

describe('piexian’s new-api', () => {
  const image = (quota: number, image_request?: Row) =>
    newApiRow({
      model_name: 'gpt-image-1',
      quota,
      prompt_tokens: 1,
      completion_tokens: 0,
      other: ratios({
        cache_tokens: 0,
        model_price: 0.06,
        model_ratio: 0,
        group_ratio: 1.1,
        request_path: '/v1/images/generations',
        image_request,
      }),
    });
  it.each<[string, Row, number | undefined]>([
    ['one image', image(33_000, { n: 1 }), 33_000],
    ['one image that was charged twice', image(66_000, { n: 1 }), 33_000],
    ['one image that was charged half', image(16_500, { n: 1 }), 33_000],
    ['three images', image(99_000, { n: 3 }), 99_000],
    ['three images, although four were requested', image(99_000, { n: 4 }), undefined],
    ['four images, although three were requested', image(132_000, { n: 3 }), 99_000],
    ['a request without the number of images', image(33_000, {}), undefined],
    ['no details of the request', image(33_000), undefined],
  ])('images with a price per call: %s', (_, row, quota) => {
    const [record] = normalizeAndCheck({ logs: [row] }).downstreamUsage;
    const expected = record?.expectedCharge;
    expect(expected === undefined ? undefined : Math.round(Number(expected) * 500_000)).toBe(quota);
  });
});

describe('SolveaCX’s new-api', () => {
  const stripe = (payment_currency: string, over: Row = {}): Row => ({
    payment_provider: 'stripe',
    payment_currency,
    ...over,
  });
  it.each<[string, Row, Row]>([
    ['Stripe in another currency', stripe('BRL', { money: 110 }), { currency: 'BRL', amount: 110 }],
    ['Stripe in the wallet currency', stripe('usd'), { currency: 'usd', amount: 20, creditedAmount: 20 }],
    ['Stripe at another price than the units', stripe('USD', { money: 36 }), { currency: 'USD', amount: 36 }],
    ['Stripe with more units than money', stripe('USD', { money: 18 }), { amount: 18, creditedAmount: '20' }],
    [
      'epay, whose currency column is wrong',
      { payment_provider: 'epay', payment_currency: 'USD', money: 146 },
      { currency: 'XXX', amount: 146 },
    ],
    ['an added currency', stripe('BRL', { currency: 'USD' }), { currency: 'USD', creditedAmount: 20 }],
  ])('reads a payment by %s', (_, over, expected) => {
    const [payment] =
      normalizeAndCheck({ logs: [], payments: [topUpRow({ amount: 20, money: 20, ...over })] }).payments ??
      [];
    expect(payment).toMatchObject(expected);
    if (!('creditedAmount' in expected)) expect(payment).not.toHaveProperty('creditedAmount');
  });
});
