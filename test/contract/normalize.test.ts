import fc from 'fast-check';
import { expect, test } from 'vitest';
import { call } from '../support/service/client.ts';
import { operations, replyErrors } from '../support/service/openapi.ts';

const NORMALIZE = '/api/v1/normalize';
const operation = operations.find(({ operationId }) => operationId === 'normalize');
if (!operation) throw new Error('The document has no operation normalize.');

/** Rows as any of the gateways might log them: the fields that all share, and those of one dialect. */
const tokens = fc.nat({ max: 100_000 });
const nativeRow = fc.record(
  {
    id: fc.nat(),
    created_at: fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }),
    type: fc.constantFrom(1, 2, 2, 2, 3, 4),
    model_name: fc.constantFrom('gpt-5-mini', 'claude-sonnet-4-5', '', '__proto__'),
    quota: fc.nat({ max: 10_000_000 }),
    prompt_tokens: tokens,
    completion_tokens: tokens,
    request_id: fc.constantFrom('', 'a', 'b', 'c', 'constructor'),
    upstream_request_id: fc.constantFrom('', 'u', 'v'),
    user_id: fc.nat({ max: 3 }),
    token_name: fc.constantFrom('prod', '模型测试'),
    channel_id: fc.nat({ max: 3 }),
    other: fc.constantFrom(
      '',
      'null',
      '{}',
      '{"model_ratio":1,"group_ratio":1,"completion_ratio":4,"model_price":-1}',
    ),
    elapsed_time: fc.nat({ max: 9 }),
    metadata: fc.constantFrom(null, {
      input_ratio: 1,
      output_ratio: 4,
      group_ratio: 1,
      price_type: 'tokens',
    }),
  },
  {
    requiredKeys: [
      ...(['created_at', 'type', 'model_name', 'quota', 'prompt_tokens', 'completion_tokens'] as const),
      // The marks of every gateway, so that the rows are nobody else's.
      ...(['other', 'metadata', 'elapsed_time'] as const),
    ],
  },
);
const page = (rows: unknown[]) => ({
  success: true,
  message: '',
  data: { page: 1, total: rows.length, items: rows },
});
const logs = fc
  .array(nativeRow, { maxLength: 8 })
  .chain((rows) =>
    fc.constantFrom<unknown>(rows, page(rows), [page(rows), page([])], { success: true, data: rows }),
  );

const payloads = fc.record(
  {
    connector: fc.constantFrom('new-api', 'one-api', 'one-hub', 'voapi'),
    logs,
    quotaPerUnit: fc.oneof(fc.constantFrom(500_000, 3, 0.5), fc.integer({ min: 1, max: 1e9 })),
    currency: fc.constantFrom('USD', 'cny', ''),
    period: fc.constantFrom(
      {},
      { start: '2026-01-01T00:00:00Z' },
      { start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' },
    ),
    upstreamCharges: logs,
    payments: fc.constantFrom([], page([])),
    channels: fc.constantFrom([], page([{ id: 1, name: 'a', key: '' }])),
  },
  { requiredKeys: ['connector', 'logs', 'quotaPerUnit'] },
);

test('every export of the known shape is normalized, accounted for, and accepted by reconcile', async () => {
  await fc.assert(
    fc.asyncProperty(payloads, async (payload) => {
      const reply = await call('POST', NORMALIZE, payload);
      expect(reply.status, reply.text.slice(0, 500)).toBe(200);
      expect(replyErrors(operation, 200, reply.json)).toEqual([]);
      const { received, downstreamUsage, upstreamCharges, payments, skipped } = reply.json.meta.rows;
      const skips = Object.values(skipped as Record<string, number>).reduce((sum, count) => sum + count, 0);
      expect(downstreamUsage + upstreamCharges + payments + skips).toBe(received);
      const report = await call('POST', '/api/v1/reconcile', reply.json.data);
      expect(report.status, report.text.slice(0, 500)).toBe(200);
    }),
    { numRuns: 300 },
  );
});
