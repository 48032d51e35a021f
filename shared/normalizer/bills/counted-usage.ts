import type { UsageBill } from '../../connectors/bills/bill.ts';
import type { Tokens } from '../../schemas/reconciliation-input.ts';
import type { Account } from '../account.ts';
import type { Native } from '../intake/native.ts';
import { tokensIn } from './bill-tokens.ts';
import { billValue, neededBillValue } from './bill-values.ts';

/** What a provider's report counts beside its bill: tokens without money of their own. */
export interface CountedUsage {
  readonly model: string;
  /** Milliseconds since 1970: the beginning of what is counted. */
  readonly startMs: number;
  readonly tokens: Tokens;
}

/** @throws FieldProblem */
export function countedUsage(native: Native, report: UsageBill, account: Account): CountedUsage {
  account.skip('apart');
  account.note('countedUsage');
  return {
    model: billValue(native, report.fields.model) ?? 'unknown',
    startMs: neededBillValue(native, report.fields.occurredAt),
    tokens: tokensIn(native, report),
  };
}
