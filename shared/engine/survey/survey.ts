import type { Ledgers } from '../rows/ledgers.ts';
import { LEDGERS } from '../rows/row.ts';
import { addRatio, bonusTiersOf, type Ratios } from './bonus-tiers.ts';
import { type Context, referenceOf } from './context.ts';
import { addHeadPrint, addRowPrint, fingerprintText, type Lanes } from './fingerprint.ts';

/** What only a look at all rows can tell: the context of every shard, and the name of the input. Plain JSON. */
export interface Survey {
  context: Context;
  inputFingerprint: string;
}

export function survey(ledgers: Ledgers): Survey {
  const lanes: Lanes = [0, 0, 0, 0];
  const ratios: Ratios = new Map();
  let latest: number | undefined;
  for (const ledger of LEDGERS)
    for (const row of ledgers[ledger]) {
      addRowPrint(lanes, row);
      if (latest === undefined || row.occurredAt > latest) latest = row.occurredAt;
    }
  const { currency, start, end, supplied } = ledgers;
  for (const row of ledgers.payments) addRatio(ratios, row, currency);
  addHeadPrint(lanes, [currency, `${start}`, `${end}`, ...LEDGERS.map((ledger) => `${supplied[ledger]}`)]);
  const reference = referenceOf(end, latest);
  const context = { currency, start, end, reference, supplied, bonusTiers: bonusTiersOf(ratios) };
  return { context, inputFingerprint: fingerprintText(lanes) };
}
