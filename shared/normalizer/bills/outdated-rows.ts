import type { ChargeBill } from '../../bills/bill.ts';
import { exceeds, larger, ZERO } from '../../money/money.ts';
import type { Entry, Native } from '../intake/native.ts';
import { type Account, silentAccount } from '../rejections-and-notes.ts';
import { billValue, valueAt } from './bill-values.ts';
import { findChargeBill } from './recognize-bill.ts';

const NO_ACCOUNT = silentAccount();

/** Returns whether a later export may list the row again with a higher sum. */
const mayGrow = (native: Native, { restated }: ChargeBill): boolean =>
  restated !== undefined && !Object.hasOwn(native, restated.unless);

/** Reads the key and the cost of a row that may be listed again; `undefined` for any other row. */
function readState({ field, index, native }: Entry) {
  return NO_ACCOUNT.attempt({ field, index }, () => {
    const bill = findChargeBill(native);
    if (bill?.restated === undefined || !mayGrow(native, bill)) return undefined;
    const name = JSON.stringify([
      bill.id,
      ...bill.restated.by.map((key: keyof Native) => valueAt(native, key)),
    ]);
    return { name, cost: billValue(native, bill.fields.cost) ?? ZERO };
  });
}

/** Drops bill rows that were listed again with a higher sum, and notes each of them. */
export function dropOutdatedRows(entries: readonly Entry[], account: Account): readonly Entry[] {
  const states = entries.map(readState);
  const highest = new Map<string, typeof ZERO>();
  for (const state of states)
    if (state) highest.set(state.name, larger(highest.get(state.name) ?? ZERO, state.cost));
  if (highest.size === 0) return entries;
  return entries.filter((_, place) => {
    const state = states[place];
    const isNewest = state === undefined || !exceeds(highest.get(state.name) ?? ZERO, state.cost);
    if (!isNewest) {
      account.skip('apart');
      account.note('billRestated');
    }
    return isNewest;
  });
}
