import { describe, expect, it, vi } from 'vitest';
import { RECORDS_MAX } from '#shared/limits.ts';
import { CREATED_AT, newApiRow, type Row, topUpRow } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const first = newApiRow({ id: 1, request_id: 'a' });
const second = newApiRow({ id: 2, request_id: 'b' });
const idsOf = (logs: unknown) =>
  normalizeAndCheck({ logs }).downstreamUsage.map(({ requestId }) => requestId);

describe('rows are found in', () => {
  it.each<[string, unknown]>([
    ['a bare array', [first, second]],
    ['a new-api page', { success: true, message: '', data: { page: 1, total: 2, items: [first, second] } }],
    ['a one-api reply', { success: true, message: '', data: [first, second] }],
    [
      'a one-hub page',
      { success: true, message: '', data: { data: [first, second], page: 1, total_count: 2 } },
    ],
    ['a VoAPI v1 envelope', { code: 0, data: { records: [first, second], page: 1 }, msg: 'ok', rid: 'x' }],
    ['an envelope with code 200', { code: 200, data: { list: [first, second] } }],
    ['three levels of objects', { data: { data: { rows: [first, second] } } }],
    ['an array of pages', [{ data: { items: [first] } }, { success: true, data: [second] }]],
    ['an array of pages and rows', [{ logs: [first] }, second]],
    [
      'an envelope with a request id and a time',
      { requestId: 'x', code: 0, timestamp: 1, data: [first, second] },
    ],
    ['an empty page and a page with rows', [{ data: null }, { items: [first, second] }]],
  ])('%s', (_, logs) => expect(idsOf(logs)).toEqual(['a', 'b']));

  it.each<[string, unknown]>([
    ['null where the rows should be', { success: true, data: null }],
    ['null one level down', { data: { items: null, total: 0 } }],
    ['an empty array', []],
  ])('an empty page: %s', (_, logs) => expect(idsOf(logs)).toEqual([]));
});

describe('a row with a key of a page is a row', () => {
  const emptyPages = ['data', 'items', 'records', 'list', 'rows', 'logs'].flatMap((key) => [
    { [key]: null },
    { [key]: [] },
    { [key]: {} },
  ]);
  const bare: Row[] = [
    { quota: 5, model_name: 'm' },
    { type: 2, model_name: 'm' },
    { type: '6' },
    { charge: 1 },
    { request_id: 'r', model_name: 'm' },
  ];
  it.each(bare)('in logs: %j', (row) => {
    for (const page of emptyPages)
      expect(catchRefusal({ logs: [{ ...row, ...page }] }).details[0]).toMatch(/^logs\[0\]\./);
  });

  it('in bills and payments, although a row has a code or success: false', () => {
    const bill = { id: 'b', cost: 1, timestamp: CREATED_AT, success: false, code: 429 };
    const topUp = topUpRow({ code: 1 });
    const record = { transactionId: 't', occurredAt: '2026-08-17T01:30:15Z', status: 'settled', amount: 1 };
    for (const page of emptyPages) {
      expect(
        normalizeAndCheck({ logs: [], upstreamCharges: [{ ...bill, ...page }] }).upstreamCharges,
      ).toHaveLength(1);
      expect(normalizeAndCheck({ logs: [], payments: [{ ...topUp, ...page }] }).payments).toHaveLength(1);
      expect(catchRefusal({ logs: [], payments: [{ ...record, ...page }] }).details[0]).toMatch(
        /^payments\[0\]\./,
      );
      expect(
        catchRefusal({ logs: [], upstreamCharges: [{ timestamp: CREATED_AT, ...page }] }).details[0],
      ).toMatch(/^upstreamCharges\[0\](\.cost |\.\w+: must be an array of rows)/);
    }
  });

  it('and a single row is not a page', () => {
    for (const row of [
      { quota: 5, model_name: 'm' },
      { quota: 5, data: [] },
      { id: 1, data: [first] },
      { created_at: 0, items: [] },
    ])
      expect(catchRefusal({ logs: row }).details).toEqual(['logs: must be an array of rows, not one row']);
  });
});

