import { afterEach, expect, test, vi } from 'vitest';
import { logBug, logRequest, type RequestRecord } from '#shared/http/request-log.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** The one line that `act` writes. */
function lineOf(act: () => void) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  act();
  const written = write.mock.calls.map(([chunk]) => String(chunk));
  write.mockRestore();
  expect(written).toHaveLength(1);
  const [text] = written;
  expect(text?.indexOf('\n')).toBe((text?.length ?? 0) - 1);
  return JSON.parse(text ?? '');
}

const record: RequestRecord = {
  requestId: 'id-1',
  route: 'reconcile',
  invocation: 'http',
  status: 200,
  startedAtMs: 1_770_000_000_000,
  bytesIn: 100,
  bytesOut: 200,
};

test.each([
  [200, 'INFO'],
  [400, 'INFO'],
  [500, 'ERROR'],
])(
  'a reply of status %i is logged with level %s: Lambda reads the level only beside a timestamp',
  (status, level) => {
    const line = lineOf(() => logRequest({ ...record, status }));
    expect(line.level).toBe(level);
    expect(line.timestamp).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  },
);

test('only counts become metrics of the function', () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'prod-reconcile');
  const line = lineOf(() => logRequest(record, { findings: 3, criticalFindings: 1 }));
  expect(line).toMatchObject({ findings: 3, criticalFindings: 1, functionName: 'prod-reconcile' });
  expect(line._aws).toEqual({
    Timestamp: record.startedAtMs,
    CloudWatchMetrics: [
      {
        Namespace: 'ReconciliationService',
        Dimensions: [['functionName']],
        Metrics: [
          { Name: 'findings', Unit: 'Count' },
          { Name: 'criticalFindings', Unit: 'Count' },
        ],
      },
    ],
  });
  expect(lineOf(() => logRequest(record))).not.toHaveProperty('_aws');
});

test('a bug is logged with its type and place, without its message', () => {
  const line = lineOf(() => logBug(new TypeError('customer-7 paid 12.50'), 'id-1'));
  expect(line).toMatchObject({ level: 'ERROR', requestId: 'id-1', bug: 'TypeError' });
  expect(line.stack[0]).toMatch(/^at .*request-log\.test\.ts/);
  expect(JSON.stringify(line)).not.toMatch(/customer-7|12\.50/);
  expect(lineOf(() => logBug('thrown text', 'id-1'))).toMatchObject({ bug: 'string', stack: [] });
});
