import { errorCodes } from '../rejections.ts';

/** What one request leaves in the log: names, sizes and counts; never a body, a header or an amount. */
export interface RequestRecord {
  readonly requestId: string;
  readonly route: string;
  readonly invocation: 'http' | 'direct';
  readonly status: number;
  readonly startedAtMs: number;
  /** Of a direct invocation, what is known without writing its JSON once more: never more than the bytes. */
  readonly bytesIn: number;
  readonly bytesOut: number;
}

type Counts = Readonly<Record<string, number>>;

/** Where the counts of the log lines become metrics, by function: a route's name would mix the stages of an account. */
export const METRICS_NAMESPACE = 'ReconciliationService';
export const METRICS_DIMENSION = 'functionName';

/**
 * Writes JSON past `console`, which Lambda's JSON log format would wrap. Lambda keeps the level of such a line only
 * if it also has a valid `timestamp`; without one, every error would be filed as INFO.
 */
const writeLine = (level: 'INFO' | 'ERROR', line: object) =>
  process.stdout.write(`${JSON.stringify({ level, timestamp: new Date().toISOString(), ...line })}\n`);

/**
 * Only counts become metrics (embedded metric format): each metric of each function is billed by the month, and
 * durations, bytes and statuses are measured by Lambda and API Gateway for free.
 */
const embeddedMetrics = (counts: Counts, startedAtMs: number) => ({
  [METRICS_DIMENSION]: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'local',
  _aws: {
    Timestamp: startedAtMs,
    CloudWatchMetrics: [
      {
        Namespace: METRICS_NAMESPACE,
        Dimensions: [[METRICS_DIMENSION]],
        Metrics: Object.keys(counts).map((Name) => ({ Name, Unit: 'Count' })),
      },
    ],
  },
});

/** One line for people and for CloudWatch. */
export function logRequest({ startedAtMs, ...record }: RequestRecord, counts: Counts = {}): void {
  writeLine(record.status >= errorCodes.internal_error.status ? 'ERROR' : 'INFO', {
    ...record,
    durationMs: Date.now() - startedAtMs,
    ...counts,
    ...(Object.keys(counts).length > 0 && embeddedMetrics(counts, startedAtMs)),
  });
}

/** Writes the log line of one run of the ledger workflow. */
export const logRun = (record: {
  readonly requestId: string;
  readonly durationMs: number;
  readonly isDone: boolean;
}): unknown => writeLine(record.isDone ? 'INFO' : 'ERROR', record);

/** Names the place of a bug. The error's message may quote the request, so only its kind and its frames are kept. */
export function logBug(error: unknown, requestId: string): void {
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
  writeLine('ERROR', {
    requestId,
    bug: error instanceof Error ? error.name : typeof error,
    stack: frames.slice(0, 20).map((frame) => frame.trim()),
  });
}