describe('a page with a key of a row is a page', () => {
  const keys = ['quota', 'cost', 'amount', 'type', 'time', 'timestamp', 'request_id', 'requestId', 'money'];

  it.each(keys)('with %s beside its rows', (key) => {
    for (const page of [
      { [key]: 5, items: [first] },
      { [key]: 5, data: { items: [first] } },
    ]) {
      expect(idsOf(page)).toEqual(['a']);
      expect(idsOf([page, second])).toEqual(['a', 'b']);
    }
  });

  const envelope = ['success', 'message', 'msg', 'rid', 'page', 'size', 'page_size', 'total', 'total_count'];
  it.each([...envelope, 'code'])('also without rows, if it has page fields such as %s', (key) => {
    for (const noRows of [null, []])
      for (const row of keys)
        expect(idsOf([{ [row]: 5, [key]: key === 'code' ? 0 : true, data: noRows }, second])).toEqual(['b']);
  });

  it.each(keys)('but a single row with %s is a row', (key) => {
    for (const noRows of [null, []])
      expect(catchRefusal({ logs: [{ [key]: 5, data: noRows }, second] }).details[0]).toMatch(/^logs\[0\]\./);
  });
});

const LINES = `${JSON.stringify(first)}\n${JSON.stringify(second)}`;

