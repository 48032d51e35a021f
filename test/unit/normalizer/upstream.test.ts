import { describe, expect, it } from 'vitest';
import {
  CREATED_AT,
  newApiRow,
  oneApiRow,
  oneHubRow,
  type Row,
  ratios,
} from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const charges = (rows: Row[], payload: Row = {}) =>
  normalizeAndCheck({ logs: [], upstreamCharges: rows, ...payload }).upstreamCharges;
const detailOf = (row: Row, payload: Row = {}) =>
  catchRefusal({ logs: [], upstreamCharges: [row], ...payload }).details[0];
const TIME = '2026-08-17T01:30:15.000Z';

describe('a canonical record', () => {
  const record = { requestId: 'r', occurredAt: TIME, model: 'm', status: 'success', costAmount: '0.10' };

  it('passes as it is', () => {
    const full = { ...record, tokens: { input: 1 }, channelId: 'c' };
    expect(charges([record, full])).toEqual([record, full]);
  });

  it('without token counts is one without tokens', () =>
    expect(charges([{ ...record, tokens: {} }])).toEqual([record]));

  it.each<[Row, string]>([
    [{ ...record, costAmount: '1e3' }, 'upstreamCharges[0].costAmount: '],
    [{ ...record, status: 'ok' }, 'upstreamCharges[0].status: '],
    [{ ...record, note: 1 }, 'upstreamCharges[0].note: '],
    [{ costAmount: null }, 'upstreamCharges[0].'],
    [{ ...record, requestId: 'r\n' }, 'upstreamCharges[0].requestId: must not contain control characters'],
    [{ ...record, upstreamId: '\u007f' }, 'upstreamCharges[0].upstreamId: must not contain control'],
    [{ ...record, model: '\u001b[31m' }, 'upstreamCharges[0].model: must not contain control characters'],
    [{ ...record, channelId: '\t' }, 'upstreamCharges[0].channelId: must not contain control characters'],
  ])('is validated as reconcile does', (row, detail) => expect(detailOf(row)).toContain(detail));
});

