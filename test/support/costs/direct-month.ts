import { type Decimal, toDecimal, ZERO } from '#shared/money/money.ts';
import type { RunSettings } from '#shared/pipeline/run-settings.ts';
import type { PriceEntry } from '#shared/prices/price-settings.ts';
import type { TextFile } from '../pipeline/run-in-memory.ts';
import { Random } from '../random.ts';
import {
  billRequest,
  buildHourlyRequests,
  drawRequests,
  OWN_MODEL,
  OWN_TRADE,
  type SoldRequest,
  type Trade,
} from './drawn-requests.ts';
import { type BillLine, DAY_MS, KINDS, type Kind, PROVIDERS } from './providers.ts';
import { buildRequestRows } from './request-rows.ts';

/** Faults of a month: usage outside the log in one bucket, a higher price from noon of a day on, or a higher price of one kind of tokens. */
export type PlantedKind = 'usage' | 'price' | 'tokens';

/** The fault that must be faultyTraffic. */
export interface PlantedError {
  readonly plant: PlantedKind;
  readonly model: string;
  readonly firstBucket: number;
  /** Excess of the bill over the log during the time that both cover, in the currency of the report. */
  readonly amount: Decimal;
  readonly factor?: Decimal | undefined;
  readonly tokens?: string | undefined;
}

/** A month of a gateway that buys from providers directly. */
export interface DirectMonth {
  readonly files: readonly TextFile[];
  readonly settings: Omit<RunSettings, 'rejectedShareMax'>;
  readonly planted?: PlantedError;
}

const OCTOBER = Date.parse('2026-10-01T00:00:00Z');
const CNY_RATE = '0.1389';
const utf8 = new TextEncoder();
const iso = (time: number): string => new Date(time).toISOString();

/** The lines of the bill and the logged requests of one model. */
interface Traffic {
  readonly trade: Trade;
  readonly lines: readonly BillLine[];
  readonly logged: readonly SoldRequest[];
}

const costOf = (lines: readonly BillLine[]): Decimal => lines.reduce((sum, { cost }) => sum.plus(cost), ZERO);

/** Merges the lines with the same bucket, kind and model. */
const mergeLines = (lines: readonly BillLine[]): BillLine[] =>
  [...Map.groupBy(lines, ({ model, kind, start }) => `${start} ${model.billed} ${kind}`).values()]
    .map((own) => ({ ...(own[0] as BillLine), cost: costOf(own) }))
    .sort((a, b) => a.start - b.start);

/** A line with the start of its request. */
type Dated = BillLine & { readonly began: number };

/** Plants a fault in the lines of one model. @returns all lines, and those that prove the fault */
function plantFault(
  random: Random,
  plant: PlantedKind,
  { provider, model }: Trade,
  all: readonly Dated[],
  days: number,
): { lines: readonly BillLine[]; faulty: readonly BillLine[] } & Pick<PlantedError, 'factor' | 'tokens'> {
  if (plant === 'tokens') {
    const ofKind = (kind: Kind) => costOf(all.filter((line) => line.kind === kind));
    const isLarge = (kind: Kind) => ofKind(kind).times(10).gt(costOf(all));
    const tokens = random.one(KINDS.filter(isLarge));
    const isAffected = ({ kind }: BillLine) => kind === tokens;
    const lines = all.map((line) => (isAffected(line) ? { ...line, cost: line.cost.times('1.3') } : line));
    return { lines, tokens, faulty: all.filter(isAffected) };
  }
  // A day that the log covers completely, at the time offset of the bill.
  const from = OCTOBER + provider.offsetMs + 2 * DAY_MS;
  const early = all.filter(({ start }) => start >= from && start < from + (days - 12) * DAY_MS);
  if (plant === 'price') {
    const factor = toDecimal(random.one(['1.2', '1.35', '1.5']));
    const noon = from + (random.whole(0, days - 12) + 0.5) * DAY_MS;
    const isLater = ({ began }: Dated) => began >= noon;
    const lines = all.map((line) => (isLater(line) ? { ...line, cost: line.cost.times(factor) } : line));
    return { lines, factor, faulty: all.filter(isLater) };
  }
  const { start, end } = random.one(early);
  const byKind = [...Map.groupBy(all, ({ kind }) => kind)];
  const leaked = byKind.map(([kind, of]) => ({ model, kind, start, end, cost: costOf(of).div(20).dp(12) }));
  return { lines: [...all, ...leaked], faulty: leaked };
}

function priceEntry(random: Random, { provider, model, channels }: Trade): PriceEntry {
  const { prices } = model;
  // No prefix for gpt-4o: gpt-4o-mini starts with the same text.
  const form = model.sold === 'gpt-4o' ? 3 : random.whole(0, 3);
  const formatPrice = (price: string) => (form === 0 ? toDecimal(price).times(2).toString() : price);
  return {
    model: form === 1 ? `${model.sold.slice(0, -1)}*` : model.sold,
    ...Object.fromEntries(Object.entries(prices).map(([kind, price]) => [kind, formatPrice(price)])),
    ...(form === 0 && { factor: '0.5' }),
    ...(form === 2 && { channel: channels.map(String) }),
    ...(provider.currency === 'CNY' && { currency: 'CNY' }),
  };
}