describe('a body without rows is refused', () => {
  it.each<[string, unknown, string]>([
    ['null', null, 'logs: '],
    ['text', 'rows', 'logs: '],
    ['an object without rows', { page: 1 }, 'logs: '],
    ['a single row', first, 'logs: must be an array of rows, not one row'],
    [
      'the status reply',
      { success: true, data: { type: '1', quota_per_unit: 5 } },
      'logs.data: is the status reply',
    ],
    [
      'the totals of a log',
      { success: true, data: { quota: 5, rpm: 0, tpm: 0 } },
      'logs.data: contains only the totals of a log',
    ],
    [
      'an account',
      { data: { id: 1, username: 'u', quota: 5, used_quota: 1 } },
      'logs.data: is the account of a',
    ],
    ['four levels of objects', { data: { data: { data: { items: [] } } } }, 'logs.data.data.data: '],
    ['an object without rows in data', { code: 0, data: { d: { requests: 412 } } }, 'logs.data: '],
    ['an account in data', { code: 0, data: { id: 1024, currency: 'USD' } }, 'logs.data: '],
    ['two arrays of rows', { items: [first], rows: [second] }, 'logs: has rows in items and in rows'],
    ['a row that is a number', [first, 7], 'logs[1]: must be an object'],
    ['a row that is an array', [[first]], 'logs[0]: must be an object'],
  ])('%s', (_, logs, detail) => {
    const { code, details } = catchRefusal({ logs });
    expect(code).toBe('invalid_request');
    expect(details[0]).toContain(detail);
  });

  it.each<[string, unknown, string]>([
    ['JSON as text', JSON.stringify([first]), 'logs: is JSON as text. Parse it first'],
    ['JSON Lines', `${LINES}\n`, 'logs: is JSON Lines as text. Convert it to an array with `jq -s`'],
    ['JSON Lines after a blank line', `\n${LINES}`, 'logs: is JSON Lines as text'],
    ['pretty JSON', JSON.stringify([first], null, 2), 'logs: is JSON as text. Parse it first'],
    ['text that starts like JSON', '{oops\n{oops', 'logs: must be an array of rows, or one page'],
    ['a number on each line', '1\n2', 'logs: must be an array of rows, or one page'],
    ['another text', 'id,quota\n1,2', 'or one page of a list reply, not text'],
    ['a text row', [first, JSON.stringify(second)], 'must be an object, not JSON as text. Parse it first'],
    ['a text row after blanks', [' {}'], 'logs[0]: must be an object, not JSON as text'],
    ['a text row with a brace in the middle', ['x {}'], 'logs[0]: must be an object'],
    ['an empty response', { response: null }, 'its keys are response'],
    ['a key of a row without value', { quota: null }, 'its keys are quota'],
    ['a key of a row with an empty text', { quota: '' }, 'its keys are quota'],
    ['a table with odd rows', { top_ups: [first, 7] }, 'Send only the array in `top_ups`'],
    ['a text row without JSON', ['x'], 'logs[0]: must be an object'],
    ['a reply in response', { response: { data: [first] } }, 'is a reply wrapped in `response`. Send only'],
    [
      'a HAR file',
      { log: { version: '1.2', entries: [] } },
      'logs: is a HAR file. Send the replies that it contains',
    ],
    [
      'an export of DBeaver',
      { 'select * from logs': [first], note: 1 },
      'export of a table. Send only the array in `?`',
    ],
    ['a table under its name', { top_ups: [first] }, 'Send only the array in `top_ups`'],
    [
      'an export of phpMyAdmin',
      [
        { type: 'header', version: '5.2.1' },
        { type: 'database', name: 'oneapi' },
        { type: 'table', name: 'logs', database: 'oneapi', data: [first] },
      ],
      'logs: is a phpMyAdmin table export. Send the rows that it contains',
    ],
    ['an unknown object', { page: 1, total: 0, 'sk-a': 1 }, 'list reply; its keys are page, total, ?'],
    [
      'an object with many keys',
      Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`k${i}`, i])),
      'its keys are k0, k1, k2, k3, k4, k5, k6, k7, k8, k9 and 2 more',
    ],
    ['an empty object', {}, 'it is empty'],
  ])('%s, and the refusal says what to do', (_, logs, detail) =>
    expect(catchRefusal({ logs }).details[0]).toContain(detail),
  );

  const values = [
    ['JSON as text', '[{"id":1}]', 'is JSON as text. Parse it first'],
    ['another text', 'x', 'must be an array of rows, or one page of a list reply, not text'],
    ['an empty text', '', 'not text'],
    ['a number', 5, 'must be an array of rows, or one page of a list reply'],
    ['zero', 0, 'must be an array of rows'],
    ['true', true, 'must be an array of rows'],
    ['false', false, 'must be an array of rows'],
  ] as const;
  it.each(values)('%s under one key for rows, and null under another', (_, value, sentence) => {
    for (const field of ['logs', 'channels', 'upstreamCharges', 'payments'])
      for (const [page, path] of [
        [{ success: true, data: value, items: null }, '.data'],
        [{ list: null, rows: value }, '.rows'],
        [{ code: 0, data: { records: value, list: null } }, '.data.records'],
        [[{ data: value, list: null }], '[0].data'],
      ] as const) {
        const { code, details } = catchRefusal({ logs: [], [field]: page });
        expect([code, details]).toEqual(['invalid_request', [expect.stringContaining(sentence)]]);
        expect(details[0]?.startsWith(`${field}${path}: `)).toBe(true);
      }
  });

  it('does not parse text in place of rows, which may take longer than parsing the body', () => {
    const parse = vi.spyOn(JSON, 'parse');
    for (const text of ['['.repeat(9), '[]', '{}\n{}'])
      expect(catchRefusal({ logs: text }).details[0]).toMatch(/^logs: /);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('reads the number beside an array of rows as a count', () => {
    expect(normalizeAndCheck({ logs: { page: 1, records: 0, rows: [] } }).downstreamUsage).toEqual([]);
    expect(idsOf({ page: 1, records: 1, rows: [first] })).toEqual(['a']);
  });

  it('names ten keys without counting more', () => {
    const keys = Array.from({ length: 10 }, (_, i) => `k${i}`);
    const { details } = catchRefusal({ logs: Object.fromEntries(keys.map((key) => [key, 1])) });
    expect(details[0]).toMatch(/its keys are k0, .*, k8, k9$/);
  });

  it('recognizes a phpMyAdmin export only by its header and table', () => {
    expect(normalizeAndCheck({ logs: [{ type: 'table', data: [first] }] }).downstreamUsage).toHaveLength(1);
    for (const logs of [
      [{ type: 'header' }, { type: 'view', data: [first] }],
      [{ type: 'header' }, first],
    ])
      expect(catchRefusal({ logs }).details[0]).not.toContain('phpMyAdmin');
  });

  it('continues to look for rows after null', () => {
    expect(
      normalizeAndCheck({ logs: { data: null, items: { list: [first] } } }).downstreamUsage,
    ).toHaveLength(1);
    expect(normalizeAndCheck({ logs: { data: null } }).downstreamUsage).toEqual([]);
  });

  it('quotes the message of a failed reply without possible keys and control characters', () => {
    const message = `no\u0007access for sk-abcdefgh12345678 and ${'a1'.repeat(20)} ${'long '.repeat(100)}`;
    const [detail] = catchRefusal({ logs: { success: false, message } }).details;
    expect(detail).toContain('no access for *** and *** long');
    expect(detail).not.toContain('abcdefgh');
    expect(detail?.length).toBeLessThan(300);
  });

  it.each([
    [{ code: 2, msg: 'expired', data: null }],
    [[{ code: 2, msg: 'expired' }]],
    [[{ success: false, message: 'expired' }]],
  ])('recognizes other forms of failed replies', (logs) =>
    expect(catchRefusal({ logs }).details[0]).toContain('It says: expired'),
  );
});

