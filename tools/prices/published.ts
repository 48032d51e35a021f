import { calcPrice, type ModelPrice } from '@pydantic/genai-prices';
import type { PublishedPrices } from '#shared/prices/price-book.ts';
import type { PricedKind, PriceEntry } from '#shared/prices/price-settings.ts';

/** Ids in `@pydantic/genai-prices` of the providers whose list prices are used. */
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

/** Kinds of tokens by the package's names for prices per million tokens. */
const KINDS: Readonly<Record<string, PricedKind>> = {
  input_mtok: 'input',
  cache_read_mtok: 'cacheRead',
  cache_write_mtok: 'cacheWrite',
  cache_write_1h_mtok: 'cacheWrite1h',
  output_mtok: 'output',
  output_reasoning_mtok: 'reasoning',
};
/** The package's name for a price by number of requests, which cannot be computed from tokens. */
const BY_REQUEST = 'requests_kcount';

type Amounts = Partial<Record<PricedKind, string>>;

/** Converts prices to amounts per million tokens, and to steps (`above`) for longer prompts. */
function convertPrices(prices: ModelPrice): Pick<PriceEntry, PricedKind | 'above'> {
  const base: Amounts = {};
  const above = new Map<number, Amounts>();
  for (const [name, price] of Object.entries(prices)) {
    const kind = KINDS[name];
    if (kind === undefined || price === undefined) continue;
    if (typeof price === 'number') base[kind] = `${price}`;
    else {
      base[kind] = `${price.base}`;
      // Add 1: a tier of the price package starts above `start` tokens, but a step of a price entry at exactly `tokens`.
      for (const { start, price: amount } of price.tiers)
        above.set(start + 1, { ...above.get(start + 1), [kind]: `${amount}` });
    }
  }
  // Copy unchanged amounts from the step before: a step of price entries must contain all of them.
  const steps: ({ tokens: number } & Amounts)[] = [];
  for (const [tokens, amounts] of [...above].sort(([a], [b]) => a - b))
    steps.push(Object.assign({ tokens }, steps.at(-1), amounts, { tokens }));
  return { ...base, ...(steps.length > 0 && { above: steps }) };
}

/** Finds a model in a provider's list. Returns null if the provider does not sell it. */
const findModel = (model: string, providerId: string) => calcPrice({}, model, { providerId });

/** Lists the published prices of a model, the latest first; none if a price depends on more than tokens. */
function listPriceEntries(model: string, provider: string): PriceEntry[] {
  const prices = findModel(model, provider)?.model.prices;
  if (prices === undefined) return [];
  const dated = Array.isArray(prices) ? prices : [{ prices }];
  const isUnsupported = ({ constraint, prices: amounts }: (typeof dated)[number]) =>
    constraint?.type === 'time_of_date' || amounts[BY_REQUEST] !== undefined;
  if (dated.some(isUnsupported)) return [];
  return dated
    .map(({ constraint, prices }): PriceEntry => {
      const from = constraint?.type === 'start_date' && { from: constraint.start_date.slice(0, 10) };
      return { model, provider, ...convertPrices(prices), ...from };
    })
    .sort(({ from: a = '' }, { from: b = '' }) => (a < b ? 1 : -1));
}

/**
 * Finds the list prices of a model, the latest first, in the installed package `@pydantic/genai-prices`. Without
 * `provider`, returns no prices if several providers sell the model.
 */
export const findPublishedPrices: PublishedPrices = (model, provider) => {
  if (provider !== undefined) return listPriceEntries(model, provider);
  const sellers = PROVIDERS.filter((id) => findModel(model, id) !== null);
  return sellers.length === 1 ? listPriceEntries(model, sellers[0] as string) : [];
};
