import { addExact, type Decimal, toDecimal, ZERO } from '../../money/money.ts';
import type { Snapshot } from '../fields/snapshot.ts';

/** Surcharges of new-api, in exact decimals (`service/text_quota.go`, 2026-08-18). NaN if a ratio is missing. */

const PER_THOUSAND = toDecimal('0.001');
const UNKNOWN = toDecimal(Number.NaN);

/** Multiplies a count of tokens by a ratio of the snapshot. Returns 0 for a count of 0, NaN for a missing ratio. */
export const weigh = (snapshot: Snapshot, count: number, ratio: string): Decimal =>
  count === 0 ? ZERO : toDecimal(count).times(toDecimal(snapshot.ratio(ratio)));

/** Adds the terms of a price exactly; 0 without terms. */
export const sumTerms = (terms: readonly Decimal[]): Decimal => terms.reduce(addExact, ZERO);

/** Keys of tools as older versions log them: a flag, a price, and a count of calls unless there is one call. */
const TOOLS = [
  { flag: 'web_search', price: 'web_search_price', count: 'web_search_call_count' },
  { flag: 'file_search', price: 'file_search_price', count: 'file_search_call_count' },
  { flag: 'image_generation_call', price: 'image_generation_call_price' },
];

/** Returns the USD of a tool; NaN if price or count are present without the flag that the gateway writes with them. */
function toolUsd(snapshot: Snapshot, { flag, price, count }: (typeof TOOLS)[number]): Decimal {
  if (!snapshot.flag(flag)) {
    const hasParts = snapshot.has(price) || (count !== undefined && snapshot.has(count));
    return hasParts && !snapshot.has(flag) ? UNKNOWN : ZERO;
  }
  return count === undefined
    ? toDecimal(snapshot.ratio(price))
    : weigh(snapshot, snapshot.requiredCount(count), price).times(PER_THOUSAND);
}

/**
 * Sums the USD that a price snapshot charges for calls of tools: `tool_surcharges` since v1.0.0-rc.22, separate keys
 * for each tool in earlier versions. Returns 0 without such calls, and NaN if a count or price is missing.
 */
export function sumSurcharges(snapshot: Snapshot): Decimal {
  if (snapshot.has('tool_surcharges')) {
    const tools = snapshot
      .list('tool_surcharges')
      ?.map((tool) => weigh(tool, tool.requiredCount('count'), 'price'));
    return tools === undefined ? UNKNOWN : sumTerms(tools).times(PER_THOUSAND);
  }
  let usd = ZERO;
  for (const tool of TOOLS) usd = addExact(usd, toolUsd(snapshot, tool));
  return usd;
}
