import { describe, expect, it } from 'vitest';
import { AT, newApiRow, type Row } from '../../support/fixtures/native-rows.ts';
import { normalized } from '../../support/normalizer/normalized.ts';

const charge = (over: Row = {}) =>
  newApiRow({
    id: 10,
    request_id: 'submit',
    model_name: 'sora-2',
    quota: 250_000,
    other: { is_task: true, model_price: 0.1, group_ratio: 1, request_path: '/v1/videos' },
    ...over,
  });
const refund = (over: Row = {}, other: Row = {}) =>
  newApiRow({
    id: 20,
    type: 6,
    request_id: 'random',
    model_name: 'sora-2',
    quota: 250_000,
    created_at: AT + 300,
    other: { task_id: 'task_1', reason: 'policy', model_price: 0.1, group_ratio: 1, ...other },
    ...over,
  });
const read = (...logs: Row[]) => {
  const { downstreamUsage, skipped } = normalized({ logs });
  return { records: downstreamUsage, joined: skipped.refundJoined };
};
const ALONE = {
  requestId: 'task:task_1:refund',
  status: 'refunded',
  chargedAmount: '0',
  refundAmount: '0.5',
};

describe('a refund', () => {
  it.each<[string, Row]>([
    ['a submitted task', charge()],
    ['a charge without model ratio', charge({ other: { model_price: 0.1, group_ratio: 1 } })],
    ['a charge without snapshot', charge({ other: '' })],
    ['a charge in the same second', charge({ created_at: AT + 300 })],
  ])('joins %s', (_, row) =>
    expect(read(refund(), row)).toMatchObject({
      records: [{ requestId: 'submit', status: 'refunded', chargedAmount: '0.5', refundAmount: '0.5' }],
      joined: 1,
    }),
  );

  it.each<[string, Row]>([
    ['another user', charge({ user_id: 1 })],
    ['another token', charge({ token_id: 1 })],
    ['a charge without token', charge({ token_id: 0 })],
    ['another channel', charge({ channel: 1 })],
    ['another model', charge({ model_name: 'sora' })],
    ['another quota', charge({ quota: 250_001 })],
    ['a charge that is later', charge({ created_at: AT + 301 })],
    ['a request by tokens', charge({ other: { model_ratio: 1, model_price: -1 } })],
    ['a task of another id', charge({ other: { task_id: 'task_2', is_task: true } })],
    ['the settlement of a task', charge({ other: { task_id: 'task_1', pre_consumed_quota: 9 } })],
    ['stated money', charge({ cost: '0.5' })],
    ['a fee for a violation', charge({ other: { violation_fee: true, base_amount: 0.5, group_ratio: 1 } })],
  ])('does not join %s', (_, row) => {
    const { records, joined } = read(row, refund());
    expect(joined).toBe(0);
    expect(records[1]).toMatchObject(ALONE);
  });

  it('joins where user, token and channel are absent on both sides', () => {
    const bare = { user_id: undefined, token_id: 0, channel: 0 };
    expect(read(charge(bare), refund(bare)).joined).toBe(1);
  });

  it('that names no token joins the charge of any', () => {
    const tokenless = { token_id: 0 };
    expect(read(charge(), refund(tokenless)).joined).toBe(1);
    expect(read(charge(), charge({ id: 11, request_id: 'b', token_id: 89 }), refund(tokenless)).joined).toBe(
      0,
    );
    expect(read(charge(), refund(tokenless), refund({ id: 21 }, { task_id: 'task_2' })).joined).toBe(0);
  });

  it('of one token is not confused by charges and refunds of another', () => {
    const other = { token_id: 89, request_id: 'b' };
    const rows = [charge(), charge({ id: 11, ...other }), refund()];
    expect(read(...rows).joined).toBe(1);
    expect(read(...rows, refund({ id: 21, ...other }, { task_id: 'task_2' })).joined).toBe(2);
  });

  it('earlier than a charge leaves it to a later refund', () => {
    const early = refund({ id: 5, created_at: AT - 1 }, { task_id: 'task_0' });
    expect(read(early, charge(), refund()).joined).toBe(1);
  });

  it('does not choose between two charges, or between two refunds', () => {
    expect(read(charge(), charge({ id: 11, request_id: 'b' }), refund()).joined).toBe(0);
    expect(read(charge(), refund(), refund({ id: 21 }, { task_id: 'task_2' })).joined).toBe(0);
  });

  it('has the only charge that is not later, although later ones exist', () => {
    const later = charge({ id: 11, request_id: 'b', created_at: AT + 400 });
    expect(read(later, charge(), refund())).toMatchObject({
      records: [
        { requestId: 'b', status: 'success' },
        { requestId: 'submit', status: 'refunded' },
      ],
      joined: 1,
    });
  });

  it('does not choose between two charges of the second in which it was written', () => {
    const twin = charge({ id: 11, request_id: 'b', created_at: AT + 300 });
    expect(read(charge(), twin, refund()).joined).toBe(0);
  });

  it('is not confused by rows of other kinds with the same quota', () => {
    const others = [
      charge({ id: 12, request_id: 'c', created_at: AT + 400, other: { model_ratio: 1, model_price: -1 } }),
      charge({ id: 13, request_id: 'd', type: 5, created_at: AT + 400 }),
      charge({ id: 14, request_id: 'e', quota: -250_000, created_at: AT + 400 }),
      refund({ id: 15, quota: -250_000, created_at: AT + 400 }),
    ];
    expect(read(charge(), refund(), ...others).joined).toBe(1);
  });

  it('of nothing joins nothing', () =>
    expect(read(charge({ quota: 0 }), refund({ quota: 0 })).joined).toBe(0));

  it('of a part is compared by the whole, and leaves the charge successful', () =>
    expect(read(charge(), refund({ quota: 100_000 }, { pre_consumed_quota: 250_000 }))).toMatchObject({
      records: [{ requestId: 'submit', status: 'success', chargedAmount: '0.5', refundAmount: '0.2' }],
      joined: 1,
    }));

  it('of a part of another charge stands alone', () =>
    expect(read(charge(), refund({}, { pre_consumed_quota: 300_000 })).joined).toBe(0));

  it('of a part that is the whole returns it', () =>
    expect(read(charge(), refund({}, { pre_consumed_quota: 250_000 })).records).toMatchObject([
      { status: 'refunded' },
    ]));

  it('without any charge is a record, and is noted', () => {
    const { downstreamUsage, notes } = normalized({ logs: [refund()] });
    expect(downstreamUsage).toMatchObject([ALONE]);
    expect(notes).toContainEqual(expect.stringMatching(/^Refunds counted as separate rows: 1\./));
  });

  it('without a task keeps its own request id', () =>
    expect(read(refund({ other: '' })).records).toMatchObject([
      { requestId: 'random', refundAmount: '0.5' },
    ]));
});

