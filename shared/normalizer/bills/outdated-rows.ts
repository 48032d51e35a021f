import { exceeds, larger, ZERO } from '../../money/money.ts';
import { tryToRead } from '../fields/row-problem.ts';
import type { IndexedRow } from '../intake/native.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import { readBillField, valueAt } from './bill-values.ts';
import { findChargeBill } from './recognize-bill.ts';

/** Reads the key and the cost of a row that a later export may list again with a higher sum; `undefined` for others. */
const readState = ({ native }: IndexedRow) =>
  tryToRead(() => {
    const { id, restated, fields } = findChargeBill(native) ?? {};
    if (restated === undefined || Object.hasOwn(native, restated.unless)) return undefined;
    const name = JSON.stringify([id, ...restated.by.map((key) => valueAt(native, key))]);
    return { name, cost: readBillField(native, fields?.cost) ?? ZERO };
  });

/**
 * Drops bill rows that a later export lists again with a higher sum. Of the rows with equal values in the keys that the
 * bill names (`restated`), only rows with the highest sum remain. Counts and notes the dropped rows.
 */
export function dropOutdatedRows(
  entries: readonly IndexedRow[],
  outcomes: RowOutcomes,
): readonly IndexedRow[] {
  const states = entries.map(readState);
  const highest = new Map<string, typeof ZERO>();
  for (const state of states)
    if (state) highest.set(state.name, larger(highest.get(state.name) ?? ZERO, state.cost));
  if (highest.size === 0) return entries;
  return entries.filter((_, position) => {
    const state = states[position];
    const isNewest = state === undefined || !exceeds(highest.get(state.name) ?? ZERO, state.cost);
    if (!isNewest) {
      outcomes.skip('apart');
      outcomes.note('billRestated');
    }
    return isNewest;
  });
}
