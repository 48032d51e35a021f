import { toDecimal } from '#shared/money/money.ts';
import type { Random } from '../random.ts';
import type { BillLine, Kind, Model, Provider } from './providers.ts';
import { DAY_MS, HOUR_MS, KINDS, PROVIDERS } from './providers.ts';

/** The traffic of one model. */
export interface Trade {
  readonly provider: Provider;
  readonly model: Model;
  readonly channels: readonly number[];
  readonly requestsPerDay: number;
  readonly markup: string;
  /** Share of requests that are free for customers. */
  readonly freeShare: number;
}

/** One request, with all facts that gateway and provider record. */
export interface SoldRequest {
  readonly model: Model;
  readonly channel: number;
  readonly began: number;
  readonly ended: number;
  readonly tokens: Readonly<Record<Kind, number>>;
  readonly images: number;
  readonly group: number;
  readonly user: number;
  readonly outcome: 'whole' | 'cut' | 'failed' | 'retried';
  /** Output tokens that the provider counted after the customer disconnected. */
  readonly unseenOutput: number;
}

/** Outcomes other than success and their shares, tried in this order. */
const OUTCOMES = [
  ['cut', 0.04],
  ['failed', 0.03],
  ['retried', 0.04],
] as const;
const GROUPS = [1, 1, 1, 0.9, 1.13, 1.3] as const;

/** Draws the requests of a model. @param start first time in milliseconds */
export function drawRequests(
  random: Random,
  { provider, model, channels, requestsPerDay, freeShare }: Trade,
  start: number,
  days: number,
): SoldRequest[] {
  const isImage = model.prices.request !== undefined;
  const count = Math.max(3, Math.round(requestsPerDay * days));
  return Array.from({ length: count }, (): SoldRequest => {
    const outcome = OUTCOMES.find(([, share]) => random.is(share))?.[0] ?? 'whole';
    const began = start + random.whole(-600, (days * DAY_MS) / 1000) * 1000;
    const took = random.is(0.1) ? random.whole(60, 840) : random.whole(1, 40);
    const isCached = model.prices.cacheRead !== undefined && random.is(0.3);
    const isFree = random.is(freeShare);
    return {
      model,
      began,
      ended: began + took * 1000,
      outcome,
      channel: random.one(channels),
      tokens: {
        input: isImage ? 1 : random.whole(200, 20_000),
        cacheRead: isCached ? random.whole(1, 90) * 128 : 0,
        cacheWrite: isCached && provider.isClaude ? random.whole(0, 20) * 128 : 0,
        output: isImage ? 0 : random.whole(1, 3000),
      },
      // Free requests have one image: their log rows do not contain the number.
      images: !isImage ? 0 : isFree ? 1 : random.whole(1, 3),
      group: isFree ? 0 : random.one(GROUPS),
      user: random.whole(3, 10),
      unseenOutput: outcome === 'cut' && random.is(0.3) ? random.whole(1, 400) : 0,
    };
  });
}

const bucketOf = ({ bucketMs, offsetMs }: Provider, time: number): number =>
  Math.floor((time - offsetMs) / bucketMs) * bucketMs + offsetMs;

/** Builds the bill lines of a request, dated by its start. */
export function billRequest(
  { model, tokens, images, began, outcome, unseenOutput }: SoldRequest,
  provider: Provider,
): BillLine[] {
  if (outcome === 'failed') return [];
  const start = bucketOf(provider, began);
  const at = { model, start, end: start + provider.bucketMs };
  if (model.prices.request !== undefined)
    return [{ ...at, kind: 'request', cost: toDecimal(model.prices.request).times(images) }];
  return KINDS.filter((kind) => tokens[kind] > 0).map((kind) => ({
    ...at,
    kind,
    cost: toDecimal(model.prices[kind] ?? 0)
      .times(tokens[kind] + (kind === 'output' ? unseenOutput : 0))
      .shiftedBy(-6),
  }));
}

export const OWN_MODEL = 'own-machines';
/** A model on machines of the operator: not billed, and free for customers. */
export const OWN_TRADE: Trade = {
  provider: PROVIDERS[0] as Provider,
  model: { sold: OWN_MODEL, billed: OWN_MODEL, prices: { request: '0' } },
  channels: [99],
  requestsPerDay: 24,
  markup: '1',
  freeShare: 1,
};

/** Builds a request in every hour, so that the log covers every hour of a bill. */
export const buildHourlyRequests = (start: number, days: number): SoldRequest[] =>
  Array.from({ length: 24 * days }, (_, hour) => ({
    model: OWN_TRADE.model,
    channel: 99,
    began: start + (hour + 0.5) * HOUR_MS,
    ended: start + (hour + 0.5) * HOUR_MS + 1000,
    images: 1,
    group: 1,
    user: 3,
    outcome: 'whole',
    unseenOutput: 0,
    tokens: { input: 100, cacheRead: 0, cacheWrite: 0, output: 10 },
  }));