const settlement = (over: Row = {}, other: Row = {}) =>
  newApiRow({
    id: 30,
    request_id: 'random2',
    model_name: 'sora-2',
    quota: 50_000,
    created_at: AT + 200,
    other: { task_id: 'task_1', pre_consumed_quota: 250_000, actual_quota: 300_000, ...other },
    ...over,
  });

describe('a settlement', () => {
  const settle = (...logs: Row[]) => {
    const { downstreamUsage, skipped, notes } = normalized({ logs });
    return { records: downstreamUsage, joined: skipped.settlementJoined, notes };
  };

  it('joins the submitted task: one record with both charges, and no expected charge', () => {
    const { records, joined, notes } = settle(settlement(), charge());
    expect(records).toMatchObject([{ requestId: 'submit', status: 'success', chargedAmount: '0.6' }]);
    expect(records[0]).not.toHaveProperty('expectedCharge');
    expect(records[0]?.occurredAt).toBe('2026-08-17T01:30:15.000Z');
    expect(joined).toBe(1);
    expect(notes).toContainEqual(expect.stringMatching(/A settlement was added/));
  });

  it.each<[string, Row[]]>([
    ['of another user', [charge({ user_id: 1 }), settlement()]],
    ['of another channel', [charge({ channel: 1 }), settlement()]],
    ['of another model', [charge({ model_name: 'sora' }), settlement()]],
    ['of another token', [charge({ token_id: 1 }), settlement()]],
    ['of another estimate', [charge({ quota: 250_001 }), settlement()]],
    ['of a later task', [charge({ created_at: AT + 201 }), settlement()]],
    ['of one of two tasks', [charge(), charge({ id: 11, request_id: 'b' }), settlement()]],
    ['beside another settlement', [charge(), settlement(), settlement({ id: 31 }, { task_id: 'task_2' })]],
    ['of an estimate that it does not name', [charge(), settlement({}, { pre_consumed_quota: undefined })]],
    ['with stated money', [charge(), settlement({ cost: '0.1' })]],
  ])('%s stands alone', (_, logs) => {
    const { records, joined } = settle(...logs);
    expect(joined).toBe(0);
    expect(records.map(({ requestId }) => requestId)).toContain('task:task_1');
    expect(records).toHaveLength(logs.length);
  });

  it('of nothing joins nothing', () => expect(settle(charge(), settlement({ quota: 0 })).joined).toBe(0));

  it('below 0 is a refund of its own', () =>
    expect(settle(charge(), settlement({ quota: -50_000 })).records[1]).toMatchObject({
      requestId: 'task:task_1:refund',
      status: 'refunded',
      refundAmount: '0.1',
    }));

  it('and a refund may belong to one charge, which is refunded only as a whole', () => {
    const both = (quota: number) =>
      settle(charge(), settlement(), refund({ quota }, { pre_consumed_quota: 250_000 })).records;
    expect(both(250_000)).toMatchObject([{ status: 'success', chargedAmount: '0.6', refundAmount: '0.5' }]);
    expect(both(300_000)).toMatchObject([{ status: 'refunded', chargedAmount: '0.6', refundAmount: '0.6' }]);
  });

  it('of an upstream gateway is joined there, too', () =>
    expect(normalized({ logs: [], upstreamCharges: [charge(), settlement()] }).upstreamCharges).toMatchObject(
      [{ requestId: 'submit', costAmount: '0.6' }],
    ));
});

