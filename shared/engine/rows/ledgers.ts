import { parseInstant, tryParseInstant } from '../../instant.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { type Decimal, exceeds, mayBeImprecise, subtract, toDecimal, ZERO } from '../../money/money.ts';
import type { PaymentContext, PaymentContexts } from '../../payment-context.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  ReconciliationInput,
  Tokens,
  UpstreamRecord,
} from '../../schemas/reconciliation-input.ts';
import { LEDGERS, type Ledger, type PaymentRow, type UsageRow } from './row.ts';

/** An optional text that is empty counts as absent. */
const unlessBlank = (text: string | undefined): string | undefined => text || undefined;

/** By its code; a blank one is the report's. */
export const currencyOf = (text: string | undefined, fallback: string): string =>
  text === undefined ? fallback : toCurrencyCode(text) || fallback;

const optional = (amount: string | number | undefined): Decimal | undefined =>
  amount === undefined ? undefined : toDecimal(amount);

const netOf = (gross: Decimal, refund: Decimal | undefined): Decimal =>
  refund === undefined ? gross : subtract(gross, refund);

/** Tokens that name no category are no tokens. */
const tokensOf = (tokens: Tokens | undefined): Tokens | undefined => {
  for (const _ in tokens) return tokens;
  return undefined;
};

type UsageRecord = DownstreamRecord | UpstreamRecord;
/** What only one of the two ledgers says. */
type OneSided = Pick<UsageRow, 'ledger' | 'upstreamId' | 'userId' | 'tokenId' | 'expected' | 'imprecise'>;

/** Every row has the same fields in the same order, which keeps it fast. */
function usageRow(record: UsageRecord, gross: Decimal, currency: string, own: OneSided): UsageRow {
  const refund = optional(record.refundAmount);
  return {
    ledger: own.ledger,
    requestId: unlessBlank(record.requestId),
    upstreamId: own.upstreamId,
    userId: own.userId,
    tokenId: own.tokenId,
    occurredAt: parseInstant(record.occurredAt),
    model: record.model,
    channelId: unlessBlank(record.channelId),
    status: record.status,
    currency: currencyOf(record.currency, currency),
    gross,
    refund,
    net: netOf(gross, refund),
    expected: own.expected,
    tokens: tokensOf(record.tokens),
    anchoredAt: 0,
    isSold: false,
    isUnmatched: false,
    imprecise: own.imprecise || mayBeImprecise(record.refundAmount),
    standing: 'included',
    superseded: false,
  };
}

export function downstreamRow(record: DownstreamRecord, currency: string): UsageRow {
  const { chargedAmount, expectedCharge } = record;
  const gross = toDecimal(chargedAmount);
  return usageRow(record, gross, currency, {
    ledger: 'downstreamUsage',
    upstreamId: undefined,
    userId: unlessBlank(record.userId),
    tokenId: unlessBlank(record.tokenId),
    expected: expectedCharge === chargedAmount ? gross : optional(expectedCharge),
    imprecise: mayBeImprecise(chargedAmount) || mayBeImprecise(expectedCharge),
  });
}

export const upstreamRow = (record: UpstreamRecord, currency: string): UsageRow =>
  usageRow(record, toDecimal(record.costAmount), currency, {
    ledger: 'upstreamCharges',
    upstreamId: unlessBlank(record.upstreamId),
    userId: undefined,
    tokenId: undefined,
    expected: undefined,
    imprecise: mayBeImprecise(record.costAmount),
  });

/** A stated rate is that of no day: so far what was settled may lie from what its order buys. */
const RATE_SPREAD_MAX = 0.1;

/** What an order buys; nothing where what was settled is so far from it that it was not this order's price. */
function boughtOf(fact: PaymentContext, gross: Decimal): Decimal | undefined {
  const atRate = optional(fact.atRate);
  const isFarOff = atRate && exceeds(gross.minus(atRate).abs(), atRate.times(RATE_SPREAD_MAX));
  return isFarOff ? undefined : optional(fact.bought);
}

const NO_FACT: PaymentContext = {};

/** Why a payment counts with its credit alone. */
function creditAloneOf(
  { isUnpaid, isUnnamed, isCreditKnown }: PaymentContext,
  isForeign: boolean,
): PaymentRow['creditAlone'] {
  if (isUnpaid) return 'unpaid';
  if (isUnnamed) return 'unnamed';
  return isForeign && isCreditKnown ? 'foreign' : undefined;
}

/** @param facts what both sides of payments say beside their records */
export function paymentRow(record: PaymentRecord, currency: string, facts?: PaymentContexts): PaymentRow {
  const { amount, feeAmount, refundAmount, creditedAmount } = record;
  const fact = facts?.get(record.transactionId) ?? NO_FACT;
  const named = currencyOf(record.currency, currency);
  const creditAlone = creditAloneOf(fact, named !== currency && creditedAmount !== undefined);
  const gross = creditAlone ? ZERO : toDecimal(amount);
  const refund = creditAlone ? undefined : optional(refundAmount);
  return {
    ledger: 'payments',
    transactionId: record.transactionId,
    userId: unlessBlank(record.userId),
    provider: unlessBlank(record.provider),
    occurredAt: parseInstant(record.occurredAt),
    status: record.status,
    // A credit is in the unit of the wallets, which is the report's.
    currency: creditAlone ? currency : named,
    gross,
    refund,
    net: netOf(gross, refund),
    fee: creditAlone ? undefined : optional(feeAmount),
    credited: creditedAmount === amount && !creditAlone ? gross : optional(creditedAmount),
    bought: boughtOf(fact, gross),
    fact,
    creditAlone,
    leftOut: creditAlone === 'foreign' ? { currency: named, amount: toDecimal(amount) } : undefined,
    imprecise:
      mayBeImprecise(amount) ||
      mayBeImprecise(feeAmount) ||
      mayBeImprecise(refundAmount) ||
      mayBeImprecise(creditedAmount),
    standing: 'included',
    superseded: false,
  };
}

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

const instant = (text: string | undefined) => (text === undefined ? undefined : tryParseInstant(text));

/** @param facts what both sides of payments say beside their records; a request has none */
export function readLedgers(input: ReconciliationInput, facts?: PaymentContexts): Ledgers {
  const currency = currencyOf(input.currency, 'USD');
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
