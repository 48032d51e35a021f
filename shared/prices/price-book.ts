import { zonedInstant } from '../files/mapping/zoned-time.ts';
import { currencyCode } from '../money/currency.ts';
import { type Estimate, type PricedSale, priceOf, type Terms, termsOf, type Unpriced } from './price-of.ts';
import { type PriceEntry, type PriceSettings, statesPrices } from './price-settings.ts';
import type { Rates } from './rates.ts';

/**
 * Published prices of a model: entries without names, the first that holds on a day decides. Without a provider, of a
 * model that a single one sells.
 */
export type Published = (model: string, provider: string | undefined) => readonly PriceEntry[];

/** What a book of prices needs to know beside the entries. */
export interface PriceSurroundings {
  /** The report's currency. */
  readonly currency: string;
  /** What other currencies are worth in it. */
  readonly rates?: Rates | undefined;
  readonly published?: Published | undefined;
  /** The provider behind a channel of the gateway. */
  readonly providerOf?: ((channelId: string) => string | undefined) | undefined;
}

/** An entry that may decide, its days as instants. */
export interface Candidate {
  readonly entry: PriceEntry;
  /** Where it comes from: the operator's entry by its place from 0, or the published list. */
  readonly source: number | 'list';
  readonly terms: Terms;
  /** On all amounts of an entry of the published list. */
  readonly factor?: string | number;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly currency: string;
}

const instantOfDay = (day: string | undefined, zone: string, open: number): number =>
  day === undefined ? open : (zonedInstant(day, zone) ?? open);

const namesModel = ({ model }: PriceEntry, name: string): boolean =>
  model === name || (model?.endsWith('*') === true && name.startsWith(model.slice(0, -1)));

const namesChannel = ({ channel }: PriceEntry, channelId: string | undefined): boolean =>
  channelId !== undefined && (typeof channel === 'string' ? [channel] : (channel ?? [])).includes(channelId);

/** How much an entry names of a request: what names more decides first; 0 where it is of another. */
function rankOf(entry: PriceEntry, names: readonly string[], channelId: string | undefined): number {
  const ofModel = entry.model === undefined ? undefined : names.some((name) => namesModel(entry, name));
  const ofChannel = entry.channel === undefined ? undefined : namesChannel(entry, channelId);
  if (ofModel === false || ofChannel === false) return 0;
  return ofModel && ofChannel ? 3 : ofChannel ? 2 : 1;
}

const BLANK = '\u0000';

/** Prices as they apply to requests: which entry decides, and what it comes to. */
export class PriceBook {
  readonly #entries: readonly PriceEntry[];
  readonly #settings: PriceSettings;
  readonly #around: PriceSurroundings;
  /** What may decide, by channel, model sold and model bought. */
  readonly #candidates = new Map<string, readonly Candidate[]>();

  constructor(settings: PriceSettings, around: PriceSurroundings) {
    this.#settings = settings;
    this.#entries = settings.models ?? [];
    this.#around = around;
  }

  #candidate(entry: PriceEntry, source: Candidate['source'], terms = termsOf(entry)): Candidate {
    const zone = entry.timeZone ?? 'UTC';
    const currency = entry.currency ?? (source === 'list' ? 'USD' : this.#settings.currency);
    return {
      entry,
      source,
      terms,
      fromMs: instantOfDay(entry.from, zone, Number.NEGATIVE_INFINITY),
      untilMs: instantOfDay(entry.until, zone, Number.POSITIVE_INFINITY),
      currency: currencyCode(currency ?? this.#around.currency),
    };
  }

  /** The published prices of a model, all of them times a factor. */
  #listed(names: readonly string[], provider: string | undefined, factor?: string | number): Candidate[] {
    for (const name of names) {
      const entries = this.#around.published?.(name, provider) ?? [];
      if (entries.length === 0) continue;
      return entries.map((entry) => this.#candidate(entry, 'list', termsOf(entry, factor)));
    }
    return [];
  }

  #candidatesOf(
    model: string,
    bought: string | undefined,
    channelId: string | undefined,
  ): readonly Candidate[] {
    const names = bought === undefined ? [model] : [bought, model];
    const provider = channelId === undefined ? undefined : this.#around.providerOf?.(channelId);
    const ranked = this.#entries
      .map((entry, place) => ({ entry, place, rank: rankOf(entry, names, channelId) }))
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => b.rank - a.rank || a.place - b.place);
    const stated = ranked.flatMap(({ entry, place }) => {
      if (statesPrices(entry) || entry.ofSale !== undefined) return [this.#candidate(entry, place)];
      const { fromMs, untilMs } = this.#candidate(entry, place);
      return this.#listed(names, entry.provider ?? provider, entry.factor).map((listed) => ({
        ...listed,
        source: place,
        ...(entry.factor !== undefined && { factor: entry.factor }),
        fromMs: Math.max(fromMs, listed.fromMs),
        untilMs: Math.min(untilMs, listed.untilMs),
      }));
    });
    return this.#settings.list === undefined ? stated : [...stated, ...this.#listed(names, provider)];
  }

  /** The entry that decides what a request costs; none where none names it at its time. */
  applying({
    model,
    channelId,
    occurredAt,
    purchase,
  }: Omit<PricedSale, 'tokens' | 'charged'>): Candidate | undefined {
    const key = `${channelId ?? BLANK}\n${model}\n${purchase?.bought ?? BLANK}`;
    let candidates = this.#candidates.get(key);
    if (candidates === undefined) {
      candidates = this.#candidatesOf(model, purchase?.bought, channelId);
      this.#candidates.set(key, candidates);
    }
    return candidates.find(({ fromMs, untilMs }) => fromMs <= occurredAt && occurredAt < untilMs);
  }

  /** What a delivered request is estimated to cost in the report's currency, or why it has no estimate. */
  estimate(sale: PricedSale): Estimate | Unpriced {
    const candidate = this.applying(sale);
    if (candidate === undefined) return 'price';
    const estimate = priceOf(sale, candidate.terms);
    if (typeof estimate === 'string' || candidate.terms.ofSale !== undefined) return estimate;
    if (candidate.currency === this.#around.currency) return estimate;
    const rate = this.#around.rates?.at(candidate.currency, sale.occurredAt)?.rate;
    if (rate === undefined) return 'rate';
    return {
      total: estimate.total.times(rate),
      kinds: estimate.kinds.map(([kind, cost]) => [kind, cost.times(rate)] as const),
    };
  }
}