/** Computes the excess of a bill over the log during the time that both cover, and its first bucket. */
function computeExcess(
  { lines, faulty, logged, trade: { provider } }: Traffic & { readonly faulty: readonly BillLine[] },
  times: readonly number[],
  [from, to]: readonly [number, number],
): Pick<PlantedError, 'amount' | 'firstBucket'> {
  const tolerance = provider.bucketMs / 100;
  const isInside = ({ start, end }: BillLine): boolean =>
    start >= from - tolerance && end <= to + tolerance && times.some((time) => time >= start && time < end);
  const inside = lines.filter(isInside);
  const first = Math.min(...inside.map(({ start }) => start));
  const last = Math.max(...inside.map(({ end }) => end));
  const own = logged.filter(({ ended }) => ended >= first && ended < last);
  const cost = costOf(own.flatMap((sold) => billRequest({ ...sold, unseenOutput: 0 }, provider)));
  const excess = costOf(inside).minus(cost);
  return {
    amount: provider.currency === 'CNY' ? excess.times(CNY_RATE) : excess,
    firstBucket: Math.min(...faulty.filter(isInside).map(({ start }) => start)),
  };
}

function tradesOf(random: Random, plant: PlantedKind | undefined): Trade[] {
  const required = plant === 'tokens' ? [random.one(PROVIDERS.filter(({ namesKinds }) => namesKinds))] : [];
  const providers = new Set([...required, ...random.some(PROVIDERS, random.whole(2, 4))]);
  return [...providers].flatMap((provider, index) =>
    provider.models.map((model): Trade => {
      const channel = 2 * index + 1;
      const hasTwo = random.is(0.3) && provider.id !== 'table';
      return {
        provider,
        model,
        channels: hasTwo ? [channel, channel + 1] : [channel],
        requestsPerDay: random.one([0.4, 3, 5, 8]),
        markup: random.one(['1.3', '1.4', '1.8']),
        freeShare: random.one([0, 0.03, 0.1]),
      };
    }),
  );
}

/** Draws a month from a seed: correct, or with one fault. */
export function drawDirectMonth(seed: number, plant?: PlantedKind): DirectMonth {
  const random = new Random(seed);
  const days = random.whole(22, 31);
  const [start, end] = [OCTOBER, OCTOBER + days * DAY_MS];
  const trades = tradesOf(random, plant);
  const namesKinds = ({ provider, model }: Trade) =>
    provider.namesKinds && model.prices.request === undefined;
  const faultyTrade = plant && random.one(plant === 'tokens' ? trades.filter(namesKinds) : trades);
  const period = random.is(0.5) ? { start: iso(start), end: iso(end) } : undefined;
  const traffic = trades.map((trade) => {
    const all = drawRequests(
      random,
      trade === faultyTrade ? { ...trade, requestsPerDay: 6 } : trade,
      start,
      days,
    );
    const lines = all.flatMap((sold) =>
      billRequest(sold, trade.provider).map((line) => ({ ...line, began: sold.began })),
    );
    const fault = trade === faultyTrade && plant ? plantFault(random, plant, trade, lines, days) : { lines };
    return { trade, logged: all.filter(({ ended }) => ended >= start && ended < end), ...fault };
  });
  const byHours = trades.some(({ provider }) => provider.bucketMs < DAY_MS);
  const requests = [
    ...traffic,
    ...(byHours ? [{ trade: OWN_TRADE, logged: buildHourlyRequests(start, days) }] : []),
  ]
    .flatMap(({ trade, logged }) => logged.map((sold) => ({ sold, trade })))
    .sort((a, b) => a.sold.ended - b.sold.ended);
  const logs = requests.flatMap(({ sold, trade }, id) => buildRequestRows(sold, trade, id + 1));
  const times = requests.map(({ sold }) => sold.ended);
  const span = period ? ([start, end] as const) : ([times[0] ?? start, times.at(-1) ?? end] as const);
  const faultyTraffic = traffic.find(({ trade }) => trade === faultyTrade);
  return {
    files: [
      { field: 'logs', bytes: utf8.encode(logs.map((row) => JSON.stringify(row)).join('\n')) },
      ...[...Map.groupBy(traffic, ({ trade }) => trade.provider)].map(([provider, own]): TextFile => {
        const text = provider.file(
          mergeLines(own.flatMap(({ lines }) => lines)),
          `${own[0]?.trade.channels[0]}`,
        );
        return { field: 'upstreamCharges', bytes: utf8.encode(text) };
      }),
    ],
    settings: {
      connector: 'new-api',
      quotaPerUnit: 500_000,
      currency: 'USD',
      rates: { CNY: CNY_RATE },
      ...(period && { period }),
      supplied: { upstreamCharges: true, payments: false },
      prices: {
        currency: 'USD',
        models: [...trades.map((trade) => priceEntry(random, trade)), { model: OWN_MODEL, request: '0' }],
      },
    },
    ...(plant &&
      faultyTraffic &&
      'faulty' in faultyTraffic && {
        planted: {
          plant,
          model: faultyTraffic.trade.model.sold,
          factor: faultyTraffic.factor,
          tokens: faultyTraffic.tokens,
          ...computeExcess(faultyTraffic, times, span),
        },
      }),
  };
}
