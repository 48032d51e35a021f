import { errorCodes } from '../rejections.ts';

/** Log record of one request: names, sizes and counts; never a body, a header or an amount. */
export interface RequestRecord {
  readonly requestId: string;
  readonly route: string;
  readonly invocation: 'http' | 'direct';
  readonly status: number;
  readonly startedAtMs: number;
  /** In a direct invocation a lower bound, to avoid writing the JSON again. */
  readonly bytesIn: number;
  readonly bytesOut: number;
}

type Counts = Readonly<Record<string, number>>;

/** CloudWatch namespace of the metrics in log lines. */
export const METRICS_NAMESPACE = 'ReconciliationService';
/** Dimension of the metrics: the function's name, because stages of one account share the names of routes. */
export const METRICS_DIMENSION = 'functionName';

/** Writes a line to stdout: Lambda would wrap the output of `console`, and reads the level only with a `timestamp`. */
const writeLine = (level: 'INFO' | 'ERROR', line: object) =>
  process.stdout.write(`${JSON.stringify({ level, timestamp: new Date().toISOString(), ...line })}\n`);

/**
 * Builds CloudWatch metrics from counts only: each costs a fee, and Lambda measures durations and statuses for free.
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

/** Writes the log line of a request, ERROR from status 500 on. CloudWatch records `counts` as metrics. */
export function logRequest({ startedAtMs, ...record }: RequestRecord, counts: Counts = {}): void {
  writeLine(record.status >= errorCodes.internal_error.status ? 'ERROR' : 'INFO', {
    ...record,
    durationMs: Date.now() - startedAtMs,
    ...counts,
    ...(Object.keys(counts).length > 0 && embeddedMetrics(counts, startedAtMs)),
  });
}

/** Writes the log line of one run of the ledger workflow, at level INFO if it succeeded, otherwise ERROR. */
export const logRun = (record: {
  readonly requestId: string;
  readonly durationMs: number;
  readonly isDone: boolean;
}): unknown => writeLine(record.isDone ? 'INFO' : 'ERROR', record);

/** Logs the name and the stack frames of a bug, without the message, which may quote the request. */
export function logBug(error: unknown, requestId: string): void {
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
  writeLine('ERROR', {
    requestId,
    bug: error instanceof Error ? error.name : typeof error,
    stack: frames.slice(0, 20).map((frame) => frame.trim()),
  });
}
