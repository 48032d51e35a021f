import { describe, expect, it } from 'vitest';
import { newApiRow, oneApiRow, oneHubRow, type Row, ratios } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const rowOf = (connector: string, over: Row): Row =>
  connector === 'one-api' ? oneApiRow(over) : connector === 'one-hub' ? oneHubRow(over) : newApiRow(over);
const read = (connector: string, ...rows: Row[]) =>
  normalizeAndCheck({ connector, logs: rows.map((over) => rowOf(connector, over)) });

const CONNECTORS = ['new-api', 'one-api', 'one-hub', 'voapi'] as const;

describe('the type of a row', () => {
  it.each(CONNECTORS)('%s: 2 or no type is a charge', (connector) => {
    const untyped = { id: 1, type: undefined, request_id: 'b', quota: 500 };
    const sold = { status: 'success', chargedAmount: '0.001' };
    expect(read(connector, { quota: 500 }, untyped).downstreamUsage).toMatchObject([sold, sold]);
  });

  it.each(CONNECTORS)('%s: 1, 3 and 4 are skipped with a reason, whatever their quota', (connector) => {
    const rows = [{ type: 1, quota: 5 }, { type: 3, quota: -5 }, { type: 4 }];
    const { downstreamUsage, skipped } = read(connector, ...rows);
    expect(downstreamUsage).toEqual([]);
    expect(skipped).toMatchObject({ topup: 1, manage: 1, system: 1 });
  });

  it('skipped rows are checked no further', () => {
    const junk = { type: 1, created_at: {}, request_id: [], quota: 'much', other: 7, channel: true };
    expect(read('new-api', junk).skipped.topup).toBe(1);
  });

  it.each(['new-api', 'voapi'])('%s: 5 is an error', (connector) =>
    expect(read(connector, { type: 5, quota: 0 }).downstreamUsage).toMatchObject([{ status: 'failed' }]),
  );

  it('one-api: 5 is a channel test', () => {
    const { skipped, notes } = read('one-api', { type: 5, quota: 0 });
    expect(skipped.channelTest).toBe(1);
    expect(notes).toEqual([expect.stringMatching(/^Channel tests, .*: 1\./)]);
  });

  it('new-api: 7 is a login', () => expect(read('new-api', { type: 7 }).skipped.login).toBe(1));

  it.each(['new-api', 'voapi', 'one-hub'])(
    '%s: system rows are counted in a note, because they may contain refunds and settlements',
    (connector) =>
      expect(read(connector, { type: 4, quota: 0 }, { type: 4, id: 3, quota: 0 }).notes).toEqual([
        expect.stringMatching(/^System rows, skipped: 2\./),
      ]),
  );

  it('one-api: system rows contain no money', () =>
    expect(read('one-api', { type: 4, quota: 0 }).notes).toEqual([]));

  it('one-hub: management rows with a quota are counted in a note', () => {
    expect(read('one-hub', { type: 3, quota: -5 }, { type: 3, id: 3, quota: 0 }).notes).toEqual([
      expect.stringMatching(/^Management rows with a quota.*: 1\./),
    ]);
    expect(read('new-api', { type: 3, quota: 5 }).notes).toEqual([]);
  });

  it.each([
    ['one-api', 6],
    ['one-hub', 5],
    ['new-api', 8],
    ['new-api', 0],
    ['new-api', -1],
  ])('%s: type %i is skipped as unknown without quota, and refused with quota', (connector, type) => {
    expect(read(connector, { type, quota: 0 }).skipped.unknown).toBe(1);
    expect(read(connector, { type, quota: null, cost: '0.0', amount: 0 }).skipped.unknown).toBe(1);
    const money = [{ cost: 5 }, { charge: '-0.5' }, { total_cost: {} }, { amount: 'much' }];
    for (const over of [...[1, -1, '7', {}, [], true].map((quota) => ({ quota })), ...money])
      expect(
        catchRefusal({ connector, logs: [rowOf(connector, { type, quota: 0, ...over })] }).details[0],
      ).toMatch(/^logs\[0\]\.type: /);
  });

  it.each([['consume'], [2.5], [{}], [true], [[2]], [1e99]])('%j is refused', (type) =>
    expect(catchRefusal({ logs: [newApiRow({ type })] }).details[0]).toMatch(/^logs\[0\]\.type: /),
  );

  it.each([['2'], ['2.0']])('%j is read as 2', (type) =>
    expect(read('new-api', { type }).downstreamUsage).toHaveLength(1),
  );

  it.each([[0], [undefined], [null], [''], ['0']])('a channel test has the token id %j', (token_id) =>
    expect(read('new-api', { token_name: '模型测试', token_id }).skipped.channelTest).toBe(1),
  );

  it('a customer may give a token that name', () =>
    expect(read('new-api', { token_name: '模型测试', token_id: 4 }).downstreamUsage).toHaveLength(1));

  it.each(['one-api', 'one-hub'])(
    '%s does not mark tests by token name: rows with that name belong to a customer',
    (connector) =>
      expect(read(connector, { token_name: '模型测试', token_id: 0 }).downstreamUsage).toHaveLength(1),
  );
});

