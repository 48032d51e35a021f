import * as v from 'valibot';
import { route as consoleRoute } from '#functions/console/route.ts';
import { route as engineRoute } from '#functions/engine/route.ts';
import document from '#functions/openapi/openapi.generated.json' with { type: 'json' };
import { routes } from '#functions/routes.ts';
import { buildPage } from '#infra/page.ts';
import { settings } from '#infra/settings.ts';
import { methodsOf, type Route } from '#shared/http/route.ts';
import { BODY_BYTES_MAX, REPLY_BYTES_MAX } from '#shared/limits.ts';
import { costOfCall, totalOf } from './cost.ts';
import { assumptions, type Measurement, WORST_CPU_MS } from './measurements.ts';

/** A month of 30 days. */
const SECONDS_PER_MONTH = 30 * 24 * 3600;

/** What strangers can make of one route at most: they call as often as the throttle lets, and ask for all it gives. */
interface WorstCase {
  readonly route: string;
  readonly ratePerSecond: number;
  readonly callUsd: number;
  readonly monthUsd: number;
}

const uncompressed = (requestBytes: number, replyBytes: number, warmCpuMs: number): Measurement => ({
  requestBytes,
  replyBytes,
  gzipBytes: replyBytes,
  warmCpuMs,
  firstCpuMs: warmCpuMs,
  logBytes: assumptions.smallLogBytes,
});

/** Sizes are rounded up with room to spare, or what a document gains would change the table each time. */
const STEP_BYTES = 100_000;
const roundedUp = (bytes: number): number => Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;

/** Page and engine are documents of their own size; of the others, the description of the API is the largest. */
function documentBytes({ id }: Route): number {
  const { page, engine } = buildPage();
  const own = new Map<string, string>([
    [consoleRoute.id, page],
    [engineRoute.id, engine],
  ]);
  return roundedUp(Buffer.byteLength(own.get(id) ?? JSON.stringify(document)));
}
/** Headers of a reply without a body, or a refusal. */
const SMALL_REPLY_BYTES = 1024;

const LARGEST = {
  ledgers: uncompressed(BODY_BYTES_MAX, REPLY_BYTES_MAX, WORST_CPU_MS),
  document: (route: Route) => uncompressed(0, documentBytes(route), assumptions.documentCpuMs),
  rest: uncompressed(0, SMALL_REPLY_BYTES, assumptions.documentCpuMs),
};

function worstCase(route: string, ratePerSecond: number, largest: Measurement): WorstCase {
  const callUsd = totalOf(costOfCall(largest));
  return { route, ratePerSecond, callUsd, monthUsd: callUsd * ratePerSecond * SECONDS_PER_MONTH };
}

interface Rates {
  readonly throttleRate: number;
  readonly postThrottleRate: number;
}

const defaultRates: Rates = {
  throttleRate: v.getDefault(settings.throttleRate[0]) as number,
  postThrottleRate: v.getDefault(settings.postThrottleRate[0]) as number,
};

/** The bill that the throttles allow, route by route; every route of the API has a bucket of its own. */
export function worstCases({ throttleRate, postThrottleRate }: Rates = defaultRates): WorstCase[] {
  const documented = routes.filter(({ path }) => path !== '$default');
  const others = documented.flatMap((route) => methodsOf(route)).filter((name) => /HEAD|OPTIONS/.test(name));
  return [
    ...documented.map((route) =>
      route.method === 'POST'
        ? worstCase(`POST ${route.path}`, postThrottleRate, LARGEST.ledgers)
        : worstCase(`GET ${route.path}`, throttleRate, LARGEST.document(route)),
    ),
    worstCase('HEAD, preflights and unknown paths', throttleRate * (others.length + 1), LARGEST.rest),
  ];
}
