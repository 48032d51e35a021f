import { addExact, type Decimal, toDecimal, ZERO } from '../../money/money.ts';
import type { Snapshot } from '../fields/snapshot.ts';

/**
 * Surcharges of new-api, in exact decimals (`service/text_quota.go`, state of 2026-08-18). A missing ratio is NaN,
 * and so is everything computed from it.
 */

const PER_THOUSAND = toDecimal('0.001');
const UNKNOWN = toDecimal(Number.NaN);

/**
 * Multiplies a count by a ratio of the snapshot; 0 for a count of 0, even if the ratio is missing.
 * @param ratio key of the ratio
 */
export const weigh = (snapshot: Snapshot, count: number, ratio: string): Decimal =>
  count === 0 ? ZERO : toDecimal(count).times(toDecimal(snapshot.ratio(ratio)));

/** Adds amounts exactly; skips zeros, because most rows have no images, audio or tools. */
export const sumTerms = (terms: readonly Decimal[]): Decimal => terms.reduce(addExact, ZERO);

/** Returns NaN if parts of a surcharge are present without the flag that the gateway writes with them, otherwise 0. */
const straySurcharge = (snapshot: Snapshot, flag: string, parts: readonly string[]): Decimal =>
  !snapshot.has(flag) && parts.some((part) => snapshot.has(part)) ? UNKNOWN : ZERO;

/** Returns the USD of a tool as older versions log it: a flag, a count of calls and a price. */
function toolCalls(snapshot: Snapshot, tool: string): Decimal {
  const [count, price] = [`${tool}_call_count`, `${tool}_price`];
  return snapshot.flag(tool)
    ? weigh(snapshot, snapshot.requiredCount(count), price).times(PER_THOUSAND)
    : straySurcharge(snapshot, tool, [count, price]);
}

/**
 * Returns the USD charged for tools by the call, from `tool_surcharges` since v1.0.0-rc.22, from one key per tool
 * before. NaN if a count or price is missing.
 */
export function sumSurcharges(snapshot: Snapshot): Decimal {
  if (snapshot.has('tool_surcharges')) {
    const tools = snapshot
      .list('tool_surcharges')
      ?.map((tool) => weigh(tool, tool.requiredCount('count'), 'price'));
    return tools === undefined ? UNKNOWN : sumTerms(tools).times(PER_THOUSAND);
  }
  const [flag, price] = ['image_generation_call', 'image_generation_call_price'];
  const image = snapshot.flag(flag)
    ? toDecimal(snapshot.ratio(price))
    : straySurcharge(snapshot, flag, [price]);
  return sumTerms([toolCalls(snapshot, 'web_search'), toolCalls(snapshot, 'file_search'), image]);
}