describe('the charge', () => {
  it('is exact', () =>
    expect(read('new-api', { quota: 9_007_199_254_740_991 }).downstreamUsage[0]?.chargedAmount).toBe(
      '18014398509.481982',
    ));

  it('with a negative quota is a refund', () =>
    expect(read('new-api', { quota: -250 }).downstreamUsage).toMatchObject([
      { status: 'refunded', chargedAmount: '0', refundAmount: '0.0005' },
    ]));

  it.each([['x'], [1.5], [{}], [[]], [true], [1e20], [undefined], [null], ['']])(
    '%j is not a quota',
    (quota) =>
      expect(catchRefusal({ logs: [newApiRow({ quota })] }).details[0]).toMatch(/^logs\[0\]\.quota: /),
  );

  it('needs quotaPerUnit, and the refusal says where to find its value', () => {
    const { code, details } = catchRefusal({ logs: [newApiRow()], quotaPerUnit: undefined });
    expect(code).toBe('invalid_request');
    expect(details[0]).toMatch(/^quotaPerUnit: .*logs\[0\].*data\.quota_per_unit/);
  });

  it('needs no quotaPerUnit if money is stated, or if no row has a quota', () => {
    const logs = [newApiRow({ cost: '0.25', quota: undefined }), newApiRow({ id: 2, type: 1 })];
    const { downstreamUsage } = normalizeAndCheck({ logs, quotaPerUnit: undefined });
    expect(downstreamUsage.map(({ chargedAmount }) => chargedAmount)).toEqual(['0.25']);
  });

  it.each([[0], [-1], ['500000'], [null], [Number.POSITIVE_INFINITY]])(
    'quotaPerUnit %j is refused',
    (quotaPerUnit) => expect(catchRefusal({ logs: [], quotaPerUnit }).details[0]).toMatch(/^quotaPerUnit: /),
  );

  it('is rounded to 12 decimals if the division does not end, and a note says so', () => {
    const { downstreamUsage, notes } = normalizeAndCheck({
      logs: [newApiRow({ quota: 1220, other: ratios() })],
      quotaPerUnit: 3,
    });
    expect(downstreamUsage[0]).toMatchObject({
      chargedAmount: '406.666666666667',
      expectedCharge: '406.666666666667',
    });
    expect(notes[0]).toMatch(/^Amounts rounded to 12 decimals: 2\./);
  });

  it.each([
    [7, '174.285714285714'],
    [0.1, '12200'],
    [500_000.5, '0.00243999756'],
    [1024, '1.19140625'],
    [1e-3, '1220000'],
  ])('divided by %d is %s', (quotaPerUnit, amount) =>
    expect(normalizeAndCheck({ logs: [newApiRow()], quotaPerUnit }).downstreamUsage[0]?.chargedAmount).toBe(
      amount,
    ),
  );

  it('that is too long for an amount is refused', () =>
    expect(catchRefusal({ logs: [newApiRow()], quotaPerUnit: 1e-300 }).details[0]).toMatch(
      /^logs\[0\]\.quota: /,
    ));
});

describe('money in a row', () => {
  const chargeOf = (over: Row) => read('new-api', { other: ratios(), ...over }).downstreamUsage[0];

  it('takes precedence over quota, the first stated amount first, unchanged, with its currency', () => {
    expect(chargeOf({ amount: 9, cost: '0.50', charge: null })).toMatchObject({ chargedAmount: '0.50' });
    expect(chargeOf({ charge: 0.5, cost: 9, currency: 'EUR' })).toMatchObject({
      chargedAmount: 0.5,
      currency: 'EUR',
    });
    expect(chargeOf({ total_cost: 0, quota: 'junk' })).toMatchObject({ chargedAmount: 0, status: 'success' });
  });

  it('gives no expectedCharge, which is noted', () => {
    const { downstreamUsage, notes } = read('new-api', { other: ratios(), cost: 1 });
    expect(downstreamUsage[0]).not.toHaveProperty('expectedCharge');
    expect(notes).toEqual([expect.stringMatching(/has an amount of money instead of quota\.$/)]);
  });

  it('below 0 is a refund', () => {
    for (const cost of [-0.5, '-0.5', '-5e-1'])
      expect(chargeOf({ cost })).toMatchObject({ status: 'refunded', refundAmount: expect.anything() });
  });

  it('of a refund row is a separate record', () => {
    const charge = newApiRow({ quota: 500, other: { is_task: true } });
    const refund = newApiRow({ id: 2, type: 6, cost: '0.001', request_id: 'z', other: { task_id: 't' } });
    expect(normalizeAndCheck({ logs: [charge, refund] }).downstreamUsage).toMatchObject([
      { status: 'success' },
      { requestId: 'task:t:refund', status: 'refunded', chargedAmount: '0', refundAmount: '0.001' },
    ]);
  });

  it.each([['1,234'], ['x'], [{}], [true], ['1'.repeat(65)], [Number.POSITIVE_INFINITY]])(
    '%j is refused',
    (cost) => expect(catchRefusal({ logs: [newApiRow({ cost })] }).details[0]).toMatch(/^logs\[0\]\.cost: /),
  );
});

