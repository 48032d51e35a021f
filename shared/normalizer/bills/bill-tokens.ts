import type { ChargeBill, UsageBill } from '../../bills/bill.ts';
import { tokenUnits } from '../../bills/vocabulary.ts';
import { isNegative, toPlainText } from '../../money/money.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import { omitUndefined } from '../fields/omit-undefined.ts';
import type { NativeObject } from '../intake/native.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import { readBillField, requireBillField } from './bill-values.ts';

type TokenColumns = Pick<ChargeBill, 'tokens' | 'meter'>;

/** Reads token counts from their columns. `input` excludes tokens read from a cache. */
function columnTokens(row: NativeObject, { tokens }: TokenColumns): Tokens {
  const cacheRead = readBillField(row, tokens?.cacheRead) ?? 0;
  const cacheWrite = (tokens?.cacheWrites ?? []).reduce((sum, at) => sum + (readBillField(row, at) ?? 0), 0);
  const reasoning = readBillField(row, tokens?.reasoning) || undefined;
  const input = readBillField(row, tokens?.input);
  return omitUndefined({
    input: input && Math.max(0, input - (tokens?.isCacheInInput ? cacheRead : 0)),
    output: readBillField(row, tokens?.output),
    cacheRead: cacheRead || undefined,
    cacheWrite: cacheWrite || undefined,
    reasoning,
  });
}

/** Returns the tokens in one unit of a meter, such as 1,000; `undefined` for a unit that does not count tokens. */
function tokensPerUnit(row: NativeObject, meter: NonNullable<TokenColumns['meter']>): number | undefined {
  if (meter.unit === undefined) return 1;
  const unit = readBillField(row, meter.unit)?.toLowerCase() ?? '';
  if (meter.countedAs?.includes(unit)) return 1;
  return Object.hasOwn(tokenUnits, unit) ? tokenUnits[unit] : undefined;
}

/** Reads the kind of tokens that a bill row bills; `undefined` if it names none. */
export function readTokenKind(row: NativeObject, { meter }: TokenColumns): keyof Tokens | undefined {
  const name = readBillField(row, meter?.kind)?.toLowerCase() ?? '';
  const kind = meter?.kinds.find(([has]) => name.includes(has))?.[1];
  return kind === 'none' ? undefined : kind;
}

/** Reads the metered quantity of a row as tokens; empty unless the row names a known kind and a known unit. */
function meterTokens(row: NativeObject, bill: TokenColumns): Tokens {
  const kind = readTokenKind(row, bill);
  const quantity = readBillField(row, bill.meter?.quantity);
  const size = bill.meter && tokensPerUnit(row, bill.meter);
  if (kind === undefined || quantity === undefined || size === undefined || isNegative(quantity)) return {};
  return { [kind]: Number(toPlainText(quantity.times(size))) };
}

/** Reads the token counts of a bill row, from a column for each kind or from a metered quantity, if it has any. */
export const readBillTokens = (row: NativeObject, bill: TokenColumns): Tokens => ({
  ...columnTokens(row, bill),
  ...meterTokens(row, bill),
});

/** Reads a row of a usage report (tokens without money). Counts the row as skipped, because no record is made of it. */
export function readReportedUsage(row: NativeObject, report: UsageBill, outcomes: RowOutcomes) {
  outcomes.skip('apart');
  outcomes.note('countedUsage');
  return {
    model: readBillField(row, report.fields.model) ?? 'unknown',
    startMs: requireBillField(row, report.fields.occurredAt),
    tokens: readBillTokens(row, report),
  };
}

/** Tokens in a row of a provider's usage report, which has no money. They explain differences of its bill. */
export type ReportedUsage = Readonly<ReturnType<typeof readReportedUsage>>;
