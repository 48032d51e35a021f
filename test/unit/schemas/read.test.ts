import * as v from 'valibot';
import { expect, test } from 'vitest';
import { DETAILS_MAX, LONG_NUMBERS_MAX, RECORDS_MAX } from '#shared/limits.ts';
import { Rejection } from '#shared/rejections.ts';
import { createBodyReader, readBody } from '#shared/schemas/read.ts';
import { reconciliationInputSchema } from '#shared/schemas/reconciliation-input.ts';

const sold = { model: 'm', status: 'success', chargedAmount: '1' };
const row = { requestId: 'r', occurredAt: '2026-03-10T10:00:00Z', ...sold };
const ledger = (over: object) => ({ downstreamUsage: [{ ...row, ...over }] });

function detailsOf(body: unknown): readonly string[] {
  try {
    readBody(reconciliationInputSchema, body);
    return [];
  } catch (error) {
    if (error instanceof Rejection && error.code === 'invalid_request') return error.details;
    throw error;
  }
}

test.each<[what: string, body: unknown, details: RegExp[]]>([
  ['a valid body', { downstreamUsage: [row] }, []],
  ['null', null, [/^body: must be an object$/]],
  ['an array', [], [/^body: must be an object$/]],
  ['no usage', {}, [/^downstreamUsage: is required$/]],
  ['a ledger that is an object', { downstreamUsage: {} }, [/^downstreamUsage: must be an array$/]],
  ['a ledger that is null', { downstreamUsage: [], payments: null }, [/^payments: must be an array$/]],
  ['a row that is an array', { downstreamUsage: [[]] }, [/^downstreamUsage\[0\]: must be an object$/]],
  ['tokens that are an array', ledger({ tokens: [] }), [/^downstreamUsage\[0\]\.tokens: must be an object$/]],
  ['an empty id', ledger({ requestId: '' }), [/^downstreamUsage\[0\]\.requestId: must not be empty$/]],
  ['an unknown field', ledger({ note: 'x' }), [/^downstreamUsage\[0\]\.note: is not a property/]],
  [
    'three unknown fields',
    { downstreamUsage: [{ ...row, a: 1, b: 2 }], c: 3 },
    [/^downstreamUsage\[0\]\.a: is not/, /^downstreamUsage\[0\]\.b: is not/, /^c: is not/],
  ],
  ['a field named like a key', { downstreamUsage: [], 'sk-abc': 1 }, [/^\?: is not a property/]],
  ['an undefined field', ledger({ userId: undefined }), [/^downstreamUsage\[0\]\.userId: must be a string$/]],
  ['a field named like a value', { downstreamUsage: [], 'sk-secret value': 1 }, [/^\?: is not a property/]],
  ['a field named like a key', { downstreamUsage: [], AKIAIOSFODNN7EXAMPLE: 1 }, [/^\?: is not a property/]],
  ['__proto__', JSON.parse('{"downstreamUsage":[],"__proto__":{}}'), [/^__proto__: is not a property/]],
  ['constructor', { downstreamUsage: [], constructor: 1 }, [/^constructor: is not a property/]],
  [
    'a period that ends before it starts',
    { downstreamUsage: [], period: { start: '2026-03-02T00:00:00Z', end: '2026-03-02T00:30:00+01:00' } },
    [/^period: must end after it starts$/],
  ],
  [
    'two faults in two ledgers',
    {
      downstreamUsage: [{ ...row, status: 'ok' }],
      payments: [{ occurredAt: row.occurredAt, status: row.status, requestId: row.requestId }],
    },
    [
      /^downstreamUsage\[0\]\.status: must be one of success, /,
      /^payments\[0\]\.transactionId: is required$/,
      /^payments\[0\]\.status: must be one of settled, /,
      /^payments\[0\]\.amount: is required$/,
      /^payments\[0\]\.requestId: is not/,
    ],
  ],
])('%s', (_what, body, patterns) => {
  const details = detailsOf(body);
  expect(details).toHaveLength(patterns.length);
  for (const [index, pattern] of patterns.entries()) expect(details[index]).toMatch(pattern);
});

test('a reader returns valid input unchanged and refuses the rest with the messages of its schema', () => {
  const readBody = createBodyReader(reconciliationInputSchema);
  const valid = { downstreamUsage: [row] };
  expect(readBody(valid)).toBe(valid);
  const invalid = ledger({ status: 'ok' });
  expect(() => readBody(invalid)).toThrowError(Rejection);
});

test('reading stops at the maximum number of messages', () => {
  const details = detailsOf({ downstreamUsage: Array.from({ length: RECORDS_MAX }, () => ({})) });
  expect(details).toHaveLength(DETAILS_MAX);
});

test('the schema stops there too, in each ledger', () => {
  const rows = Array.from({ length: RECORDS_MAX }, () => ({}));
  const { issues } = v.safeParse(reconciliationInputSchema, { downstreamUsage: rows, upstreamCharges: rows });
  expect(issues?.length).toBeLessThan(2 * (DETAILS_MAX + 5));
});

test('too long a ledger is refused before its rows are read', () => {
  let reads = 0;
  const rows = Array.from({ length: RECORDS_MAX + 1 }, () => ({
    get requestId() {
      reads++;
      return '';
    },
  }));
  expect(detailsOf({ downstreamUsage: rows })).toEqual([
    `downstreamUsage: must have at most ${RECORDS_MAX} items`,
  ]);
  expect(reads).toBe(0);
});

test.each([
  [LONG_NUMBERS_MAX, []],
  [LONG_NUMBERS_MAX + 1, [expect.stringMatching(/^body: has more than 100 amounts /)]],
])('%i numbers of hundreds of digits', (count, details) => {
  const rows = Array.from({ length: count }, (_, i) => ({ ...row, chargedAmount: i % 2 ? 1e308 : 5e-324 }));
  expect(detailsOf({ downstreamUsage: rows })).toEqual(details);
});

test('the first of many unknown fields are named', () => {
  const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`p${i}`, i]));
  expect(detailsOf({ downstreamUsage: [], ...unknown })).toHaveLength(DETAILS_MAX);
});

test('no message contains a value', () => {
  const marker = 'planted-marker';
  const rows = [
    { requestId: { marker }, occurredAt: marker, model: [marker], status: marker, chargedAmount: marker },
  ];
  expect(detailsOf({ downstreamUsage: rows, currency: [marker], version: { marker } }).join()).not.toContain(
    marker,
  );
});
