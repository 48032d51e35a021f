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

/** Page and engine are documents of their own size; of the others, the description of the API is the largest. */
function documentBytes({ id }: Route): number {
  const { page, engine } = buildPage();
  const own: Readonly<Record<string, string>> = { [consoleRoute.id]: page, [engineRoute.id]: engine };
  const bytes = Buffer.byteLength(own[id] ?? JSON.stringify(document));
  return Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;
}
/** Headers of a reply without a body, or a refusal. */
const SMALL_REPLY_BYTES = 1024;

/** What strangers can make of one route at most: they call as often as the throttle lets, and ask for all it gives. */
function worstCase(route: string, ratePerSecond: number, largest: Measurement) {
  const callUsd = totalOf(costOfCall(largest));
  return { route, ratePerSecond, callUsd, monthUsd: callUsd * ratePerSecond * SECONDS_PER_MONTH };
}

const defaultRates = {
  throttleRate: v.getDefault(settings.throttleRate[0]) as number,
  postThrottleRate: v.getDefault(settings.postThrottleRate[0]) as number,
};

/** The bill that the throttles allow, route by route; every route of the API has a bucket of its own. */
export function worstCases({ throttleRate, postThrottleRate } = defaultRates) {
  const { documentCpuMs } = assumptions;
  const documented = routes.filter(({ path }) => path !== '$default');
  const others = documented.flatMap((route) => methodsOf(route)).filter((name) => /HEAD|OPTIONS/.test(name));
  return [
    ...documented.map((route) =>
      route.method === 'POST'
        ? worstCase(
            `POST ${route.path}`,
            postThrottleRate,
            uncompressed(BODY_BYTES_MAX, REPLY_BYTES_MAX, WORST_CPU_MS),
          )
        : worstCase(`GET ${route.path}`, throttleRate, uncompressed(0, documentBytes(route), documentCpuMs)),
    ),
    worstCase(
      'HEAD, preflights and unknown paths',
      throttleRate * (others.length + 1),
      uncompressed(0, SMALL_REPLY_BYTES, documentCpuMs),
    ),
  ];
}
