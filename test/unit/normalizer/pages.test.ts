import { describe, expect, it, vi } from 'vitest';
import { RECORDS_MAX } from '#shared/limits.ts';
import { CREATED_AT, newApiRow, type Row, topUpRow } from '../../support/fixtures/native-rows.ts';
import { catchRefusal, normalizeAndCheck } from '../../support/normalizer/normalize-and-check.ts';

const first = newApiRow({ id: 1, request_id: 'a' });
const second = newApiRow({ id: 2, request_id: 'b' });
const idsOf = (logs: unknown) =>
  normalizeAndCheck({ logs }).downstreamUsage.map(({ requestId }) => requestId);

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

describe('a body without rows is refused', () => {
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

  it('quotes the message of a failed reply without possible keys and control characters', () => {
    const message = `no\u0007access for sk-abcdefgh12345678 and ${'a1'.repeat(20)} ${'long '.repeat(100)}`;
    const [detail] = catchRefusal({ logs: { success: false, message } }).details;
    expect(detail).toContain('no access for *** and *** long');
    expect(detail).not.toContain('abcdefgh');
    expect(detail?.length).toBeLessThan(300);
  });
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
