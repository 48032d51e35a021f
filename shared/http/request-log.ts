import { errorCodes } from '../rejections.ts';

/** What one request leaves in the log: names, sizes and counts; never a body, a header or an amount. */
export interface RequestRecord {
  readonly requestId: string;
  readonly route: string;
  readonly invocation: 'http' | 'direct';
  readonly status: number;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly counts: Readonly<Record<string, number>>;
}

const METRICS = [
  { Name: 'durationMs', Unit: 'Milliseconds' },
  { Name: 'bytesIn', Unit: 'Bytes' },
  { Name: 'bytesOut', Unit: 'Bytes' },
];

const writeLine = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** One line for people and for CloudWatch: the embedded metric format turns it into metrics by route. */
export function logRequest({ startedAtMs, counts, ...record }: RequestRecord): void {
  const countMetrics = Object.keys(counts).map((Name) => ({ Name, Unit: 'Count' }));
  const metrics = {
    Namespace: 'ReconciliationService',
    Dimensions: [['route']],
    Metrics: [...METRICS, ...countMetrics],
  };
  writeLine({
    level: record.status >= errorCodes.internal_error.status ? 'ERROR' : 'INFO',
    ...record,
    ...counts,
    _aws: { Timestamp: startedAtMs, CloudWatchMetrics: [metrics] },
  });
}

/** Names the place of a bug. The error's message may quote the request, so only its kind and its frames are kept. */
export function logBug(error: unknown, requestId: string): void {
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
  writeLine({
    level: 'ERROR',
    requestId,
    bug: error instanceof Error ? error.name : typeof error,
    stack: frames.slice(0, 20).map((frame) => frame.trim()),
  });
}
