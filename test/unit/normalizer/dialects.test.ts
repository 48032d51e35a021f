import { describe, expect, it } from 'vitest';
import { CREATED_AT, newApiRow, oneHubRow, type Row, ratios } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const recordOf = (over: Row, connector = 'new-api') => {
  const row = connector === 'one-hub' ? oneHubRow(over) : newApiRow(over);
  const [record] = normalizeAndCheck({ connector, logs: [row] }).downstreamUsage;
  if (!record) throw new Error('no record');
  return record;
};
const detailOf = (over: Row) =>
  catchRefusal({ logs: [newApiRow(), newApiRow({ id: 2, ...over })] }).details[0];

describe('time', () => {
  it.each<[string, unknown, string]>([
    ['seconds', CREATED_AT, '2026-08-17T01:30:15.000Z'],
    ['seconds as text', String(CREATED_AT), '2026-08-17T01:30:15.000Z'],
    ['seconds from a dump of a float column', `${CREATED_AT}.0`, '2026-08-17T01:30:15.000Z'],
    ['milliseconds', CREATED_AT * 1000 + 7, '2026-08-17T01:30:15.007Z'],
    ['the first second of 2001', 978_307_200, '2001-01-01T00:00:00.000Z'],
    ['the last second of 2100', 4_133_980_799, '2100-12-31T23:59:59.000Z'],
    ['the first millisecond of 2001', 978_307_200_000, '2001-01-01T00:00:00.000Z'],
    ['the last millisecond of 2100', 4_133_980_799_999, '2100-12-31T23:59:59.999Z'],
    ['a date-time before 2001', '1999-12-31T23:59:59Z', '1999-12-31T23:59:59.000Z'],
    ['a date-time with an offset', '2026-08-17T09:30:15+08:00', '2026-08-17T01:30:15.000Z'],
  ])('is read from %s', (_, created_at, iso) => expect(recordOf({ created_at }).occurredAt).toBe(iso));

  it.each<[unknown]>([
    ['2026-08-17T01:30:15'],
    ['2026-08-17'],
    ['2026-02-30T00:00:00Z'],
    [''],
    [null],
    [0],
    [-5],
    [1e300],
    [20_260_901],
    ['20260901'],
    [45_886.5],
    [978_307_199],
    [4_133_980_800],
    [99_999_999_999],
    [978_307_199_999],
    [4_133_980_800_000],
    [true],
    [{}],
    [[CREATED_AT]],
  ])('%j is refused', (created_at) => expect(detailOf({ created_at })).toMatch(/^logs\[1\]\.created_at: /));
});

describe('channel', () => {
  it.each<[string, Row, string | undefined]>([
    ['a number', { channel: 12 }, '12'],
    ['the column channel_id', { channel: undefined, channel_id: 9 }, '9'],
    ['a number from a float column', { channel: '9.0' }, '9'],
    ['an object', { channel: { id: 3, name: 'x' } }, '3'],
    ['0, which is no channel', { channel: 0 }, undefined],
    ['null, which is no channel', { channel: null }, undefined],
    ['an object as text', { channel: '{"id":3,"name":"x"}' }, '3'],
    ['an object without id as text', { channel: ' {"name":"x"}' }, undefined],
    ['an empty object', { channel: {} }, undefined],
    ['an empty object as text', { channel: '{}' }, undefined],
  ])('is read from %s', (_, over, id) => expect(recordOf(over).channelId).toBe(id));

  it('is read from channel_id if one-hub writes a channel object as well', () =>
    expect(recordOf({ channel_id: 5, channel: { id: 5 } }, 'one-hub').channelId).toBe('5'));

  const dict = "{'id': 3, 'proxy': 'http://u:p@h'}";
  it.each([
    [[1]],
    [true],
    [{ id: {} }],
    [1.5],
    ['[3]'],
    ['{"id":{}}'],
    ['{"id":3,'],
    [dict],
    [JSON.stringify('{"id":3}')],
  ])('%j is refused', (channel) => expect(detailOf({ channel })).toMatch(/^logs\[1\]\.channel(\.id)?: /));
});

