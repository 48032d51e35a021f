import { instantOf } from '../../instant.ts';
import type { PaymentFacts } from '../../payment-facts.ts';
import type { ReconciliationInput } from '../../schemas/reconciliation-input.ts';
import { currencyOf, downstreamRow, paymentRow, upstreamRow } from './records.ts';
import { LEDGERS, type Ledger, type PaymentRow, type UsageRow } from './row.ts';

/** The input, every amount and instant read once. An omitted ledger has no rows and is not `supplied`. */
export interface Ledgers {
  currency: string;
  start: number | undefined;
  end: number | undefined;
  supplied: Record<Ledger, boolean>;
  downstreamUsage: UsageRow[];
  upstreamCharges: UsageRow[];
  payments: PaymentRow[];
}

const instant = (text: string | undefined) => (text === undefined ? undefined : instantOf(text));

const DEFAULT_CURRENCY = 'USD';

/** @param facts what both sides of payments say beside their records; a request has none */
export function readLedgers(input: ReconciliationInput, facts?: PaymentFacts): Ledgers {
  const currency = currencyOf(input.currency, DEFAULT_CURRENCY);
  const supplied = Object.fromEntries(LEDGERS.map((ledger) => [ledger, input[ledger] !== undefined]));
  return {
    currency,
    start: instant(input.period?.start),
    end: instant(input.period?.end),
    supplied: supplied as Record<Ledger, boolean>,
    downstreamUsage: input.downstreamUsage.map((record) => downstreamRow(record, currency)),
    upstreamCharges: (input.upstreamCharges ?? []).map((record) => upstreamRow(record, currency)),
    payments: (input.payments ?? []).map((record) => paymentRow(record, currency, facts)),
  };
}
