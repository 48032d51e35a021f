import { afterEach, expect, test, vi } from 'vitest';
import { example } from '#functions/example/example.ts';
import { handler as normalize } from '#functions/normalize/handler.ts';
import { handler as reconcile } from '#functions/reconcile/handler.ts';
import { callUsd, monthly, worstMonths } from '#tools/cost.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const call = { requestBytes: 1, replyBytes: 1, cpuMs: 100 };

test('a call is billed as AWS publishes it', () => {
  // 100 ms of a whole core are 173 ms at 1024 MB, one GB: 0.173 GB-seconds at $0.0000133334, and a request.
  const lambda = 0.173 * 0.0000133334 + 0.0000002;
  // A log of 1 300 bytes at $0.50 a GB and $0.03 for a month, and a byte at $0.09 a GB.
  const logsAndTransfer = (1300 * 0.53 + 0.09) / 1024 ** 3;
  expect(callUsd(call)).toBeCloseTo(lambda + 0.000001 + logsAndTransfer, 15);
});

test.each([
  [512 * 1024 - 1, 1],
  [512 * 1024, 2],
  [2 * 1024 * 1024, 5],
])('a request of %i bytes is metered %i times by the HTTP API', (requestBytes, times) => {
  expect(callUsd({ ...call, requestBytes }) - callUsd(call)).toBeCloseTo((times - 1) * 1e-6, 12);
});

test('the worst month is the throttle times the largest call, route by route', () => {
  const [ledgers] = worstMonths({ throttleRate: 3, postThrottleRate: 2 });
  // 5 MB out at $0.09 a GB, 14 metered requests for 2 MiB in and 5 MB out, and most of a second of Lambda.
  const calls = 2 * 30 * 86_400;
  expect(ledgers?.name).toBe('POST /api/v1/reconcile');
  expect(ledgers?.usd).toBeGreaterThan(calls * ((5e6 / 1024 ** 3) * 0.09 + 14e-6));
  expect(ledgers?.usd).toBeLessThan(calls * 0.0006);
});

test('the default throttles bound the bill to a few thousand dollars', () => {
  expect(
    worstMonths().reduce((sum, { usd }) => sum + usd, 0),
    'A new route makes the worst bill dearer: read "What it costs" of docs/operate.md, then raise this bound.',
  ).toBeLessThan(4000);
});

test('the custom metrics are those of the log lines', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const context = { awsRequestId: 'id' } as never;
  const row = { request_id: 'r', created_at: 1_786_930_215, type: 2, model_name: 'm', quota: 1 };
  await reconcile(example, context);
  await normalize({ connector: 'new-api', quotaPerUnit: 1, logs: [row] }, context);
  await expect(reconcile({}, context)).rejects.toThrow();
  await expect(normalize({}, context)).rejects.toThrow();
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  const names = lines.flatMap(({ route, _aws }) =>
    _aws.CloudWatchMetrics[0].Metrics.map(({ Name }: { Name: string }) => `${route}.${Name}`),
  );
  expect(new Set(names).size).toBe(monthly.lineMetrics);
});
