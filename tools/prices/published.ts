import { calcPrice, type ModelPrice } from '@pydantic/genai-prices';
import type { PublishedPrices } from '#shared/prices/price-book.ts';
import type { PricedKind, PriceEntry } from '#shared/prices/price-settings.ts';

/** Sellers whose lists are published, by the ids of `@pydantic/genai-prices`. */
const PROVIDERS = [
  ...['anthropic', 'avian', 'aws', 'azure', 'cerebras', 'cohere', 'deepseek', 'fireworks', 'google', 'groq'],
  ...[
    'minimax',
    'mistral',
    'moonshotai',
    'novita',
    'openai',
    'openrouter',
    'ovhcloud',
    'perplexity',
    'together',
  ],
  ...['x-ai', 'zai'],
];

/** The package's names of what has a price by the million tokens here. */
const KINDS: Readonly<Record<string, PricedKind>> = {
  input_mtok: 'input',
  cache_read_mtok: 'cacheRead',
  cache_write_mtok: 'cacheWrite',
  cache_write_1h_mtok: 'cacheWrite1h',
  output_mtok: 'output',
  output_reasoning_mtok: 'reasoning',
};
/** A part of each request's price that no count of tokens tells. */
const BY_REQUEST = 'requests_kcount';

type Amounts = Partial<Record<PricedKind, string>>;

/** Prices of one time as amounts, and from which length of the prompt on there are others. */
function convertPrices(prices: ModelPrice): Pick<PriceEntry, PricedKind | 'above'> {
  const base: Amounts = {};
  const above = new Map<number, Amounts>();
  for (const [name, price] of Object.entries(prices)) {
    const kind = KINDS[name];
    if (kind === undefined || price === undefined) continue;
    if (typeof price === 'number') base[kind] = `${price}`;
    else {
      base[kind] = `${price.base}`;
      // A step of the package begins above its length, one of ours at it.
      for (const { start, price: dearer } of price.tiers)
        above.set(start + 1, { ...above.get(start + 1), [kind]: `${dearer}` });
    }
  }
  // What a step does not change is that of the steps before it.
  const steps: ({ tokens: number } & Amounts)[] = [];
  for (const [tokens, amounts] of [...above].sort(([a], [b]) => a - b))
    steps.push(Object.assign({ tokens }, steps.at(-1), amounts, { tokens }));
  return { ...base, ...(steps.length > 0 && { above: steps }) };
}

/** A model of a provider's list as the provider names it; `null` where it has none. */
const findModel = (model: string, providerId: string) => calcPrice({}, model, { providerId });

/**
 * The published prices of a model by date, the latest first; none where a price depends on the time of day or on the
 * number of requests, which tokens do not tell.
 */
function listPriceEntries(model: string, provider: string): PriceEntry[] {
  const prices = findModel(model, provider)?.model.prices;
  if (prices === undefined) return [];
  const dated = Array.isArray(prices) ? prices : [{ prices }];
  if (dated.some((one) => one.constraint?.type === 'time_of_date' || one.prices[BY_REQUEST] !== undefined))
    return [];
  return dated
    .map(({ constraint, prices }): PriceEntry => {
      const from = constraint?.type === 'start_date' && { from: constraint.start_date.slice(0, 10) };
      return { model, provider, ...convertPrices(prices), ...from };
    })
    .sort(({ from: a = '' }, { from: b = '' }) => (a < b ? 1 : -1));
}

/** Published prices by provider and date, out of the kept package; nothing is fetched. */
export const published: PublishedPrices = (model, provider) => {
  if (provider !== undefined) return listPriceEntries(model, provider);
  const sellers = PROVIDERS.filter((id) => findModel(model, id) !== null);
  return sellers.length === 1 ? listPriceEntries(model, sellers[0] as string) : [];
};
