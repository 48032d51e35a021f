import type { Account } from '../../normalizer/account.ts';
import type { ExportContext } from '../../normalizer/context.ts';
import { NOTES } from '../../normalizer/notes.ts';
import { IdIndex } from '../columns/ids.ts';
import { Flag, LogColumns } from '../columns/log-columns.ts';
import type { Columns, SourceField } from '../read/source.ts';
import { consumedApart } from './apart.ts';
import type { RepeatCounter } from './repeat-counter.ts';
import { markRepeats } from './repeats.ts';

/** The plain rows of all sources, found by request. */
export interface PlainRows {
  readonly sales: LogColumns;
  readonly salesByRequest: IdIndex;
  readonly charges: LogColumns;
  readonly chargesByRequest: IdIndex;
}

function together(parts: readonly LogColumns[]): LogColumns {
  const [first = new LogColumns(), ...rest] = parts.filter(({ length }) => length > 0);
  first.take(rest);
  return first;
}

/** Counts what became of plain rows. @returns how many stay */
function keptOf(
  logs: LogColumns,
  byRequest: IdIndex,
  field: SourceField,
  repeated: RepeatCounter,
  account: Account,
): number {
  const repeats = markRepeats(logs, byRequest, repeated);
  const { flags, note } = logs.table.columns;
  for (let row = 0; row < logs.length; row++) {
    const flag = flags[row] as number;
    if ((flag & Flag.repeated) !== 0) continue;
    if (field === 'upstreamCharges') account.note('upstreamPerUnit');
    else {
      if ((flag & Flag.subscription) !== 0) account.note('subscription');
      const noted = NOTES[(note[row] as number) - 1];
      if (noted) account.note(noted);
    }
  }
  return logs.length - repeats;
}

/** The plain rows of all sources together, and how many of them stay. */
export function plainRows(
  columns: readonly Columns[],
  repeated: RepeatCounter,
  account: Account,
): { readonly plain: PlainRows; readonly kept: Readonly<Record<'sales' | 'charges', number>> } {
  const sales = together(columns.map((part) => part.sales));
  const charges = together(columns.map((part) => part.charges));
  const [salesByRequest, chargesByRequest] = [new IdIndex(sales.requestIds), new IdIndex(charges.requestIds)];
  const kept = {
    sales: keptOf(sales, salesByRequest, 'logs', repeated, account),
    charges: keptOf(charges, chargesByRequest, 'upstreamCharges', repeated, account),
  };
  return { plain: { sales, salesByRequest, charges, chargesByRequest }, kept };
}

/** What the normalizer is told of plain consume rows, which it does not see. */
export const apartOf = (plain: PlainRows): NonNullable<ExportContext['apart']> => ({
  logs: consumedApart(plain.sales, plain.salesByRequest),
  upstreamCharges: consumedApart(plain.charges, plain.chargesByRequest),
});
