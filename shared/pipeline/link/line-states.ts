import { isPositive, toDecimal } from '../../money/money.ts';
import { mayGrow } from '../../normalizer/bills/outdated-rows.ts';
import type { Native } from '../../normalizer/intake/native.ts';
import type { RowAside } from '../read/source.ts';
import { billLine } from './bill-line.ts';

/** Lines that two sources both have, and how many of them cost the same in each. */
export type LineStates = Readonly<Record<string, { readonly same: number; readonly others: number }>>;

/** What a row says in words: all but its figures. */
const wordsOf = (native: Native): (readonly [string, unknown])[] =>
  Object.entries(native).filter(([, value]) => typeof value === 'string' && Number.isNaN(Number(value)));

/** A line of a bill that names no charge of its own, and what it costs; none where it may grow, or costs nothing. */
function lineOf(native: Native) {
  const { bill, record, meter } = billLine(native) ?? {};
  if (bill === undefined || record === undefined || mayGrow(native, bill)) return undefined;
  const { upstreamId, requestId, occurredAt, model, costAmount, refundAmount = 0 } = record;
  if ((upstreamId ?? requestId) !== undefined || !isPositive(toDecimal(costAmount))) return undefined;
  const name = JSON.stringify([bill.id, occurredAt, model, meter, wordsOf(native)]);
  return { name, money: `${costAmount} ${refundAmount}` };
}

/** @param aside of all sources */
export function lineStates(aside: readonly RowAside[]): LineStates {
  const bills = aside.filter(({ field }) => field === 'upstreamCharges');
  const pairs: Record<string, LineStates[string]> = {};
  if (new Set(bills.map(({ source }) => source)).size < 2) return pairs;
  /** What each line costs by its source; where a source has several, nobody knows which is which. */
  const lines = new Map<string, Map<number, string | undefined>>();
  for (const row of bills) {
    const line = lineOf(row.native);
    if (line === undefined) continue;
    const states = lines.get(line.name) ?? new Map<number, string | undefined>();
    lines.set(line.name, states.set(row.source, states.has(row.source) ? undefined : line.money));
  }
  for (const states of lines.values()) {
    const known = [...states].filter(([, money]) => money !== undefined);
    // Each source is compared with the next: of a hundred exports, all pairs would be thousands.
    for (const [place, [source, money]] of known.slice(1).entries()) {
      const [earlier, before] = known[place] as (typeof known)[number];
      const { same, others } = pairs[`${earlier} ${source}`] ?? { same: 0, others: 0 };
      const isSame = money === before;
      pairs[`${earlier} ${source}`] = { same: same + Number(isSame), others: others + Number(!isSame) };
    }
  }
  return pairs;
}
