import { addExact, type Decimal, toDecimal, ZERO } from '../../money/money.ts';
import type { Snapshot } from '../fields/snapshot.ts';

/**
 * What new-api adds to a price, in exact decimals (`service/text_quota.go`, state of 2026-08-18). A ratio that is
 * missing is NaN, and so is everything computed from it.
 */

const PER_THOUSAND = toDecimal('0.001');
const UNKNOWN = toDecimal(Number.NaN);

/** Counts times a ratio that is needed only where there is something to count. */
export const weigh = (snapshot: Snapshot, count: number, ratio: string): Decimal =>
  count === 0 ? ZERO : toDecimal(count).times(toDecimal(snapshot.ratio(ratio)));

/** Most rows have no pictures, no sound and no tools: what is not there is not added. */
export const sumTerms = (terms: readonly Decimal[]): Decimal => terms.reduce(addExact, ZERO);

/** Parts that the gateway writes together with a flag: without it they say that something is missing. */
const straySurcharge = (snapshot: Snapshot, flag: string, parts: readonly string[]): Decimal =>
  !snapshot.has(flag) && parts.some((part) => snapshot.has(part)) ? UNKNOWN : ZERO;

/** USD of a tool in the form of older versions: a flag, a count of calls and a price. */
function toolCalls(snapshot: Snapshot, tool: string): Decimal {
  const [count, price] = [`${tool}_call_count`, `${tool}_price`];
  return snapshot.flag(tool)
    ? weigh(snapshot, snapshot.requiredCount(count), price).times(PER_THOUSAND)
    : straySurcharge(snapshot, tool, [count, price]);
}

/** USD of tools billed by the call: `tool_surcharges` since v1.0.0-rc.22, one key per tool before. */
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