describe('a provider’s bill', () => {
  it.each<[string, Row, Row]>([
    ['cost', { cost: '0.5', created_at: CREATED_AT, model: 'm' }, { costAmount: '0.5', model: 'm' }],
    ['spend', { request_id: 'x', spend: 0.5, startTime: TIME }, { costAmount: 0.5, requestId: 'x' }],
    ['total_cost', { spend: 9, total_cost: 1, timestamp: CREATED_AT }, { costAmount: 1, model: 'unknown' }],
    [
      'an id',
      { id: 'bill-1', amount: 2, time: CREATED_AT, model_name: 'n' },
      { upstreamId: 'bill-1', model: 'n' },
    ],
    [
      'a number',
      { id: 7, amount: 2, date: CREATED_AT * 1000, requestId: 'q' },
      { upstreamId: '7', requestId: 'q' },
    ],
    ['a currency', { amount: 2, start_time: CREATED_AT, currency: 'EUR' }, { currency: 'EUR' }],
    ['a failure', { amount: 0, time: CREATED_AT, status: 'failure' }, { status: 'failed' }],
    ['an own flag', { amount: 0, time: CREATED_AT, success: false, code: 7 }, { status: 'success' }],
    ['a status', { amount: 0, time: CREATED_AT, status: 'pending' }, { status: 'pending' }],
    ['a word for success', { amount: 0, time: CREATED_AT, status: ' Completed' }, { status: 'success' }],
    ['a word for failure', { amount: 0, time: CREATED_AT, status: 'ERROR' }, { status: 'failed' }],
    ['an exponent', { amount: '1.2e-05', time: CREATED_AT }, { costAmount: '0.000012' }],
    ['blanks around its money', { amount: '  0.1 ', time: CREATED_AT }, { costAmount: '0.1' }],
    [
      'a refund with one',
      { amount: '-1E-2', time: CREATED_AT },
      { refundAmount: '0.01', status: 'refunded' },
    ],
    [
      'a refund',
      { amount: '-1.5', time: CREATED_AT },
      { status: 'refunded', costAmount: '0', refundAmount: '1.5' },
    ],
  ])('with %s', (_, row, record) => expect(charges([row])).toMatchObject([{ occurredAt: TIME, ...record }]));

  it('with only a date starts at midnight in UTC, which a note counts', () => {
    const { upstreamCharges, notes } = normalizeAndCheck({
      logs: [],
      upstreamCharges: [{ cost: 1, date: '2026-08-17' }],
    });
    expect(upstreamCharges).toMatchObject([{ occurredAt: '2026-08-17T00:00:00.000Z' }]);
    expect(notes).toContainEqual(expect.stringMatching(/^Bill rows with only a date.*: 1\./));
  });

  it('does not take 0 as an id', () =>
    expect(charges([{ amount: 2, time: CREATED_AT, id: 0, request_id: '' }])).toEqual([
      { occurredAt: TIME, model: 'unknown', status: 'success', costAmount: 2 },
    ]));

  it.each<[Row, string]>([
    [{ cost: 1, time: CREATED_AT, status: 'charged' }, 'status'],
    [{ cost: 1, time: CREATED_AT, status: 7 }, 'status'],
    [{ cost: 'much', time: CREATED_AT }, 'cost'],
    [{ time: CREATED_AT, model: 'm' }, 'cost or total_cost or spend or amount'],
    [{ cost: 1 }, 'created_at or timestamp or start_time or startTime or time or date'],
    [{ cost: 1, date: '2026-02-30' }, 'date'],
    [{ cost: '1e400', time: CREATED_AT }, 'cost'],
    [{ cost: '1,500', time: CREATED_AT }, 'cost'],
    [{ cost: 1, time: CREATED_AT, model: {} }, 'model'],
    [{}, 'cost or total_cost or spend or amount'],
  ])('%j is refused, naming its field', (row, field) =>
    expect(detailOf(row)).toContain(`upstreamCharges[0].${field}: `),
  );
});