describe('error rows', () => {
  const error = (over: Row = {}) =>
    newApiRow({ type: 5, quota: 0, prompt_tokens: 0, completion_tokens: 0, ...over });

  it('are merged into the consume row of the same request', () => {
    const { downstreamUsage, skipped, notes } = normalizeAndCheck({
      logs: [error({ id: 1 }), error({ id: 2 }), newApiRow()],
    });
    expect(downstreamUsage).toHaveLength(1);
    expect(skipped.retriedAttempt).toBe(2);
    expect(notes).toContainEqual(expect.stringMatching(/^Failed attempts merged.*: 2\./));
  });

  it('are merged if a database dump turned request ids into numbers', () => {
    const logs = [error({ request_id: 7 }), newApiRow({ request_id: '7' })];
    expect(normalizeAndCheck({ logs }).skipped.retriedAttempt).toBe(1);
  });

  it.each([
    [12345, '12345'],
    ['7.0', '7'],
    ['7', 7],
  ])('with the request id %j are merged with those with %j', (first, same) => {
    const attempts = [error({ id: 1, request_id: first }), error({ id: 2, request_id: same })];
    expect(normalizeAndCheck({ logs: attempts }).skipped.retriedAttempt).toBe(1);
    const consume = newApiRow({ id: 3, request_id: same });
    expect(normalizeAndCheck({ logs: [...attempts, consume] }).skipped.retriedAttempt).toBe(2);
  });

  it('that are merged are not checked, except the representative one', () => {
    const junk = { prompt_tokens: 'x', token_id: {}, other: 7 };
    const earlier = error({ id: 1, ...junk });
    for (const over of [{}, { created_at: 'soon' }, { id: {} }]) {
      const { downstreamUsage, skipped } = normalizeAndCheck({
        logs: [error({ id: 2 }), { ...earlier, ...over }],
      });
      expect([downstreamUsage.length, skipped.retriedAttempt]).toEqual([1, 1]);
    }
    expect(catchRefusal({ logs: [error({ id: 2, ...junk }), earlier] }).details[0]).toMatch(/^logs\[0\]\./);
  });

  it('of another user or model are another request, whatever their id', () => {
    for (const over of [{ user_id: 7 }, { model_name: 'gpt-5' }])
      expect(
        normalizeAndCheck({ logs: [error({ id: 1, ...over }), newApiRow()] }).skipped.retriedAttempt,
      ).toBe(0);
  });

  it('without a request id are separate requests', () =>
    expect(
      normalizeAndCheck({ logs: [error({ request_id: '' }), error({ id: 3, request_id: '' })] })
        .downstreamUsage,
    ).toHaveLength(2));

  it.each<[string, Row]>([
    ['a quota', { quota: 7 }],
    ['money', { cost: '0.5' }],
    ['money that is not a number', { charge: {} }],
    ['quota and money', { quota: 7, amount: 1 }],
  ])('are never charged; %s in one is noted', (_, over) => {
    const { downstreamUsage, notes } = normalizeAndCheck({ logs: [error(over)] });
    expect(downstreamUsage).toMatchObject([{ status: 'failed', chargedAmount: '0' }]);
    expect(notes).toEqual([expect.stringMatching(/^Error rows with a quota or an amount.*: 1\./)]);
    expect(normalizeAndCheck({ logs: [error({ quota: 0, cost: 0 })] }).notes).toEqual([]);
  });
});

describe('notes', () => {
  it('requests paid from a subscription: their quota is the charge', () => {
    const { downstreamUsage, notes } = read('new-api', { other: ratios({ billing_source: 'subscription' }) });
    expect(downstreamUsage).toMatchObject([{ chargedAmount: '0.00244', expectedCharge: '0.00244' }]);
    expect(notes).toEqual([expect.stringMatching(/subscription.*: 1\./)]);
  });

  it('violation fees are successful requests', () => {
    const other = { violation_fee: true, base_amount: 0.05, fee_quota: 20000, group_ratio: 0.8 };
    const fee = { quota: 20000, prompt_tokens: 0, completion_tokens: 0, other };
    const { downstreamUsage, notes } = read('new-api', fee);
    expect(downstreamUsage).toMatchObject([
      { status: 'success', chargedAmount: '0.04', expectedCharge: '0.04' },
    ]);
    expect(notes).toEqual([expect.stringMatching(/^Fees for violating.*: 1\./)]);
  });
});
