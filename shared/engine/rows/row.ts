import { instantOf } from '../../instant.ts';
import { currencyCode } from '../../money/currency.ts';
import { type Decimal, decimal, difference, exceeds, isPositive, mayBeImprecise, ZERO } from '../../money.ts';
import type { PaymentFact, PaymentFacts } from '../../payment-facts.ts';
import type {
  DownstreamRecord,
  PaymentRecord,
  Tokens,
  UpstreamRecord,
} from '../../schemas/reconciliation-input.ts';
import { type FewIds, NO_IDS, withId } from './few-ids.ts';

export const LEDGERS = ['downstreamUsage', 'upstreamCharges', 'payments'] as const;
export type Ledger = (typeof LEDGERS)[number];

/**
 * Where a row is counted, exactly one of the three: `outOfPeriod` comes before `currencyExcluded`, that before
 * `included`.
 */
export type Standing = 'included' | 'outOfPeriod' | 'currencyExcluded';

interface BaseRow {
  /** Milliseconds since 1970. */
  occurredAt: number;
  currency: string;
  /** What the record says before any refund: `chargedAmount`, `costAmount` or `amount`. */
  gross: Decimal;
  refund: Decimal | undefined;
  /** gross - refund; below 0 where more was refunded than charged. */
  net: Decimal;
  /** An amount was sent as a JSON number of more digits than a double keeps. */
  imprecise: boolean;
  /** Assigned to a whole group at once, as the digest comes to it. */
  standing: Standing;
  /** An earlier state of a row that is in the input too; counted, and looked at no further. */
  superseded: boolean;
}

/** What a sale is estimated to cost by stated prices: a figure beside cost, never a part of it. */
export interface SaleEstimate {
  readonly total: Decimal;
  /** By kind of tokens, or of the whole request. */
  readonly kinds: readonly (readonly [kind: string, cost: Decimal])[];
  /** Its customer's group gets everything for nothing. */
  readonly isGift?: boolean;
}

/** One line of the downstream or the upstream ledger, every amount and instant read once. */
export interface UsageRow extends BaseRow {
  ledger: 'downstreamUsage' | 'upstreamCharges';
  requestId: string | undefined;
  upstreamId: string | undefined;
  userId: string | undefined;
  tokenId: string | undefined;
  model: string;
  channelId: string | undefined;
  status: DownstreamRecord['status'];
  expected: Decimal | undefined;
  /** Of sales, where prices were stated; `unpriced` where none applies. */
  estimate?: SaleEstimate | 'unpriced';
  /** Of sales, attempts that the gateway's log knows, and the model that it asked for in place of the one sold. */
  attempts?: number | undefined;
  bought?: string | undefined;
  /** How long it took, as the log says. */
  seconds?: number;
  tokens: Tokens | undefined;
  /** The kind of tokens that a line of a bill is about, where it names one. */
  meter?: keyof Tokens;
  /** The time that decides on its period: its request's, or its own if it names none. Set by the sharder. */
  anchoredAt: number;
  /** Its request has a downstream row somewhere in the input. Set by the sharder, for upstream rows. */
  isSold: boolean;
  /** Its request has none, nor a row in another currency, for which it could not be judged. Set likewise. */
  isUnmatched: boolean;
}

/** One line of the payment ledger. */
export interface PaymentRow extends BaseRow {
  ledger: 'payments';
  transactionId: string;
  userId: string | undefined;
  provider: string | undefined;
  status: PaymentRecord['status'];
  fee: Decimal | undefined;
  credited: Decimal | undefined;
  /** Credit that the whole amount buys at the operator's own price. */
  bought: Decimal | undefined;
  fact: PaymentFact;
  /** Why the row states a credit alone, its amount being 0 here: money in no named currency, or in no report. */
  creditAlone: 'unnamed' | 'unpaid' | undefined;
}

const NO_FACT: PaymentFact = {};

export type Row = UsageRow | PaymentRow;

/** Counted inside the period and in the report's currency, and the last state of its thing. */
export const isIncluded = (row: Row): boolean => row.standing === 'included' && !row.superseded;

/** A bill line that only gives back: cost 0, and a refund. */
export const isCreditNote = (row: UsageRow): boolean =>
  row.ledger === 'upstreamCharges' &&
  row.refund !== undefined &&
  isPositive(row.refund) &&
  row.gross.isZero();

/** The first few customers that some rows name. */
export function userIdsOf(rows: readonly Row[]): FewIds {
  let few = NO_IDS;
  for (const { userId } of rows) if (userId !== undefined) few = withId(few, userId);
  return few;
}

/** The row's id and customer, as a finding's details list them: by request, else by charge; by transaction. */
export function idsOf(row: Row): {
  requestIds?: string[];
  upstreamIds?: string[];
  transactionIds?: string[];
  userIds?: string[];
} {
  const users = row.userId === undefined ? {} : { userIds: [row.userId] };
  if (row.ledger === 'payments') return { transactionIds: [row.transactionId], ...users };
  if (row.requestId !== undefined) return { requestIds: [row.requestId], ...users };
  return row.upstreamId === undefined ? users : { upstreamIds: [row.upstreamId], ...users };
}