describe('rows that name one task', () => {
  const named = (id: string, over: Row = {}) =>
    charge({ request_id: `submit ${id}`, other: { is_task: true, model_price: 0.1, task_id: id }, ...over });
  const joinedOf = (...logs: Row[]) =>
    normalized({ logs }).downstreamUsage.map(
      ({ requestId, status, chargedAmount, refundAmount }) =>
        `${requestId}: ${status} ${chargedAmount}${refundAmount === undefined ? '' : ` - ${refundAmount}`}`,
    );
  const twins = [named('task_1'), named('task_2', { id: 11 })];

  it.each<[string, Row[], string[]]>([
    ['a charge keeps its request id', [named('task_1')], ['submit task_1: success 0.5']],
    [
      'a refund of one of two equal tasks',
      [...twins, refund()],
      ['submit task_1: refunded 0.5 - 0.5', 'submit task_2: success 0.5'],
    ],
    ['a dearer settlement', [named('task_1'), settlement()], ['submit task_1: success 0.6']],
    [
      'a dearer settlement that is marked as a task',
      [named('task_1'), settlement({}, { is_task: true })],
      ['submit task_1: success 0.6'],
    ],
    [
      'a settlement of a charge of nothing',
      [named('task_1', { quota: 0 }), settlement()],
      ['submit task_1: success 0.1'],
    ],
    [
      'a cheaper settlement',
      [named('task_1'), refund({ quota: 100_000 }, { pre_consumed_quota: 250_000 })],
      ['submit task_1: success 0.5 - 0.2'],
    ],
    [
      'a cheaper settlement as a charge below 0',
      [named('task_1'), settlement({ quota: -100_000 })],
      ['submit task_1: success 0.5 - 0.2'],
    ],
    [
      'a settlement and a refund of all of it',
      [named('task_1'), settlement(), refund({ quota: 300_000 })],
      ['submit task_1: refunded 0.6 - 0.6'],
    ],
    [
      'a refund that was paid out twice',
      [named('task_1'), refund(), refund({ id: 21 })],
      ['submit task_1: refunded 0.5 - 1'],
    ],
    [
      'rows of another token, channel, model and quota, earlier than the charge',
      [
        named('task_1'),
        refund({ token_id: 1, channel: 1, model_name: 'sora', quota: 1000, created_at: AT - 9 }),
      ],
      ['submit task_1: success 0.5 - 0.002'],
    ],
    [
      'no refund of a violation fee',
      [
        named('task_1', {
          other: { task_id: 'task_1', violation_fee: true, base_amount: 0.5, group_ratio: 1 },
        }),
        refund(),
      ],
      ['submit task_1: success 0.5', 'task:task_1:refund: refunded 0 - 0.5'],
    ],
    [
      'no refund where two charges name the task',
      [named('task_1'), named('task_1', { id: 11, request_id: 'again' }), refund()],
      ['submit task_1: success 0.5', 'again: success 0.5', 'task:task_1:refund: refunded 0 - 0.5'],
    ],
    [
      'beside a charge of the older form',
      [named('task_1'), charge({ id: 11 }), refund(), refund({ id: 21 }, { task_id: 'task_9' })],
      ['submit task_1: refunded 0.5 - 0.5', 'submit: refunded 0.5 - 0.5'],
    ],
  ])('are one request: %s', (_, logs, expected) => expect(joinedOf(...logs)).toEqual(expected));

  it('are one charge of an upstream gateway, under the id of its request', () =>
    expect(
      normalized({ logs: [], upstreamCharges: [named('task_1'), settlement()] }).upstreamCharges,
    ).toMatchObject([{ requestId: 'submit task_1', costAmount: '0.6' }]));
});

describe('rows of an upstream gateway', () => {
  const joinedIn = (...upstreamCharges: Row[]) =>
    normalized({ logs: [], upstreamCharges }).skipped.refundJoined;

  it('are joined only where the same unit divides both', () => {
    expect(joinedIn(charge(), refund())).toBe(1);
    expect(joinedIn(charge({ quota_per_unit: 1000 }), refund({ quota_per_unit: '1000' }))).toBe(1);
    expect(joinedIn(charge({ quota_per_unit: 500_000 }), refund())).toBe(1);
    expect(joinedIn(charge({ quota_per_unit: 1000 }), refund())).toBe(0);
    expect(joinedIn(charge({ quota_per_unit: 1000 }), refund({ quota_per_unit: 1001 }))).toBe(0);
  });

  it('are compared by the ids that they log', () =>
    expect(joinedIn(charge({ user_id: 1 }), refund())).toBe(0));
});

it('a ledger of equal tasks is joined in no time', () => {
  const many = Array.from({ length: 2400 }, (_, i) => [
    charge({ id: 2 * i + 1, request_id: `r${i}`, created_at: AT + i }),
    refund({ id: 2 * i + 2, request_id: '', created_at: AT + i + 5 }, { task_id: `t${i}` }),
  ]);
  expect(read(...many.flat()).joined).toBe(0);
});
