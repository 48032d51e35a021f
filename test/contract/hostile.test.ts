import fc from 'fast-check';
import { expect, test } from 'vitest';
import { example } from '#functions/example/example.ts';
import { DETAILS_MAX, RECORDS_MAX } from '#shared/limits.ts';
import type { DownstreamRecord } from '#shared/schemas/reconciliation-input.ts';
import { call, invoke, localTest, type Reply } from '../support/service/client.ts';
import { acceptedRequests } from '../support/service/documented-requests.ts';

const POSTS = ['reconcile', 'normalize'].map((routeId) => [routeId, `/api/v1/${routeId}`] as const);

/** Keys and values that break naive code. */
const strangeKeys = fc.constantFrom(
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '', '0', 'length', '\uD800'],
);
const strangeValues = fc.constantFrom<unknown>(
  ...[null, true, -0, 1e308, -1, 2 ** 53 + 1, 0.1 + 0.2, [], {}, [[]], [null]],
  ...['', '\uD800', '\u0000', 'x'.repeat(5000), '1e5000000', '0x10', 'NaN', ' 1 '],
);
const strangeJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    strangeValues,
    fc.jsonValue({ maxDepth: 2 }),
    tie('array'),
    tie('object'),
  ),
  array: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(fc.oneof(strangeKeys, fc.string({ maxLength: 8 })), tie('value'), { maxKeys: 5 }),
})).value;

/** A valid body in which one value, anywhere, is replaced. */
const arbitraryMutation = (valid: unknown): fc.Arbitrary<unknown> =>
  fc.tuple(fc.infiniteStream(fc.nat()), strangeJson).map(([choices, junk]) => {
    const mutate = (part: unknown): unknown => {
      const keys = part !== null && typeof part === 'object' ? Object.keys(part) : [];
      const choice = choices.next().value as number;
      if (keys.length === 0 || choice % 5 === 0) return junk;
      const key = keys[choice % keys.length] as string;
      const copy = (Array.isArray(part) ? [...part] : { ...(part as object) }) as Record<string, unknown>;
      copy[key] = mutate(copy[key]);
      return copy;
    };
    return mutate(valid);
  });

function expectEnvelope({ status, text, json }: Reply) {
  expect(status, text.slice(0, 300)).toBeLessThan(500);
  if (status === 200) return expect(json.data).toBeDefined();
  const error = { code: expect.any(String), message: expect.any(String) };
  expect(json).toEqual({ error: expect.objectContaining(error) });
  const { details = [] }: { details?: string[] } = json.error;
  expect(details.length).toBeLessThanOrEqual(DETAILS_MAX);
  expect(Math.max(0, ...details.map((detail) => detail.length))).toBeLessThan(1000);
}

test.each(POSTS)('%s answers any JSON with the reply envelope and never fails', async (routeId, path) => {
  const valid = acceptedRequests[routeId]?.body;
  await fc.assert(
    fc.asyncProperty(fc.oneof(strangeJson, arbitraryMutation(valid)), async (body) => {
      expectEnvelope(await call('POST', path, JSON.stringify(body) ?? 'null'));
    }),
  );
});

test.each(POSTS)('%s answers any bytes with the reply envelope and never fails', async (_routeId, path) => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      expectEnvelope(await call('POST', path, bytes, { 'content-type': 'application/json' }));
    }),
  );
});

localTest.each(POSTS)(
  '%s invoked directly gives its reply or a named error for any payload',
  async (routeId) => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(strangeJson, arbitraryMutation(acceptedRequests[routeId]?.body)),
        async (payload) => {
          const { status, json } = await invoke(routeId, JSON.stringify(payload) ?? 'null');
          expect(status).toBe(200);
          if (json.errorType !== undefined) {
            expect(json.errorType).toMatch(/^(InvalidRequest|ProhibitedField|PayloadTooLarge)$/);
            expect(JSON.parse(json.errorMessage)).toMatchObject({
              code: expect.any(String),
              message: expect.any(String),
            });
          } else expect(json.data).toBeDefined();
        },
      ),
    );
  },
);

test('ids such as `constructor` and `__proto__` are ordinary ids', async () => {
  const ids = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
  const [row] = example.downstreamUsage;
  const downstreamUsage = ids.map((id) => ({ ...row, requestId: id, model: id, channelId: id }));
  const reply = await call('POST', '/api/v1/reconcile', { downstreamUsage, upstreamCharges: [] });
  expect(reply.status).toBe(200);
  const models = reply.json.data.byModel.map(({ model }: { model: string }) => model);
  expect(models.sort()).toEqual(ids.sort());
  expect(reply.json.data.byChannel).toHaveLength(ids.length);
  expect(reply.json.data.summary.requests.total).toBe(ids.length);
});

test('the last of duplicate keys counts, as in every JSON parser', async () => {
  const reply = await call('POST', '/api/v1/reconcile', '{"downstreamUsage":{},"downstreamUsage":[]}');
  expect(reply.status).toBe(200);
});

test.each<[what: string, amount: string, gross: string]>([
  ['the noise of 0.1 + 0.2', '0.30000000000000004', '0.30000000000000004'],
  ['minus zero', '-0', '0'],
  ['2^53 + 1 as a string', '"9007199254740993"', '9007199254740993'],
  ['the smallest number', '5e-324', `0.${'0'.repeat(323)}5`],
  ['a large number', '1e308', `1${'0'.repeat(308)}`],
])('%s is counted as it is written', async (_what, amount, gross) => {
  const { chargedAmount: _, ...first } = example.downstreamUsage[0] as DownstreamRecord;
  const row = JSON.stringify(first).replace(/\}$/, `,"chargedAmount":${amount}}`);
  const reply = await call('POST', '/api/v1/reconcile', `{"downstreamUsage":[${row}]}`);
  expect(reply.json.data.summary.revenue.gross).toBe(gross);
});

test('a ledger with the maximum number of records is accepted', async () => {
  const [row] = example.downstreamUsage;
  const downstreamUsage = Array.from({ length: RECORDS_MAX }, (_, i) => ({
    ...row,
    requestId: `r${i}`,
    chargedAmount: '0.000001',
  }));
  const reply = await call('POST', '/api/v1/reconcile', { downstreamUsage });
  expect(reply.json.data.summary.revenue.gross).toBe('0.005');
});

test('a leap second is read as the following second, in every ledger and in the period', async () => {
  const at = (text: string) => ({
    period: { start: '2016-12-31T00:00:00Z', end: text },
    downstreamUsage: [{ ...example.downstreamUsage[0], occurredAt: text }],
    upstreamCharges: [{ ...example.upstreamCharges[0], occurredAt: text }],
    payments: [{ ...example.payments[0], occurredAt: text }],
  });
  const [leap, next] = await Promise.all(
    ['2017-01-01T07:59:60+08:00', '2017-01-01T00:00:00Z'].map(async (text) => {
      const { json } = await call('POST', '/api/v1/reconcile', at(text));
      return { ...json.data, generatedAt: '' };
    }),
  );
  expect(leap).toEqual(next);
  const { upstreamCharges, payments } = at('2016-12-31T23:59:60Z');
  const rows = { connector: 'new-api', logs: [], upstreamCharges, payments };
  expect((await call('POST', '/api/v1/normalize', rows)).status).toBe(200);
});
