import * as v from 'valibot';
import { route as consoleRoute } from '#functions/console/route.ts';
import { route as engineRoute } from '#functions/engine/route.ts';
import document from '#functions/openapi/openapi.generated.json' with { type: 'json' };
import { postRoutes, routes } from '#functions/routes.ts';
import { buildPage } from '#infra/build-page.ts';
import { settings } from '#infra/settings.ts';
import { methodsOf, type Route } from '#shared/http/route.ts';
import { BODY_BYTES_MAX, REPLY_BYTES_MAX } from '#shared/limits.ts';

const GB = 1024 ** 3;
const SECONDS_PER_MONTH = 30 * 24 * 3600;
/** Memory at which Lambda gives one whole core. */
const CORE_MB = 1769;
const POST_MB = 1024;

/** Everything in the stack that is billed by the month. Tests count it in the template and in log lines. */
export const monthly = {
  /** Three of the API, and four of each function that answers a POST. */
  alarmMetrics: 3 + 4 * postRoutes.length,
  dashboards: 1,
  /** Counts of the log lines of reconcile (7) and normalize (4), and the refusals of both when invoked directly. */
  lineMetrics: 13,
  /** Requests that the throttle refused, counted from the access log. */
  filterMetrics: 1,
};

interface Call {
  readonly requestBytes: number;
  readonly replyBytes: number;
  /** The reply as it travels, compressed if the caller accepts that. */
  readonly sentBytes?: number;
  readonly cpuMs: number;
}

/** Reconciliations by their records: medians of five processes on 2026-11-27, Node 24.21.0, one x86-64 core. */
const MEASURED = {
  '1 000': { requestBytes: 125_649, replyBytes: 10_062, cpuMs: 11.4, coldCpuMs: 97 },
  '15 000': { requestBytes: 1_896_824, replyBytes: 65_713, sentBytes: 8784, cpuMs: 66, coldCpuMs: 307 },
};
/** Start of Node before a first call: assumed. */
const NODE_START_MS = 150;
/** Twice the CPU time of the slowest full body ever found, by hand or by half an hour of `npm run fuzz -- --bounds`. */
const WORST_POST = { requestBytes: BODY_BYTES_MAX, replyBytes: REPLY_BYTES_MAX, cpuMs: 450 };
const emptyCall = (replyBytes: number) => ({ requestBytes: 0, replyBytes, cpuMs: 3 });
/** A run of the ledger workflow by million rows: seconds of CPU in clean books, and with an error in every third row. */
const RUN = { memoryMb: v.getDefault(settings.ledgerMemoryMb[0]) as number, cleanS: 20, leakyS: 66 };

/** List prices in US dollars of us-east-1, first tier, without the free tier, as AWS published them on 2026-11-21. */
const computeUsd = (ms: number, memoryMb: number): number =>
  (ms / 1000) * (memoryMb / 1024) * 0.000_013_333_4;
const postMs = (cpuMs: number): number => Math.ceil((cpuMs * CORE_MB) / POST_MB);

/** Price of one call over HTTPS. The HTTP API meters each 512 KB; 1 300 bytes of log are kept for a month. */
export const callUsd = ({ requestBytes, replyBytes, sentBytes = replyBytes, cpuMs }: Call): number =>
  0.2e-6 +
  computeUsd(postMs(cpuMs), POST_MB) +
  1e-6 * Math.ceil((requestBytes + replyBytes) / (512 * 1024)) +
  (1300 * 0.53 + sentBytes * 0.09) / GB;

/** Size of a document, rounded up, so that the table does not change with each of them. */
function documentBytes({ id }: Route): number {
  const { page, engine } = buildPage();
  const text = { [consoleRoute.id]: page, [engineRoute.id]: engine }[id] ?? JSON.stringify(document);
  return Math.ceil(Buffer.byteLength(text) / 100_000) * 100_000;
}

const THROTTLES = {
  throttleRate: v.getDefault(settings.throttleRate[0]) as number,
  postThrottleRate: v.getDefault(settings.postThrottleRate[0]) as number,
};

/** The most that a month of strangers can cost, by route: the largest calls, as often as the throttle allows. */
export function worstMonths({ throttleRate, postThrottleRate } = THROTTLES) {
  const documented = routes.filter(({ path }) => path !== '$default');
  const bodiless = documented.flatMap(methodsOf).filter((method) => /HEAD|OPTIONS/.test(method));
  const month = (name: string, rate: number, call: Call) => ({
    name,
    usd: callUsd(call) * rate * SECONDS_PER_MONTH,
  });
  return [
    ...documented.map((route) =>
      route.method === 'POST'
        ? month(`POST ${route.path}`, postThrottleRate, WORST_POST)
        : month(`GET ${route.path}`, throttleRate, emptyCall(documentBytes(route))),
    ),
    month('HEAD, OPTIONS and unknown paths', throttleRate * (bodiless.length + 1), emptyCall(1024)),
  ];
}

const dollars = (usd: number, digits = 4): string => `$${usd.toFixed(digits)}`;
const wholeDollars = (usd: number): string => `$${Math.ceil(usd).toLocaleString('en').replaceAll(',', ' ')}`;

/** The table of costs in the deploy guide, in Markdown. */
export function costTable(): string[] {
  const { alarmMetrics, lineMetrics, filterMetrics } = monthly;
  const customMetrics = lineMetrics + filterMetrics;
  const { memoryMb, cleanS, leakyS } = RUN;
  const runUsd = (seconds: number) => dollars(computeUsd(seconds * 1000, memoryMb));
  const coldUsd = (cpuMs: number, coldCpuMs: number) =>
    computeUsd(NODE_START_MS + postMs(coldCpuMs) - postMs(cpuMs), POST_MB);
  const worst = worstMonths();
  const rows = [
    ['List prices of us-east-1, 2026-11-21, without the free tier', 'US dollars'],
    ['---', '---:'],
    [
      `a month without calls: ${alarmMetrics} alarm metrics, the dashboard`,
      dollars(alarmMetrics * 0.1 + 3, 2),
    ],
    [
      `a month with calls in every hour, more: ${customMetrics} custom metrics`,
      dollars(customMetrics * 0.3, 2),
    ],
    ...Object.entries(MEASURED).map(([records, { coldCpuMs, ...call }]) => [
      `1 000 reconciliations of ${records} records (each a cold start)`,
      `${dollars(callUsd(call) * 1000)} (${dollars((callUsd(call) + coldUsd(call.cpuMs, coldCpuMs)) * 1000)})`,
    ]),
    [
      `a million rows in a run of the ledger workflow with ${memoryMb} MB (an error in every third)`,
      `${runUsd(cleanS)} (${runUsd(leakyS)})`,
    ],
    ...[...Map.groupBy(worst, ({ usd }) => wholeDollars(usd))].map(([usd, months]) => [
      `a month of strangers: ${months.map(({ name }) => name).join(', ')}`,
      months.length > 1 ? `${usd} each` : usd,
    ]),
    [
      '**a month of strangers on all routes**',
      `**${wholeDollars(worst.reduce((sum, { usd }) => sum + usd, 0))}**`,
    ],
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |`);
}
