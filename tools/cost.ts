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
/** Memory with which a Lambda function has one full core. */
const CORE_MB = 1769;
const POST_MB = 1024;

/** Number of resources that AWS bills by month. Tests compare it with the template and the log lines. */
export const monthly = {
  /** Metrics of alarms: three of the API, four of each function of a POST route. */
  alarmMetrics: 3 + 4 * postRoutes.length,
  dashboards: 1,
  /** Metrics in log lines: reconcile (7), normalize (4), and the refused direct invocations of both. */
  lineMetrics: 13,
  /** Metrics counted from the access log: throttled requests. */
  filterMetrics: 1,
};

interface Call {
  readonly requestBytes: number;
  readonly replyBytes: number;
  /** Size of the reply on the network if it is compressed. The default is `replyBytes`. */
  readonly sentBytes?: number;
  readonly cpuMs: number;
}

/** Reconciliations by number of records: medians of five processes, 2026-11-27, Node 24.21.0, one x86-64 core. */
const MEASURED = {
  '1 000': { requestBytes: 125_649, replyBytes: 10_062, cpuMs: 11.4, coldCpuMs: 97 },
  '15 000': { requestBytes: 1_896_824, replyBytes: 65_713, sentBytes: 8784, cpuMs: 66, coldCpuMs: 307 },
};
/** Assumed time for Node to start before a first call. */
const NODE_START_MS = 150;
/** Largest call. Its CPU time is twice that of the slowest body found by hand or by `npm run fuzz -- --bounds`. */
const WORST_POST = { requestBytes: BODY_BYTES_MAX, replyBytes: REPLY_BYTES_MAX, cpuMs: 450 };
const emptyCall = (replyBytes: number) => ({ requestBytes: 0, replyBytes, cpuMs: 3 });
/** CPU seconds of the ledger workflow per million rows: without errors, and with an error in each third row. */
const RUN = { memoryMb: v.getDefault(settings.ledgerMemoryMb[0]) as number, cleanS: 20, leakyS: 66 };

/** Price of Lambda in US dollars: list price of us-east-1 on 2026-11-21, first tier, without the free tier. */
const computeUsd = (ms: number, memoryMb: number): number =>
  (ms / 1000) * (memoryMb / 1024) * 0.000_013_333_4;
const postMs = (cpuMs: number): number => Math.ceil((cpuMs * CORE_MB) / POST_MB);

/** Price of one call over HTTPS in US dollars. The HTTP API bills by 512 KB; each call logs 1,300 bytes. */
export const callUsd = ({ requestBytes, replyBytes, sentBytes = replyBytes, cpuMs }: Call): number =>
  0.2e-6 +
  computeUsd(postMs(cpuMs), POST_MB) +
  1e-6 * Math.ceil((requestBytes + replyBytes) / (512 * 1024)) +
  (1300 * 0.53 + sentBytes * 0.09) / GB;

/** Size of a document, rounded up to 100 kB, so that the table does not change with every edit. */
function documentBytes({ id }: Route): number {
  const { page, engine } = buildPage();
  const text = { [consoleRoute.id]: page, [engineRoute.id]: engine }[id] ?? JSON.stringify(document);
  return Math.ceil(Buffer.byteLength(text) / 100_000) * 100_000;
}

const THROTTLES = {
  throttleRate: v.getDefault(settings.throttleRate[0]) as number,
  postThrottleRate: v.getDefault(settings.postThrottleRate[0]) as number,
};

/** Highest cost of a month by route, in US dollars: the largest calls, as often as the throttle allows. */
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

/** Costs of a month in US dollars, as the documents print them: without calls, and if strangers call without pause. */
export const monthUsd = {
  idle: () => dollars(monthly.alarmMetrics * 0.1 + 3, 2),
  strangers: () => wholeDollars(worstMonths().reduce((sum, { usd }) => sum + usd, 0)),
};

/** Builds the Markdown table of costs in docs/operate.md. */
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
    [`a month without calls: ${alarmMetrics} alarm metrics and the dashboard`, monthUsd.idle()],
    [
      `extra for a month with calls in every hour: ${customMetrics} custom metrics`,
      dollars(customMetrics * 0.3, 2),
    ],
    ...Object.entries(MEASURED).map(([records, { coldCpuMs, ...call }]) => [
      `1 000 reconciliations of ${records} records, each with a cold start`,
      `${dollars(callUsd(call) * 1000)} (${dollars((callUsd(call) + coldUsd(call.cpuMs, coldCpuMs)) * 1000)})`,
    ]),
    [
      `a ledger workflow run of a million rows with ${memoryMb} MB, with an error in every third row`,
      `${runUsd(cleanS)} (${runUsd(leakyS)})`,
    ],
    ...[...Map.groupBy(worst, ({ usd }) => wholeDollars(usd))].map(([usd, months]) => [
      `a month of unknown callers: ${months.map(({ name }) => name).join(', ')}`,
      months.length > 1 ? `${usd} each` : usd,
    ]),
    ['**a month of unknown callers on all routes**', `**${monthUsd.strangers()}**`],
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |`);
}