describe('at most 5 000 rows', () => {
  const rows = (count: number): Row[] =>
    Array.from({ length: count }, (_, i) => newApiRow({ id: i + 1, request_id: `r${i}` }));

  it('are accepted', () => expect(idsOf(rows(RECORDS_MAX))).toHaveLength(RECORDS_MAX));

  it.each(['logs', 'channels', 'upstreamCharges', 'payments'])(
    'plus one are refused in %s before they are read',
    (field) => {
      const many = Array.from({ length: RECORDS_MAX + 1 }, () => ({ content: 'x' }));
      expect(catchRefusal({ logs: [], [field]: many })).toMatchObject({
        code: 'invalid_request',
        details: [`${field}: must have at most 5000 rows. Send a shorter period`],
      });
    },
  );

  it('are counted over all pages', () => {
    const half = { items: rows(RECORDS_MAX / 2 + 1) };
    expect(catchRefusal({ logs: [half, half] }).details[0]).toContain('at most 5000');
  });
});

describe('overlapping pages', () => {
  it('count a repeated row once', () => {
    const { downstreamUsage, skipped } = normalizeAndCheck({
      logs: [{ items: [first, second] }, { items: [second] }],
    });
    expect([downstreamUsage.length, skipped.pageOverlap]).toEqual([2, 1]);
  });

  it('keep rows that share an id and differ in any field', () => {
    const { downstreamUsage, skipped } = normalizeAndCheck({
      logs: [first, { ...first, quota: 7 }, { ...first, quota: 7 }],
    });
    expect([downstreamUsage.length, skipped.pageOverlap]).toEqual([2, 1]);
  });

  it('compare the request id if the row id is missing, in any order of keys', () => {
    const row = newApiRow({ id: 0 });
    const reversed = Object.fromEntries(Object.entries(row).reverse());
    expect(normalizeAndCheck({ logs: [row, reversed] }).skipped.pageOverlap).toBe(1);
  });

  it.each(['', '0', 0, '0.0', null, ' ', 'null', 'NULL', '\\N'])(
    'keep equal rows without ids, such as %j',
    (empty) => {
      for (const row of [newApiRow({ id: 0, request_id: empty }), newApiRow({ id: empty, request_id: '' })])
        expect(normalizeAndCheck({ logs: [row, row] }).downstreamUsage).toHaveLength(2);
    },
  );

  it('compare a numeric request id', () => {
    const row = newApiRow({ id: 0, request_id: 12345 });
    expect(normalizeAndCheck({ logs: [row, row] }).skipped.pageOverlap).toBe(1);
  });

  it('are removed before other rules apply: channel tests, payments, upstream rows', () => {
    const test = newApiRow({ token_name: '模型测试', token_id: 0 });
    expect(normalizeAndCheck({ logs: [test, test] }).skipped).toMatchObject({
      channelTest: 1,
      pageOverlap: 1,
    });
    expect(normalizeAndCheck({ logs: [], payments: [topUpRow(), topUpRow()] }).payments).toHaveLength(1);
  });
});