/** An optional text that is empty counts as absent. */
const unlessBlank = (text: string | undefined): string | undefined => text || undefined;

/** By its code; a blank one is the report's. */
export const currencyOf = (text: string | undefined, fallback: string): string =>
  text === undefined ? fallback : currencyCode(text) || fallback;

const optional = (amount: string | number | undefined): Decimal | undefined =>
  amount === undefined ? undefined : decimal(amount);

const netOf = (gross: Decimal, refund: Decimal | undefined): Decimal =>
  refund === undefined ? gross : difference(gross, refund);

/** Tokens that name no category are no tokens. */
const tokensOf = (tokens: Tokens | undefined): Tokens | undefined => {
  for (const _ in tokens) return tokens;
  return undefined;
};

/** Everything else is settled. */
export const isPending = ({ status }: UsageRow | PaymentRow): boolean => status === 'pending';

// The schema has refused every time that is no instant, so 0 stands for nothing that can happen.
const millisecondOf = (text: string): number => instantOf(text) ?? 0;

export function downstreamRow(record: DownstreamRecord, currency: string): UsageRow {
  const { chargedAmount, refundAmount, expectedCharge } = record;
  const gross = decimal(chargedAmount);
  const refund = optional(refundAmount);
  return {
    ledger: 'downstreamUsage',
    requestId: record.requestId,
    upstreamId: undefined,
    userId: unlessBlank(record.userId),
    tokenId: unlessBlank(record.tokenId),
    occurredAt: millisecondOf(record.occurredAt),
    model: record.model,
    channelId: unlessBlank(record.channelId),
    status: record.status,
    currency: currencyOf(record.currency, currency),
    gross,
    refund,
    net: netOf(gross, refund),
    expected: expectedCharge === chargedAmount ? gross : optional(expectedCharge),
    tokens: tokensOf(record.tokens),
    anchoredAt: 0,
    isSold: false,
    isUnmatched: false,
    imprecise:
      mayBeImprecise(chargedAmount) || mayBeImprecise(refundAmount) || mayBeImprecise(expectedCharge),
    standing: 'included',
    superseded: false,
  };
}

export function upstreamRow(record: UpstreamRecord, currency: string): UsageRow {
  const { costAmount, refundAmount } = record;
  const gross = decimal(costAmount);
  const refund = optional(refundAmount);
  return {
    ledger: 'upstreamCharges',
    requestId: unlessBlank(record.requestId),
    upstreamId: unlessBlank(record.upstreamId),
    userId: undefined,
    tokenId: undefined,
    occurredAt: millisecondOf(record.occurredAt),
    model: record.model,
    channelId: unlessBlank(record.channelId),
    status: record.status,
    currency: currencyOf(record.currency, currency),
    gross,
    refund,
    net: netOf(gross, refund),
    expected: undefined,
    tokens: tokensOf(record.tokens),
    anchoredAt: 0,
    isSold: false,
    isUnmatched: false,
    imprecise: mayBeImprecise(costAmount) || mayBeImprecise(refundAmount),
    standing: 'included',
    superseded: false,
  };
}

/** A stated rate is that of no day: so far what was settled may lie from what its order buys. */
const RATE_SPREAD_MAX = 0.1;

/** What an order buys; nothing where what was settled is so far from it that it was not this order's price. */
function boughtOf({ bought: text, isAtRate }: PaymentFact, gross: Decimal): Decimal | undefined {
  const bought = optional(text);
  const isFarOff = bought && exceeds(gross.minus(bought).abs(), bought.times(RATE_SPREAD_MAX));
  return isAtRate && isFarOff ? undefined : bought;
}

/** @param facts what both sides of payments say beside their records */
export function paymentRow(record: PaymentRecord, currency: string, facts?: PaymentFacts): PaymentRow {
  const { amount, feeAmount, refundAmount, creditedAmount } = record;
  const fact = facts?.get(record.transactionId) ?? NO_FACT;
  const named = currencyOf(record.currency, currency);
  const creditAlone = fact.isUnpaid ? 'unpaid' : fact.isUnnamed ? 'unnamed' : undefined;
  const gross = creditAlone ? ZERO : decimal(amount);
  const refund = creditAlone ? undefined : optional(refundAmount);
  return {
    ledger: 'payments',
    transactionId: record.transactionId,
    userId: unlessBlank(record.userId),
    provider: unlessBlank(record.provider),
    occurredAt: millisecondOf(record.occurredAt),
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
    imprecise:
      mayBeImprecise(amount) ||
      mayBeImprecise(feeAmount) ||
      mayBeImprecise(refundAmount) ||
      mayBeImprecise(creditedAmount),
    standing: 'included',
    superseded: false,
  };
}