describe('ids', () => {
  it('0, empty text and null are no ids, as are their texts in a database dump', () => {
    for (const user_id of [0, '0', '', null, undefined, '0.0', ' ', 'null', 'NULL', '\\N'])
      expect(recordOf({ user_id })).not.toHaveProperty('userId');
    for (const request_id of ['null', 'NULL', '\\N', ' '])
      expect(recordOf({ request_id }).requestId).toBe('new-api:918277');
    expect(recordOf({ user_id: 'Null' }).userId).toBe('Null');
  });

  it('a whole number is written without decimals, text unchanged', () => {
    expect(recordOf({ user_id: '9.0' }).userId).toBe('9');
    expect(recordOf({ user_id: ' Ä ' }).userId).toBe(' Ä ');
  });

  it.each([['x'.repeat(201)], ['a\u0000b'], ['a\nb'], [1.5], [1e21], [{}], [[]], [false]])(
    '%j is refused instead of cut',
    (request_id) => expect(detailOf({ request_id })).toMatch(/^logs\[1\]\.request_id: /),
  );

  it.each([['x'.repeat(201)], ['a\u0000b'], [{}], [[]], [false]])(
    'of a row are refused as well: %j',
    (id) => {
      expect(detailOf({ id })).toMatch(/^logs\[1\]\.id: /);
      expect(normalizeAndCheck({ logs: [newApiRow({ id, type: 1 })] }).skipped.topup).toBe(1);
    },
  );

  it('of a row below 1 or with decimals are ignored', () => {
    for (const id of [-5, 1.5, 1e20])
      expect(recordOf({ id, request_id: '' }).requestId).toMatch(/^new-api:[0-9a-f]{16}$/);
  });

  it.each([
    ['2.02502E+30'],
    ['2.02502e+30'],
    ['2E+30'],
    ['-2.5E+07'],
    ['sk-abcdefghij012345'],
    ['key=sk-abcdefghij_-2345'],
    ['{"id":1}'],
    ['[1]'],
    [' \t{}'],
  ])('%j is refused: it is empty or contains characters that no id may have', (request_id) =>
    expect(detailOf({ request_id })).toMatch(/^logs\[1\]\.request_id: (?:must|was) /),
  );

  it.each([
    ['22.02502E+30'],
    ['2.02502E30'],
    ['2.02502E-30'],
    ['2.02502E+30x'],
    ['2.E+30'],
    ['task-abcdefghij012345'],
    ['sk-abcdefghij01234'],
    ['a{'],
    ['x[1]'],
  ])('%j is accepted unchanged', (request_id) => expect(recordOf({ request_id }).requestId).toBe(request_id));

  it('may begin with a bracket or look like a number if they are models', () => {
    for (const model_name of ['[A] gpt-4', '{x', '2E+30'])
      expect(recordOf({ model_name }).model).toBe(model_name);
  });

  it('of 200 characters are accepted', () =>
    expect(recordOf({ request_id: 'x'.repeat(200) }).requestId).toHaveLength(200));

  it('an empty model becomes unknown', () => {
    for (const model_name of ['', null, undefined, 'NULL'])
      expect(recordOf({ model_name }).model).toBe('unknown');
  });
});

describe('a refusal', () => {
  it('names the first unreadable field of each row, at most 50', () => {
    const bad = Array.from({ length: 60 }, (_, i) =>
      newApiRow({ id: i + 1, quota: 'x', created_at: i ? CREATED_AT : 'x' }),
    );
    const { details } = catchRefusal({ logs: bad });
    expect(details).toHaveLength(50);
    expect(details[0]).toMatch(/^logs\[0\]\.created_at: /);
    expect(details[49]).toMatch(/^logs\[49\]\.quota: /);
  });

  it('names rows of all ledgers', () =>
    expect(
      catchRefusal({
        logs: [newApiRow({ quota: 'x' })],
        upstreamCharges: [{}],
        payments: [{ transactionId: 't' }],
      }).details.map((detail) => detail.replace(/\..*/, '')),
    ).toEqual(['logs[0]', 'upstreamCharges[0]', 'payments[0]', 'payments[0]', 'payments[0]']));
});

describe('other', () => {
  it.each<[string, unknown]>([
    ['text', JSON.stringify(ratios())],
    ['an object', ratios()],
  ])('as %s is the price snapshot', (_, other) => {
    const [record] = normalizeAndCheck({ logs: [{ ...newApiRow(), other }] }).downstreamUsage;
    expect(record).toMatchObject({ expectedCharge: '0.00244', tokens: { input: 2240, cacheRead: 10240 } });
  });

  it.each<[unknown]>([[''], ['null'], ['NULL'], ['\\N'], [null], [undefined]])(
    '%j is no snapshot',
    (other) => {
      const [record] = normalizeAndCheck({ logs: [{ ...newApiRow(), other }] }).downstreamUsage;
      expect(record).not.toHaveProperty('expectedCharge');
      expect(record?.tokens).toEqual({ input: 12480, output: 812 });
    },
  );

  it.each<[unknown]>([['{"cut'], ['[]'], [7], [true], [[1]], ['7']])('%j is refused', (other) =>
    expect(catchRefusal({ logs: [{ ...newApiRow(), other }] }).details).toEqual([
      'logs[0].other: must be a JSON object',
    ]),
  );

  it('with an unreadable key is refused with the path of the key', () =>
    expect(detailOf({ other: ratios({ cache_tokens: 'many' }) })).toMatch(
      /^logs\[1\]\.other\.cache_tokens: /,
    ));
});

describe('names of built-in properties', () => {
  it('are ignored as rows, statuses and notes', () => {
    const row = JSON.parse(
      `{"__proto__":{"charge":5},"constructor":{"x":1},"id":1,"created_at":${CREATED_AT},"quota":500000}`,
    );
    expect(normalizeAndCheck({ logs: [row] }).downstreamUsage[0]?.chargedAmount).toBe('1');
    const bill = { cost: 1, time: CREATED_AT, status: 'constructor' };
    expect(catchRefusal({ logs: [], upstreamCharges: [bill] }).details[0]).toMatch(
      /^upstreamCharges\[0\]\.status: /,
    );
  });
});