describe('a log row of the upstream gateway', () => {
  it('has a cost, but no channel, user and token', () =>
    expect(charges([newApiRow({ request_id: 'r', other: ratios() })])).toEqual([
      {
        requestId: 'r',
        upstreamId: 'new-api:918277',
        occurredAt: TIME,
        model: 'gpt-5-mini',
        status: 'success',
        costAmount: '0.00244',
        tokens: { input: 2240, output: 812, cacheRead: 10240 },
      },
    ]));

  it.each<[string, Row, string]>([
    ['new-api, by the text in other', newApiRow({ other: '' }), 'new-api:918277'],
    ['new-api', { ...newApiRow(), other: undefined, upstream_request_id: '' }, 'new-api:918277'],
    ['one-api, by its duration', oneApiRow(), 'one-api:5012'],
    ['one-hub, by its duration', oneHubRow({ metadata: undefined }), 'one-hub:77120'],
    ['one-hub, by its metadata', oneHubRow({ request_time: undefined }), 'one-hub:77120'],
    ['the payload’s gateway otherwise', { id: 3, created_at: CREATED_AT, quota: 500 }, 'voapi:3'],
  ])('is of %s', (_, row, upstreamId) =>
    expect(charges([row], { connector: 'voapi' })).toMatchObject([{ upstreamId }]),
  );

  it('follows the types of its own gateway', () => {
    const { upstreamCharges, skipped } = normalizeAndCheck({
      logs: [],
      upstreamCharges: [
        oneApiRow({ type: 5, quota: 0 }),
        newApiRow({ type: 5, quota: 0 }),
        { type: 1, created_at: CREATED_AT },
      ],
    });
    expect(upstreamCharges).toMatchObject([{ status: 'failed', costAmount: '0' }]);
    expect(skipped).toMatchObject({ channelTest: 1, topup: 1 });
  });

  it('merges retried attempts and joined refunds', () => {
    const task = newApiRow({ id: 1, quota: 500, request_id: 'a', other: { is_task: true } });
    const refund = newApiRow({ id: 2, type: 6, quota: 500, request_id: 'z', other: { task_id: 't' } });
    const attempt = newApiRow({ id: 3, type: 5, quota: 0, request_id: 'a' });
    const { upstreamCharges, skipped } = normalizeAndCheck({
      logs: [],
      upstreamCharges: [task, refund, attempt],
    });
    expect(upstreamCharges).toMatchObject([
      { requestId: 'a', status: 'refunded', costAmount: '0.001', refundAmount: '0.001' },
    ]);
    expect(skipped).toMatchObject({ retriedAttempt: 1, refundJoined: 1 });
  });

  it('gets no request id from its content, a task, or a random id', () => {
    const rows = [
      newApiRow({ id: 1, request_id: '' }),
      newApiRow({ id: 2, type: 6, request_id: 'random', other: { task_id: 't' } }),
      newApiRow({ id: 3, request_id: 'random2', other: { task_id: 't', pre_consumed_quota: 9 } }),
    ];
    for (const record of charges(rows) ?? []) expect(record).not.toHaveProperty('requestId');
  });

  it.each<[string, Row, string | undefined]>([
    ['its request id', newApiRow({ id: 0, request_id: 'r' }), 'new-api:r'],
    ['a numeric request id', oneApiRow({ id: 0, request_id: 7 }), 'one-api:7'],
    ['a random request id', newApiRow({ id: 0, type: 6, request_id: 'z' }), 'new-api:z'],
    ['nothing', newApiRow({ id: 0, request_id: '' }), undefined],
  ])('is named after %s if row ids do not identify rows', (_, row, upstreamId) =>
    expect(charges([row])?.[0]?.upstreamId).toBe(upstreamId),
  );

  it('is divided by its own quota_per_unit, or else by that of the payload, which is noted', () => {
    const rows = [
      newApiRow({ id: 1, quota: 1000, quota_per_unit: 1000 }),
      newApiRow({ id: 2, quota: 1000, request_id: 'b' }),
    ];
    const { upstreamCharges, notes } = normalizeAndCheck({ logs: [], upstreamCharges: rows });
    expect(upstreamCharges).toMatchObject([{ costAmount: '1' }, { costAmount: '0.002' }]);
    expect(notes).toContainEqual(expect.stringMatching(/^Rows of the upstream's log converted.*: 1\./));
    expect(
      charges([newApiRow({ quota: 7, quota_per_unit: '7' })], { quotaPerUnit: undefined }),
    ).toMatchObject([{ costAmount: '1' }]);
  });

  it.each([[0], [-1], ['x'], ['0x10'], ['1e3'], [' 7'], [{}], [true], [Number.POSITIVE_INFINITY]])(
    'quota_per_unit %j is refused',
    (quota_per_unit) =>
      expect(detailOf(newApiRow({ quota_per_unit }))).toMatch(/^upstreamCharges\[0\]\.quota_per_unit: /),
  );

  it('needs one of the two', () =>
    expect(detailOf(newApiRow(), { quotaPerUnit: undefined })).toMatch(
      /^upstreamCharges\[0\]\.quota: needs quotaPerUnit/,
    ));

  it('of an error costs nothing; a quota or money in it is noted', () => {
    for (const over of [{ quota: 7 }, { quota: 0, cost: '0.5' }]) {
      const { upstreamCharges, notes } = normalizeAndCheck({
        logs: [],
        upstreamCharges: [newApiRow({ type: 5, ...over })],
      });
      expect(upstreamCharges).toMatchObject([{ status: 'failed', costAmount: '0' }]);
      expect(notes).toContainEqual(expect.stringMatching(/^Error rows with a quota or an amount.*: 1\./));
    }
  });

  it('may have an amount of money', () =>
    expect(charges([newApiRow({ cost: 0.5, currency: 'EUR' })])).toMatchObject([
      { costAmount: 0.5, currency: 'EUR' },
    ]));
});

describe('a channel that the caller adds', () => {
  it.each<[string, Row]>([
    ['a log row', newApiRow({ channelId: 7 })],
    ['a bill', { cost: 1, time: CREATED_AT, channelId: '7' }],
  ])('stays on %s', (_, row) => expect(charges([row])).toMatchObject([{ channelId: '7' }]));

  it.each([[{}], ['x'.repeat(201)]])('must be an id: %j is refused', (channelId) => {
    for (const row of [newApiRow({ channelId }), { cost: 1, time: CREATED_AT, channelId }])
      expect(detailOf(row)).toMatch(/^upstreamCharges\[0\]\.channelId: /);
  });

  it('is left out if it is 0', () =>
    expect(charges([newApiRow({ channelId: 0 })])?.[0]).not.toHaveProperty('channelId'));
});

describe('digits that JSON may lose', () => {
  const noted = (payload: Row): string[] =>
    normalizeAndCheck({ logs: [], ...payload }).notes.filter((note) =>
      note.startsWith('Amounts sent as JSON numbers'),
    );
  const payment = { transactionId: 't', occurredAt: TIME, status: 'settled' };

  it.each([
    0.1234567890123456, 1234567.890123456, 9007199254740991, 1.234567890123456e-7, 12345678901234567000,
  ])('are counted in a note: %d', (amount) => {
    expect(noted({ logs: [newApiRow({ cost: amount })] })).toEqual([expect.stringMatching(/: 1\./)]);
    expect(
      noted({ upstreamCharges: [{ cost: amount, time: CREATED_AT }, newApiRow({ cost: amount })] }),
    ).toEqual([expect.stringMatching(/: 2\./)]);
    expect(noted({ payments: [{ ...payment, amount }] })).toEqual([expect.stringMatching(/: 1\./)]);
  });

  it.each([0, 0.1, 0.123456789012345, 123456789012345, 1e20, 1e-9, '0.12345678901234567890'])(
    'are not noted for %s',
    (amount) => {
      expect(noted({ logs: [newApiRow({ cost: amount })] })).toEqual([]);
      expect(noted({ upstreamCharges: [{ cost: amount, time: CREATED_AT }] })).toEqual([]);
      expect(noted({ payments: [{ ...payment, amount }] })).toEqual([]);
    },
  );
});

describe('a chain of gateways', () => {
  const canonical = { occurredAt: TIME, model: 'm', status: 'success', costAmount: '1' };
  const JOINED = expect.stringMatching(/matched to their request by upstream_request_id: 1\./);
  const local = (over: Row = {}) =>
    newApiRow({ id: 1, request_id: 'local', upstream_request_id: 'up', ...over });
  const upstream = (over: Row = {}) => newApiRow({ id: 9, request_id: 'up', quota: 500, ...over });
  const chain = (logs: Row[], upstreamCharges: Row[]) => {
    const { upstreamCharges: records, notes } = normalizeAndCheck({ logs, upstreamCharges });
    return { ids: records?.map(({ requestId }) => requestId), notes };
  };

  it('gives the upstream row the local id of its request', () => {
    const { ids, notes } = chain([local()], [upstream()]);
    expect(ids).toEqual(['local']);
    expect(notes).toContainEqual(JOINED);
  });

  it('gives a bill row the local id, but does not change a canonical record', () => {
    const billed = [
      { request_id: 'up', cost: 1, time: CREATED_AT },
      { ...canonical, requestId: 'up' },
    ];
    expect(chain([local()], billed).ids).toEqual(['local', 'up']);
  });

  it('gives a canonical record with an upstreamRequestId the local id', () => {
    const named = ['up', 'other', 'up', ''].map((name) => ({ ...canonical, upstreamRequestId: name }));
    const { ids, notes } = chain([local()], named.with(2, { ...named[2], requestId: 'r' } as never));
    expect(ids).toEqual(['local', 'other', 'r', undefined]);
    expect(notes).toContainEqual(JOINED);
  });

  it.each([
    [{ upstreamRequestId: '2.02502E+30' }, 'upstreamRequestId: '],
    [{ upstreamRequestId: 'up', note: 1 }, 'note: '],
  ])('refuses a canonical record with an invalid field: %j', (more, detail) => {
    expect(detailOf({ ...canonical, ...more })).toContain(`upstreamCharges[0].${detail}`);
  });

  it('makes the cost of retried attempts visible', () => {
    const attempt = local({ id: 2, type: 5, quota: 0, upstream_request_id: 'up0' });
    expect(chain([local(), attempt], [upstream({ id: 8, request_id: 'up0' }), upstream()]).ids).toEqual([
      'local',
      'local',
    ]);
  });

  it('distinguishes two charged attempts of one request if row ids do not identify rows', () => {
    const attempt = local({ id: 2, type: 5, quota: 0, upstream_request_id: 'up0' });
    const upstreamCharges = [
      upstream({ id: 1, request_id: 'up' }),
      upstream({ id: 2, request_id: 'up0', created_at: CREATED_AT }),
      upstream({ id: 3, request_id: 'older', created_at: CREATED_AT - 9 }),
    ];
    const { upstreamCharges: records, report } = normalizeAndCheck({
      logs: [local(), attempt],
      upstreamCharges,
    });
    expect(records?.slice(0, 2)).toMatchObject([
      { requestId: 'local', upstreamId: 'new-api:up' },
      { requestId: 'local', upstreamId: 'new-api:up0' },
    ]);
    const codes = report.findings.map(({ code }) => code);
    expect(codes).toContain('retry_cost');
    expect(codes).not.toContain('duplicate_upstream_charge');
  });

  it('uses the generated id of the local request if it has no own id', () =>
    expect(chain([local({ request_id: '' })], [upstream()]).ids).toEqual(['new-api:1']));

  it.each<[string, Row[]]>([
    ['of two requests', [local(), local({ id: 2, request_id: 'b' })]],
    ['of a request and a fee', [local(), local({ id: 2, request_id: 'b', other: { violation_fee: true } })]],
  ])('keeps the id %s, and notes it', (_, logs) => {
    const { ids, notes } = chain(logs, [upstream()]);
    expect(ids).toEqual(['up']);
    expect(notes).toContainEqual(expect.stringMatching(/^Bill rows that were not matched.*: 1\./));
  });

  const FEE = { violation_fee: true, base_amount: 0.05, group_ratio: 1 };
  const fee = (over: Row = {}) => local({ other: FEE, quota: 25_000, ...over });

  it('links only another violation fee to a violation fee', () => {
    const { ids, notes } = chain([fee()], [upstream()]);
    expect(ids).toEqual([undefined]);
    expect(notes).toContainEqual(
      expect.stringMatching(/^Bill rows that were not matched: 1\..*violation fee/),
    );
    expect(chain([fee()], [upstream({ other: FEE, quota: 5000 })]).ids).toEqual(['local']);
    expect(chain([fee()], [{ request_id: 'up', cost: 1, time: CREATED_AT }]).ids).toEqual([undefined]);
  });

  it('counts rows whose id is in no log row, for channels without any linked row', () => {
    const unknown = (upstreamCharges: Row[], logs = [local()]) =>
      chain(logs, upstreamCharges).notes.filter((note) =>
        note.startsWith('Bill rows whose id is in no log row'),
      );
    const bill = { request_id: 'nobody', cost: 1, time: CREATED_AT };
    const two = [upstream({ id: 10, request_id: 'x' }), bill];
    expect(unknown(two)).toEqual([expect.stringMatching(/: 2\./)]);
    // A linked row shows that its channel returns ids. Then reconcile reports the other rows.
    expect(unknown([upstream(), ...two])).toEqual([]);
    const of = (channelId: string, row: Row): Row => ({ ...row, channelId });
    expect(unknown([of('1', upstream()), ...two.map((row) => of('1', row))])).toEqual([]);
    expect(unknown([of('1', upstream()), of('2', bill), of('1', { ...bill, request_id: 'x' })])).toEqual([
      expect.stringMatching(/: 1\./),
    ]);
    expect(unknown([upstream(), { ...bill, request_id: 'local' }, { ...bill, request_id: '' }])).toEqual([]);
    expect(
      unknown([{ ...bill, request_id: 'z' }], [local(), newApiRow({ id: 2, type: 1, request_id: 'z' })]),
    ).toEqual([]);
    expect(
      unknown([{ ...bill, request_id: 'z' }], [newApiRow({ type: 6, request_id: 'z', other: '' })]),
    ).toEqual([]);
  });

  it.each<[string, Row]>([
    ['Midjourney', { model_name: 'mj_imagine', other: { model_price: 0.1, group_ratio: 1 } }],
    ['a face swap', { model_name: 'swap_face', other: '' }],
    ['a realtime session', { other: { ...ratios(), ws: true } }],
  ])('removes the id of an upstream row of %s that is in no log row', (_, over) => {
    const { ids, notes } = chain(
      [local()],
      [upstream({ request_id: 'x', ...over }), upstream({ id: 8, ...over })],
    );
    expect(ids).toEqual([undefined, 'local']);
    expect(notes).toContainEqual(expect.stringMatching(/^Bill rows of Midjourney and realtime.*: 1\./));
  });

  it('keeps the id of a bill row for Midjourney', () =>
    expect(
      chain([local()], [{ request_id: 'x', cost: 1, time: CREATED_AT, model: 'mj_imagine' }]).ids,
    ).toEqual(['x']));

  it('does not mark a row as refunded if the local refund is ambiguous', () => {
    const task = { quota: 500, other: { is_task: true } };
    const later = { type: 6, created_at: CREATED_AT + 9, upstream_request_id: '' };
    const returned = { ...later, quota: 500, other: { task_id: 't' } };
    const upstreamCharges = [upstream(task), upstream({ ...returned, id: 10, request_id: 'z' })];
    const status = (logs: Row[]) => normalizeAndCheck({ logs, upstreamCharges }).upstreamCharges?.[0]?.status;
    const refund = local({ ...returned, id: 3, request_id: 'y' });
    expect(status([local(task), refund])).toBe('refunded');
    expect(status([local(task)])).toBe('refunded');
    expect(
      status([local(task), local({ ...task, id: 2, request_id: 'b', upstream_request_id: '' }), refund]),
    ).toBe('success');
  });

  it('does not link a failed row whose id may be of an earlier attempt', () => {
    const attempt = local({ id: 2, type: 5, quota: 0 });
    const failed = upstream({ type: 5, quota: 0 });
    const twice = { admin_info: { use_channel: ['7', '15'] } };
    for (const logs of [[local(), attempt], [local({ other: twice })]]) {
      const { ids, notes } = chain(logs, [failed]);
      expect(ids).toEqual(['up']);
      expect(notes).toContainEqual(
        expect.stringMatching(/^Bill rows of failed attempts that were not matched.*: 1\./),
      );
      expect(chain(logs, [upstream()]).ids).toEqual(['local']);
    }
    expect(chain([local({ upstream_request_id: 'up2' }), attempt], [failed]).ids).toEqual(['local']);
    expect(chain([local({ other: { admin_info: { use_channel: ['7'] } } })], [failed]).ids).toEqual([
      'local',
    ]);
  });

  it.each([
    ['7.0', 7],
    [12345, '12345'],
  ])('compares ids as they are read: %j and %j', (one, same) => {
    expect(chain([local({ upstream_request_id: one })], [upstream({ request_id: same })]).ids).toEqual([
      'local',
    ]);
    const attempt = local({ id: 2, type: 5, quota: 0, upstream_request_id: one });
    const bill = { request_id: same, cost: 1, time: CREATED_AT };
    expect(chain([local({ upstream_request_id: '' }), attempt], [bill]).ids).toEqual(['local']);
  });

  it('refuses an unreadable id with row and field', () =>
    expect(catchRefusal({ logs: [local({ upstream_request_id: {} })] }).details[0]).toMatch(
      /^logs\[0\]\.upstream_request_id: /,
    ));
});
