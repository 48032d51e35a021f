import { parseInstant, tryParseInstant } from '../../civil-time.ts';
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

/** Returns `undefined` for an empty text. */
const emptyToUndefined = (text: string | undefined): string | undefined => text || undefined;

/** Returns the currency code of a record (`CNY` for `rmb`), or `fallback`, the report's currency, if it has none. */
export const readCurrency = (text: string | undefined, fallback: string): string =>
  text === undefined ? fallback : toCurrencyCode(text) || fallback;

/** Reads an amount, which keeps its text: the fingerprint and the findings print it again. */
const readAmount = (amount: string | number): Decimal => toDecimal(amount, true);

const readOptionalAmount = (amount: string | number | undefined): Decimal | undefined =>
  amount === undefined ? undefined : readAmount(amount);

const subtractRefund = (gross: Decimal, refund: Decimal | undefined): Decimal =>
  refund === undefined ? gross : subtract(gross, refund);

/** Returns `undefined` for tokens without any category. */
const nonEmptyTokens = (tokens: Tokens | undefined): Tokens | undefined => {
  for (const _ in tokens) return tokens;
  return undefined;
};

type UsageRecord = DownstreamRecord | UpstreamRecord;
/** Fields that differ between the two usage ledgers. */
type LedgerFields = Pick<UsageRow, 'ledger' | 'upstreamId' | 'userId' | 'tokenId' | 'expected' | 'imprecise'>;

/** Builds a usage row. All rows have the same fields in the same order, which keeps property access fast. */
function buildUsageRow(record: UsageRecord, gross: Decimal, currency: string, own: LedgerFields): UsageRow {
  const refund = readOptionalAmount(record.refundAmount);
  return {
    ledger: own.ledger,
    requestId: emptyToUndefined(record.requestId),
    upstreamId: own.upstreamId,
    userId: own.userId,
    tokenId: own.tokenId,
    occurredAt: parseInstant(record.occurredAt),
    model: record.model,
    channelId: emptyToUndefined(record.channelId),
    status: record.status,
    currency: readCurrency(record.currency, currency),
    gross,
    refund,
    net: subtractRefund(gross, refund),
    expected: own.expected,
    tokens: nonEmptyTokens(record.tokens),
    periodTime: 0,
    isSold: false,
    isUnmatched: false,
    imprecise: own.imprecise || mayBeImprecise(record.refundAmount),
    inclusion: 'included',
    superseded: false,
  };
}

/** Converts a downstream record to a row. `currency` is that of the report, for records without one. */
export function toDownstreamRow(record: DownstreamRecord, currency: string): UsageRow {
  const { chargedAmount, expectedCharge } = record;
  const gross = readAmount(chargedAmount);
  return buildUsageRow(record, gross, currency, {
    ledger: 'downstreamUsage',
    upstreamId: undefined,
    userId: emptyToUndefined(record.userId),
    tokenId: emptyToUndefined(record.tokenId),
    expected: expectedCharge === chargedAmount ? gross : readOptionalAmount(expectedCharge),
    imprecise: mayBeImprecise(chargedAmount) || mayBeImprecise(expectedCharge),
  });
}

/** Converts an upstream record to a row. `currency` is that of the report, for records without one. */
export const toUpstreamRow = (record: UpstreamRecord, currency: string): UsageRow =>
  buildUsageRow(record, readAmount(record.costAmount), currency, {
    ledger: 'upstreamCharges',
    upstreamId: emptyToUndefined(record.upstreamId),
    userId: undefined,
    tokenId: undefined,
    expected: undefined,
    imprecise: mayBeImprecise(record.costAmount),
  });

/** Largest relative difference of settlement and order at which the order's price applies: rates change daily. */
const RATE_SPREAD_MAX = 0.1;

/** Returns the credit that an order buys; `undefined` if the settled amount is too far from the order's price. */
function readBought(paymentContext: PaymentContext, gross: Decimal): Decimal | undefined {
  const atRate = readOptionalAmount(paymentContext.atRate);
  const isFarOff = atRate && exceeds(gross.minus(atRate).abs(), atRate.times(RATE_SPREAD_MAX));
  return isFarOff ? undefined : readOptionalAmount(paymentContext.bought);
}

const NO_FACT: PaymentContext = {};

/** Returns why only the credit of a payment counts. */
function findCreditOnlyReason(
  { isUnpaid, isUnnamed, isCreditKnown }: PaymentContext,
  isForeign: boolean,
): PaymentRow['creditOnly'] {
  if (isUnpaid) return 'unpaid';
  if (isUnnamed) return 'unnamed';
  return isForeign && isCreditKnown ? 'foreign' : undefined;
}

/** Converts a payment record to a row. `currency` is that of the report; `facts` are data by transaction id. */
export function toPaymentRow(record: PaymentRecord, currency: string, facts?: PaymentContexts): PaymentRow {
  const { amount, feeAmount, refundAmount, creditedAmount } = record;
  const paymentContext = facts?.get(record.transactionId) ?? NO_FACT;
  const named = readCurrency(record.currency, currency);
  const creditOnly = findCreditOnlyReason(paymentContext, named !== currency && creditedAmount !== undefined);
  const gross = creditOnly ? ZERO : readAmount(amount);
  const refund = creditOnly ? undefined : readOptionalAmount(refundAmount);
  return {
    ledger: 'payments',
    transactionId: record.transactionId,
    userId: emptyToUndefined(record.userId),
    provider: emptyToUndefined(record.provider),
    occurredAt: parseInstant(record.occurredAt),
    status: record.status,
    // Credits are in the unit of the wallets, which is the report's currency.
    currency: creditOnly ? currency : named,
    gross,
    refund,
    net: subtractRefund(gross, refund),
    fee: creditOnly ? undefined : readOptionalAmount(feeAmount),
    credited: creditedAmount === amount && !creditOnly ? gross : readOptionalAmount(creditedAmount),
    bought: readBought(paymentContext, gross),
    paymentContext,
    creditOnly,
    foreignAmount: creditOnly === 'foreign' ? { currency: named, amount: readAmount(amount) } : undefined,
    imprecise:
      mayBeImprecise(amount) ||
      mayBeImprecise(feeAmount) ||
      mayBeImprecise(refundAmount) ||
      mayBeImprecise(creditedAmount),
    inclusion: 'included',
    superseded: false,
  };
}

/** The input with parsed amounts and times. An absent ledger has no rows and is not `supplied`. */
export interface Ledgers {
  currency: string;
  start: number | undefined;
  end: number | undefined;
  supplied: Record<Ledger, boolean>;
  downstreamUsage: UsageRow[];
  upstreamCharges: UsageRow[];
  payments: PaymentRow[];
}

const parseOptionalInstant = (text: string | undefined) =>
  text === undefined ? undefined : tryParseInstant(text);

/** Converts all records of an input to rows. `facts` are data of payments by transaction id; absent for the API. */
export function readLedgers(input: ReconciliationInput, facts?: PaymentContexts): Ledgers {
  const currency = readCurrency(input.currency, 'USD');
  const supplied = Object.fromEntries(LEDGERS.map((ledger) => [ledger, input[ledger] !== undefined]));
  return {
    currency,
    start: parseOptionalInstant(input.period?.start),
    end: parseOptionalInstant(input.period?.end),
    supplied: supplied as Record<Ledger, boolean>,
    downstreamUsage: input.downstreamUsage.map((record) => toDownstreamRow(record, currency)),
    upstreamCharges: (input.upstreamCharges ?? []).map((record) => toUpstreamRow(record, currency)),
    payments: (input.payments ?? []).map((record) => toPaymentRow(record, currency, facts)),
  };
}
