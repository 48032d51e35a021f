import { afterEach, expect, test, vi } from 'vitest';
import { example } from '#functions/example/example.ts';
import { handler as normalize } from '#functions/normalize/handler.ts';
import { handler as reconcile } from '#functions/reconcile/handler.ts';
import { costOfCall, standing } from '#tools/cost/cost.ts';
import { measurements } from '#tools/cost/measurements.ts';
import { worstCases } from '#tools/cost/worst-case.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const small = measurements[100];
const measured = { ...small, requestBytes: 1, replyBytes: 1, gzipBytes: 1 };

test('a call is billed as AWS publishes it', () => {
  const { lambda, httpApi, logs, dataTransfer } = costOfCall({ ...measured, warmCpuMs: 100, logBytes: 2573 });
  // 100 ms of a whole core are 173 ms at 1024 MB, one GB: 0.173 GB-seconds at $0.0000133334, and a request.
  expect(lambda).toBeCloseTo(0.173 * 0.0000133334 + 0.0000002, 12);
  expect(httpApi).toBe(0.000001);
  // 3 073 bytes at $0.50 a GB, and $0.03 for a month's keeping.
  expect(logs).toBeCloseTo((3073 / 1024 ** 3) * 0.53, 15);
  expect(dataTransfer).toBeCloseTo(0.09 / 1024 ** 3, 15);
});

test.each([
  [512 * 1024 - 1, 1],
  [512 * 1024, 2],
  [2 * 1024 * 1024, 5],
])('a request of %i bytes is metered %i times by the HTTP API', (requestBytes, times) => {
  expect(costOfCall({ ...measured, requestBytes }).httpApi).toBeCloseTo(times * 1e-6, 12);
});

test('what is compressed is billed as it travels', () => {
  const sent = (replyBytes: number) => costOfCall({ ...measured, replyBytes, gzipBytes: 10 }).dataTransfer;
  expect(sent(40_000)).toBeLessThan(sent(30_000));
});

test('the worst case is the throttle times the largest call, route by route', () => {
  const rates = { throttleRate: 3, postThrottleRate: 2 };
  const cases = worstCases(rates);
  const [ledgers] = cases;
  expect(ledgers).toMatchObject({ route: 'POST /api/v1/reconcile', ratePerSecond: 2 });
  // 5 MB out at $0.09 a GB, 14 metered requests for 2 MiB in and 5 MB out, and most of a second of Lambda.
  expect(ledgers?.callUsd).toBeGreaterThan((5e6 / 1024 ** 3) * 0.09 + 14e-6);
  expect(ledgers?.callUsd).toBeLessThan(0.0006);
  expect(ledgers?.monthUsd).toBeCloseTo((ledgers?.callUsd ?? 0) * 2 * 30 * 86_400, 6);
  const gets = cases.filter(({ route }) => route.startsWith('GET '));
  expect(new Set(gets.map(({ ratePerSecond }) => ratePerSecond))).toEqual(new Set([3]));
  const total = (chosen: typeof rates) => worstCases(chosen).reduce((sum, { monthUsd }) => sum + monthUsd, 0);
  expect(total({ throttleRate: 6, postThrottleRate: 4 })).toBeCloseTo(2 * total(rates), 6);
});

test('the default throttles bound the bill to a few thousand dollars', () => {
  expect(
    worstCases().reduce((sum, { monthUsd }) => sum + monthUsd, 0),
    'A new route makes the worst bill dearer: read "What it costs" of docs/deploy.md, then raise this bound.',
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
  expect(new Set(names).size).toBe(standing.lineMetrics);
});
