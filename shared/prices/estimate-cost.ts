import type { Purchase } from '../log-facts.ts';
import { type Decimal, isPositive, shiftPoint, toDecimal, ZERO } from '../money/money.ts';
import { divideExactly } from '../money/ratio.ts';
import type { Tokens } from '../schemas/reconciliation-input.ts';
import { PRICED_KINDS, type PricedKind, type PriceEntry } from './price-settings.ts';

/** Data of a sale that prices depend on. */
export interface SaleToPrice {
  readonly model: string;
  readonly channelId: string | undefined;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly tokens: Tokens | undefined;
  /** Net charge to the customer, in the report's currency. */
  readonly charged: Decimal;
  readonly purchase: Purchase | undefined;
}

/** Estimated cost of a request, in total and by kind of tokens. Kind `request` is a price for the whole request. */
export interface Estimate {
  readonly total: Decimal;
  readonly kinds: readonly (readonly [kind: PricedKind | 'request', cost: Decimal])[];
}

/** Reason why a request has no estimate: a kind of tokens without a price, no price, no tokens, or no currency rate. */
export type NoEstimateReason = PricedKind | 'price' | 'tokens' | 'rate';

type KindPrices = Partial<Record<PricedKind, Decimal>>;

/** Prices of an entry as decimals per token or per request, in the entry's currency, its factor included. */
export interface EntryPrices {
  readonly kinds: KindPrices;
  /** Prices for prompts of at least this many tokens, the longest first. */
  readonly above: readonly { readonly tokens: number; readonly kinds: KindPrices }[];
  readonly request: Decimal | undefined;
  readonly ofSale: Decimal | undefined;
}

/** Prices are per million tokens; this shift of the decimal point makes them prices per token. */
const MILLION_PLACES = -6;

function kindPrices(
  amounts: { readonly [kind in PricedKind]?: string | number | undefined },
  factor: Decimal,
): KindPrices {
  const prices: KindPrices = {};
  for (const kind of PRICED_KINDS) {
    const amount = amounts[kind];
    if (amount !== undefined) prices[kind] = shiftPoint(toDecimal(amount).times(factor), MILLION_PLACES);
  }
  return prices;
}

/** Converts the prices of an entry, multiplied by `factor` and its own factor, to decimals per token. */
export function readEntryPrices(entry: PriceEntry, factor: string | number = 1): EntryPrices {
  const totalFactor = toDecimal(factor).times(toDecimal(entry.factor ?? 1));
  const multiply = (amount: string | number | undefined) =>
    amount === undefined ? undefined : toDecimal(amount).times(totalFactor);
  const kinds = kindPrices(entry, totalFactor);
  return {
    kinds,
    above: (entry.above ?? [])
      .map(({ tokens, ...amounts }) => ({ tokens, kinds: { ...kinds, ...kindPrices(amounts, totalFactor) } }))
      .sort((a, b) => b.tokens - a.tokens),
    request: multiply(entry.request),
    ofSale: multiply(entry.ofSale),
  };
}

/** Counts tokens by priced kind. Reasoning and media tokens are subtracted from output and input if they have a price. */
function countTokens(tokens: Tokens, cacheWrite1h: number, prices: KindPrices): [PricedKind, number][] {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0, reasoning = 0, media = 0 } = tokens;
  const write1h = Math.min(cacheWrite1h, cacheWrite);
  const pricedReasoning = prices.reasoning === undefined ? 0 : Math.min(reasoning, output);
  const pricedMedia = prices.media === undefined ? 0 : Math.min(media, input);
  return [
    ['input', input - pricedMedia],
    ['cacheRead', cacheRead],
    ['cacheWrite', cacheWrite - write1h],
    ['cacheWrite1h', write1h],
    ['output', output - pricedReasoning],
    ['reasoning', pricedReasoning],
    ['media', pricedMedia],
  ];
}

function estimateByTokens({ tokens, purchase }: SaleToPrice, terms: EntryPrices) {
  if (tokens === undefined) return 'tokens';
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = tokens;
  const prompt = input + cacheRead + cacheWrite;
  const prices = terms.above.find((step) => step.tokens <= prompt)?.kinds ?? terms.kinds;
  const kinds: [PricedKind, Decimal][] = [];
  let total = ZERO;
  for (const [kind, count] of countTokens(tokens, purchase?.cacheWrite1h ?? 0, prices)) {
    if (count === 0) continue;
    const price = prices[kind];
    if (price === undefined) return kind;
    const cost = price.times(count);
    kinds.push([kind, cost]);
    total = total.plus(cost);
  }
  return { total, kinds };
}

const toEstimate = (cost: Decimal): Estimate => ({ total: cost, kinds: [['request', cost]] });

/** Estimates the cost as a share of the charge before the group's ratio. A group with ratio 0 has no estimate. */
function estimateByCharge({ charged, purchase }: SaleToPrice, share: Decimal): Estimate | NoEstimateReason {
  const ratio = toDecimal(purchase?.groupRatio ?? 1);
  if (!isPositive(ratio)) return 'price';
  return toEstimate(isPositive(charged) ? divideExactly(charged.times(share), ratio) : ZERO);
}

/** Estimates the cost of a delivered request, exact, in the currency of the prices, or returns what is missing. */
export function estimateCost(sale: SaleToPrice, terms: EntryPrices): Estimate | NoEstimateReason {
  if (terms.ofSale !== undefined) return estimateByCharge(sale, terms.ofSale);
  if (terms.request !== undefined) return toEstimate(terms.request.times(sale.purchase?.calls ?? 1));
  return estimateByTokens(sale, terms);
}
