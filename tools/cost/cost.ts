import { posts } from '#functions/routes.ts';
import { GZIP_BYTES_MIN } from '#shared/limits.ts';
import { assumptions, LOAD_CPU_MS, type Measurement } from './measurements.ts';

/**
 * List prices in US dollars of the region us-east-1, first tier, without the free tier, as published on 2026-11-21 at
 * https://aws.amazon.com/{lambda,api-gateway,cloudwatch,kms}/pricing/ and https://aws.amazon.com/ec2/pricing/on-demand/.
 */
export const prices = {
  date: '2026-11-21',
  region: 'us-east-1',
  lambda: { perRequest: 0.2e-6, perGbSecondArm64: 0.000_013_333_4 },
  /** A request is metered once for each 512 KB that it carries. */
  httpApi: { perRequest: 1e-6, bytesPerRequest: 512 * 1024 },
  logs: { perGbIngested: 0.5, perGbMonthStored: 0.03 },
  cloudWatch: { perMetricMonth: 0.3, perAlarmMetricMonth: 0.1, perDashboardMonth: 3 },
  dataTransfer: { perGbOut: 0.09 },
  kms: { perKeyMonth: 1 },
} as const;

const GB = 1024 ** 3;
/** Memory of the POST functions, and the memory at which Lambda gives one whole core. */
const MEMORY_MB = 1024;
const WHOLE_CORE_MB = 1769;
const RETENTION_MONTHS = 1;

/** What the stack holds that is billed by the month. A test counts these in the template. */
export const standing = {
  /** Three of the API, and four of each function that answers a POST. */
  alarmMetrics: 3 + 4 * posts.length,
  dashboards: 1,
  /** Counts of the log lines of reconcile (7) and normalize (4), and the refusals of both when invoked directly. */
  lineMetrics: 13,
  /** The requests that the throttle turned away, counted from the access log. */
  filterMetrics: 1,
} as const;

/** Milliseconds on the share of a core that the function's memory buys. */
export const durationMs = (cpuMs: number): number => Math.ceil((cpuMs * WHOLE_CORE_MB) / MEMORY_MB);

const computeOf = (ms: number): number =>
  (ms / 1000) * (MEMORY_MB / 1024) * prices.lambda.perGbSecondArm64 + prices.lambda.perRequest;

/** What one warm reconciliation over HTTPS costs, by what is billed. */
export function costOfCall({ requestBytes, replyBytes, gzipBytes, logBytes, warmCpuMs }: Measurement) {
  const { httpApi, logs, dataTransfer } = prices;
  const logGb = (logBytes + assumptions.platformLogBytes) / GB;
  const sentBytes = replyBytes > GZIP_BYTES_MIN ? gzipBytes : replyBytes;
  return {
    lambda: computeOf(durationMs(warmCpuMs)),
    httpApi: Math.ceil((requestBytes + replyBytes) / httpApi.bytesPerRequest) * httpApi.perRequest,
    logs: logGb * (logs.perGbIngested + logs.perGbMonthStored * RETENTION_MONTHS),
    dataTransfer: (sentBytes / GB) * dataTransfer.perGbOut,
  };
}

export const totalOf = (costs: Readonly<Record<string, number>>): number =>
  Object.values(costs).reduce((sum, cost) => sum + cost, 0);

/** What a call costs more for being the first of its instance: starting Node, loading the bundle, a cold compiler. */
export const costOfColdStart = ({ firstCpuMs, warmCpuMs }: Measurement): number =>
  computeOf(assumptions.runtimeStartMs + durationMs(LOAD_CPU_MS + firstCpuMs)) -
  computeOf(durationMs(warmCpuMs));

/** What the stack costs in a month whatever is asked of it. Custom metrics are billed only in hours with calls. */
export const costOfStanding = () => ({
  alarms: standing.alarmMetrics * prices.cloudWatch.perAlarmMetricMonth,
  dashboard: standing.dashboards * prices.cloudWatch.perDashboardMonth,
  metrics: (standing.lineMetrics + standing.filterMetrics) * prices.cloudWatch.perMetricMonth,
});
