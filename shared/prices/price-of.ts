import type { Purchase } from '../facts.ts';
import { type Decimal, decimal, exactQuotient, isPositive, shifted, ZERO } from '../money.ts';
import type { Tokens } from '../schemas/reconciliation-input.ts';
import { PRICED_KINDS, type PricedKind, type PriceEntry } from './price-settings.ts';

/** A sale, as prices look at it. */
export interface PricedSale {
  readonly model: string;
  readonly channelId: string | undefined;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly tokens: Tokens | undefined;
  readonly charged: Decimal;
  readonly purchase: Purchase | undefined;
}

/** What a request is estimated to cost, by kind of tokens; `request` is a price of the whole. */
export interface Estimate {
  readonly total: Decimal;
  readonly kinds: readonly (readonly [kind: PricedKind | 'request', cost: Decimal])[];
}

/** Why a request has no estimate: a kind of tokens without a price, or no price at all. */
export type Unpriced = PricedKind | 'price' | 'tokens' | 'rate';

type KindPrices = Partial<Record<PricedKind, Decimal>>;

/** An entry, its amounts read once and worth what they are in the report's currency before any rate. */
export interface Terms {
  readonly kinds: KindPrices;
  /** Prices from a length of the prompt on, the longest first. */
  readonly above: readonly { readonly tokens: number; readonly kinds: KindPrices }[];
  readonly request: Decimal | undefined;
  readonly ofSale: Decimal | undefined;
}

/** Prices are those of a million tokens. */
const MILLION_PLACES = -6;

function kindPrices(
  amounts: { readonly [kind in PricedKind]?: string | number | undefined },
  factor: Decimal,
): KindPrices {
  const prices: KindPrices = {};
  for (const kind of PRICED_KINDS) {
    const amount = amounts[kind];
    if (amount !== undefined) prices[kind] = shifted(decimal(amount).times(factor), MILLION_PLACES);
  }
  return prices;
}

/** @param factor on all amounts, beside that of the entry */
export function termsOf(entry: PriceEntry, factor: string | number = 1): Terms {
  const all = decimal(factor).times(decimal(entry.factor ?? 1));
  const times = (amount: string | number | undefined) =>
    amount === undefined ? undefined : decimal(amount).times(all);
  const kinds = kindPrices(entry, all);
  return {
    kinds,
    above: (entry.above ?? [])
      .map(({ tokens, ...amounts }) => ({ tokens, kinds: { ...kinds, ...kindPrices(amounts, all) } }))
      .sort((a, b) => b.tokens - a.tokens),
    request: times(entry.request),
    ofSale: times(entry.ofSale),
  };
}

/** Tokens by the kinds that prices tell apart: what has a price of its own is taken out of what holds it. */
function countsOf(tokens: Tokens, cacheWrite1h: number, prices: KindPrices): [PricedKind, number][] {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0, reasoning = 0, media = 0 } = tokens;
  const longer = Math.min(cacheWrite1h, cacheWrite);
  const apart = {
    reasoning: prices.reasoning === undefined ? 0 : Math.min(reasoning, output),
    media: prices.media === undefined ? 0 : Math.min(media, input),
  };
  return [
    ['input', input - apart.media],
    ['cacheRead', cacheRead],
    ['cacheWrite', cacheWrite - longer],
    ['cacheWrite1h', longer],
    ['output', output - apart.reasoning],
    ['reasoning', apart.reasoning],
    ['media', apart.media],
  ];
}

function byTokens({ tokens, purchase }: PricedSale, terms: Terms): Estimate | Unpriced {
  if (tokens === undefined) return 'tokens';
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = tokens;
  const prompt = input + cacheRead + cacheWrite;
  const prices = terms.above.find((step) => step.tokens <= prompt)?.kinds ?? terms.kinds;
  const kinds: [PricedKind, Decimal][] = [];
  let total = ZERO;
  for (const [kind, count] of countsOf(tokens, purchase?.cacheWrite1h ?? 0, prices)) {
    if (count === 0) continue;
    const price = prices[kind];
    if (price === undefined) return kind;
    const cost = price.times(count);
    kinds.push([kind, cost]);
    total = total.plus(cost);
  }
  return { total, kinds };
}

const whole = (cost: Decimal): Estimate => ({ total: cost, kinds: [['request', cost]] });

/** A share of the charge before the group's ratio; what a group gets for nothing says nothing of its cost. */
function ofSale({ charged, purchase }: PricedSale, share: Decimal): Estimate | Unpriced {
  const ratio = decimal(purchase?.groupRatio ?? 1);
  if (!isPositive(charged)) return isPositive(ratio) ? whole(ZERO) : 'price';
  return isPositive(ratio) ? whole(exactQuotient(charged.times(share), ratio)) : 'price';
}

/**
 * What a delivered request costs by some terms: counts times prices, exact, in the currency of the terms.
 * @returns the kind of tokens that has a count and no price, where there is one
 */
export function priceOf(sale: PricedSale, terms: Terms): Estimate | Unpriced {
  const { request } = terms;
  if (terms.ofSale !== undefined) return ofSale(sale, terms.ofSale);
  if (request !== undefined) return whole(request.times(sale.purchase?.calls ?? 1));
  return byTokens(sale, terms);
}
