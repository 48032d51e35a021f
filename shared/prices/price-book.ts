import { parseInZone } from '../civil-time.ts';
import { toCurrencyCode } from '../money/currency.ts';
import {
  type EntryPrices,
  type Estimate,
  estimateCost,
  type NoEstimateReason,
  readEntryPrices,
  type SaleToPrice,
} from './estimate-cost.ts';
import { hasPrices, type PriceEntry, type PriceSettings } from './price-settings.ts';
import type { Rates } from './rates.ts';

/**
 * Looks up the published prices of a model; empty if there are none. The first entry that is valid on a day applies on
 * that day. Without a provider, only models that a single provider sells have prices.
 */
export type PublishedPrices = (model: string, provider: string | undefined) => readonly PriceEntry[];

/** Data that a `PriceBook` needs in addition to the operator's price entries. */
export interface PriceContext {
  readonly currency: string;
  readonly rates?: Rates | undefined;
  /** Looks up published list prices; without it, there are none. */
  readonly published?: PublishedPrices | undefined;
  /** Returns the provider that a channel of the gateway buys from. */
  readonly providerOf?: ((channelId: string) => string | undefined) | undefined;
}

/** A price entry that may apply to a request. */
export interface PriceCandidate {
  readonly entry: PriceEntry;
  readonly source: number | 'list';
  readonly terms: EntryPrices;
  /** Factor on all prices, if an operator's entry takes them from the published list. */
  readonly factor?: string | number;
  /** Start of the validity in milliseconds since 1970, inclusive; the end is exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly currency: string;
}

const startOfDay = (day: string | undefined, zone: string, fallback: number): number =>
  day === undefined ? fallback : (parseInZone(day, zone) ?? fallback);

const namesModel = ({ model }: PriceEntry, name: string): boolean =>
  model === name || (model?.endsWith('*') === true && name.startsWith(model.slice(0, -1)));

const namesChannel = ({ channel }: PriceEntry, channelId: string | undefined): boolean =>
  channelId !== undefined && (typeof channel === 'string' ? [channel] : (channel ?? [])).includes(channelId);

/** Ranks an entry for a request: 3 if it names model and channel, 2 channel, 1 model; 0 if it does not match. */
function rankOf(entry: PriceEntry, names: readonly string[], channelId: string | undefined): number {
  const isOfModel = entry.model === undefined ? undefined : names.some((name) => namesModel(entry, name));
  const isOfChannel = entry.channel === undefined ? undefined : namesChannel(entry, channelId);
  if (isOfModel === false || isOfChannel === false) return 0;
  return isOfModel && isOfChannel ? 3 : isOfChannel ? 2 : 1;
}

const NO_VALUE = '\u0000';

/** Finds the price entry that applies to a request and estimates the cost of the request with it. */
export class PriceBook {
  readonly #settings: PriceSettings;
  readonly #context: PriceContext;
  /** Cache of the entries that may apply, by channel, model sold and model bought. */
  readonly #candidates = new Map<string, readonly PriceCandidate[]>();

  constructor(settings: PriceSettings, context: PriceContext) {
    this.#settings = settings;
    this.#context = context;
  }

  #candidate(
    entry: PriceEntry,
    source: PriceCandidate['source'],
    terms = readEntryPrices(entry),
  ): PriceCandidate {
    const zone = entry.timeZone ?? 'UTC';
    const currency = entry.currency ?? (source === 'list' ? 'USD' : this.#settings.currency);
    return {
      entry,
      source,
      terms,
      fromMs: startOfDay(entry.from, zone, Number.NEGATIVE_INFINITY),
      untilMs: startOfDay(entry.until, zone, Number.POSITIVE_INFINITY),
      currency: toCurrencyCode(currency ?? this.#context.currency),
    };
  }

  /** Published prices of the first of some names that has any, multiplied by a factor. */
  #published(names: readonly string[], provider: string | undefined, factor?: string | number) {
    const lists = names.map((name) => this.#context.published?.(name, provider) ?? []);
    const entries = lists.find(({ length }) => length > 0) ?? [];
    return entries.map((entry) => this.#candidate(entry, 'list', readEntryPrices(entry, factor)));
  }

  #candidatesOf(model: string, bought: string | undefined, channelId: string | undefined) {
    const names = bought === undefined ? [model] : [bought, model];
    const provider = channelId === undefined ? undefined : this.#context.providerOf?.(channelId);
    const ranked = (this.#settings.models ?? [])
      .map((entry, index) => ({ entry, index, rank: rankOf(entry, names, channelId) }))
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => b.rank - a.rank || a.index - b.index);
    const candidates = ranked.flatMap(({ entry, index }) => {
      if (hasPrices(entry) || entry.ofSale !== undefined) return [this.#candidate(entry, index)];
      const { fromMs, untilMs } = this.#candidate(entry, index);
      return this.#published(names, entry.provider ?? provider, entry.factor).map((published) => ({
        ...published,
        source: index,
        ...(entry.factor !== undefined && { factor: entry.factor }),
        fromMs: Math.max(fromMs, published.fromMs),
        untilMs: Math.min(untilMs, published.untilMs),
      }));
    });
    return this.#settings.list === undefined
      ? candidates
      : [...candidates, ...this.#published(names, provider)];
  }

  /** Finds the entry that applies to a request at its time, if any: for the model sold, or the model requested. */
  findApplicable(sale: Omit<SaleToPrice, 'tokens' | 'charged'>): PriceCandidate | undefined {
    const { model, channelId, occurredAt, purchase } = sale;
    const key = `${channelId ?? NO_VALUE}\n${model}\n${purchase?.bought ?? NO_VALUE}`;
    let candidates = this.#candidates.get(key);
    if (candidates === undefined) {
      candidates = this.#candidatesOf(model, purchase?.bought, channelId);
      this.#candidates.set(key, candidates);
    }
    return candidates.find(({ fromMs, untilMs }) => fromMs <= occurredAt && occurredAt < untilMs);
  }

  /** Estimates the cost of a delivered request in the report's currency, or returns what is missing for an estimate. */
  estimate(sale: SaleToPrice): Estimate | NoEstimateReason {
    const candidate = this.findApplicable(sale);
    if (candidate === undefined) return 'price';
    const estimate = estimateCost(sale, candidate.terms);
    if (typeof estimate === 'string' || candidate.terms.ofSale !== undefined) return estimate;
    if (candidate.currency === this.#context.currency) return estimate;
    const rate = this.#context.rates?.findRate(candidate.currency, sale.occurredAt)?.rate;
    if (rate === undefined) return 'rate';
    return {
      total: estimate.total.times(rate),
      kinds: estimate.kinds.map(([kind, cost]) => [kind, cost.times(rate)] as const),
    };
  }
}
