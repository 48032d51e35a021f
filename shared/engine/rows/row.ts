import { type Decimal, isPositive } from '../../money/money.ts';
import type { PaymentContext } from '../../payment-context.ts';
import type { DownstreamRecord, PaymentRecord, Tokens } from '../../schemas/reconciliation-input.ts';
import { type FewIds, NO_IDS, withId } from './few-ids.ts';

export const LEDGERS = ['downstreamUsage', 'upstreamCharges', 'payments'] as const;
export type Ledger = (typeof LEDGERS)[number];

/**
 * Where a row is counted, exactly one of the three: `outOfPeriod` comes before `currencyExcluded`, that before
 * `included`.
 */
export type Inclusion = 'included' | 'outOfPeriod' | 'currencyExcluded';

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
  inclusion: Inclusion;
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
  /** When that ends which a row of a bill is about, exclusive, where its file or format states it; an instant for an event. */
  endsAt?: number;
  /** Decimals to which the amount of the row was rounded by itself. */
  decimals?: number;
  /** The time that decides on its period: its request's, or its own if it names none. Set with its request. */
  anchoredAt: number;
  /** Its request has a downstream row somewhere in the input. Set with its request, for upstream rows. */
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
  paymentContext: PaymentContext;
  /** Why the row states a credit alone, its amount being 0 here: money in no named currency, in another, or in no report. */
  creditOnly: 'unnamed' | 'foreign' | 'unpaid' | undefined;
  /** What was paid for that credit in another currency, and is left out. */
  foreignAmount: { currency: string; amount: Decimal } | undefined;
}

export type Row = UsageRow | PaymentRow;

/** Counted inside the period and in the report's currency, and the last state of its thing. */
export const isIncluded = (row: Row): boolean => row.inclusion === 'included' && !row.superseded;

/** Everything else is settled. */
export const isPending = ({ status }: UsageRow | PaymentRow): boolean => status === 'pending';

/** A bill line that only gives back: cost 0, and a refund. */
export const isCreditNote = (row: UsageRow): boolean =>
  row.ledger === 'upstreamCharges' &&
  row.refund !== undefined &&
  isPositive(row.refund) &&
  row.gross.isZero();

/** The first few customers that some rows name. */
export function listUserIds(rows: readonly Row[]): FewIds {
  let few = NO_IDS;
  for (const { userId } of rows) if (userId !== undefined) few = withId(few, userId);
  return few;
}

/** The row's id and customer, as a finding's details list them: by request, else by charge; by transaction. */
export function listRowIds(row: Row) {
  const users = row.userId === undefined ? {} : { userIds: [row.userId] };
  if (row.ledger === 'payments') return { transactionIds: [row.transactionId], ...users };
  if (row.requestId !== undefined) return { requestIds: [row.requestId], ...users };
  return row.upstreamId === undefined ? users : { upstreamIds: [row.upstreamId], ...users };
}
