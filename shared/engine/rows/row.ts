import { type Decimal, isPositive, ZERO } from '../../money/money.ts';
import type { PaymentContext } from '../../payment-context.ts';
import type { DownstreamRecord, PaymentRecord, Tokens } from '../../schemas/reconciliation-input.ts';

/** Names of the ledgers, in the order of the contract. */
export const LEDGERS = ['downstreamUsage', 'upstreamCharges', 'payments'] as const;
/** Name of a ledger. */
export type Ledger = (typeof LEDGERS)[number];

/** Where a row counts. `outOfPeriod` takes precedence over `currencyExcluded`, that over `included`. */
export type Inclusion = 'included' | 'outOfPeriod' | 'currencyExcluded';

interface BaseRow {
  /** Epoch milliseconds. */
  occurredAt: number;
  currency: string;
  /** Amount before refunds: `chargedAmount`, `costAmount` or `amount`. */
  gross: Decimal;
  refund: Decimal | undefined;
  /** gross - refund; negative if more was refunded than charged. */
  net: Decimal;
  /** Whether an amount was sent as a JSON number with more digits than a double keeps. */
  imprecise: boolean;
  /** Set for a whole group when it is processed. */
  inclusion: Inclusion;
  /** Whether a later row replaces this one. It is counted, and not examined further. */
  superseded: boolean;
}

/** Estimated cost of a sale at the configured prices. It is never added to the billed cost. */
export interface SaleEstimate {
  /** Cost of the whole request. */
  readonly total: Decimal;
  /** Cost by kind of tokens, or of the whole request. */
  readonly kinds: readonly (readonly [kind: string, cost: Decimal])[];
  /** Whether the ratio of the customer's group is 0, so that the customer pays for nothing. */
  readonly isGift?: boolean;
}

/** A row of a usage ledger, with parsed amounts and times. */
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
  /** Estimate of a sale, if prices are configured; `unpriced` if none applies. */
  estimate?: SaleEstimate | 'unpriced';
  /** Number of attempts of a sale in the gateway's log, and the model requested instead of the model sold. */
  attempts?: number | undefined;
  bought?: string | undefined;
  /** Request id of a later row of the log that may be the same call. */
  twin?: string | undefined;
  /** Duration in seconds, from the log. */
  seconds?: number;
  tokens: Tokens | undefined;
  /** Kind of tokens that a bill row is about. */
  meter?: keyof Tokens;
  /** Exclusive end of the time that a bill row is about, if the file has it; the row's own time for an event. */
  endsAt?: number;
  /** Whether an upstream row names no model: its cost is that of all requests of its channel. */
  isOfChannel?: boolean;
  /** Decimals to which the row's amount was rounded on its own. */
  decimals?: number;
  /** Time that decides about the period: that of its request, or its own if it has none. Set with its request. */
  periodTime: number;
  /** Whether its request has a downstream row in the input. Set for upstream rows. */
  isSold: boolean;
  /** Whether its request has no downstream row, and no row in another currency. Set for upstream rows. */
  isUnmatched: boolean;
}

/** A row of the payment ledger, with parsed amounts and times. */
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
  /** Why only the credit counts and the amount is 0: the currency is unnamed or foreign, or no report has it. */
  creditOnly: 'unnamed' | 'foreign' | 'unpaid' | undefined;
  /** Amount that was paid in another currency and is left out. */
  foreignAmount: { currency: string; amount: Decimal } | undefined;
}

/** A row of any ledger. */
export type Row = UsageRow | PaymentRow;

/** Returns the gross amount of a row, before refunds. */
export const grossOf = (row: Row): Decimal => row.gross;
/** Returns the net amount of a row: gross minus refund. */
export const netOf = (row: Row): Decimal => row.net;
/** Returns the refund of a row; 0 without one. */
export const refundOf = (row: Row): Decimal => row.refund ?? ZERO;

/** Returns whether a row is in the period and the report's currency, and not superseded. */
export const isIncluded = (row: Row): boolean => row.inclusion === 'included' && !row.superseded;

/** Returns whether a row is pending. Rows with any other status count as settled. */
export const isPending = ({ status }: Row): boolean => status === 'pending';

/** Returns whether a row is a credit note: an upstream row with cost 0 and a refund. */
export const isCreditNote = (row: UsageRow): boolean =>
  row.ledger === 'upstreamCharges' && isPositive(refundOf(row)) && row.gross.isZero();

/** Lists the user ids of rows, without duplicates: the first 20 in code unit order. */
export function listUserIds(rows: readonly Row[]): FewIds {
  let few = NO_IDS;
  for (const { userId } of rows) if (userId !== undefined) few = addToFewIds(few, userId);
  return few;
}

/** Returns the ids of a row for a finding: transaction, request, or else upstream id, and the user id if it has one. */
export function listRowIds(row: Row) {
  const users = row.userId === undefined ? {} : { userIds: [row.userId] };
  if (row.ledger === 'payments') return { transactionIds: [row.transactionId], ...users };
  if (row.requestId !== undefined) return { requestIds: [row.requestId], ...users };
  return row.upstreamId === undefined ? users : { upstreamIds: [row.upstreamId], ...users };
}
/** Most ids of one kind in the details of a finding. */
export const DETAIL_IDS_MAX = 20;

/** Distinct ids sorted by code unit, at most as many as the details of a finding list. */
export type FewIds = readonly string[];

/** Empty list of ids. */
export const NO_IDS: FewIds = [];

/**
 * Returns a sorted list with one more id, of which at most the first 20 remain. Returns `few` itself if it contains the
 * id, or if it has 20 ids and the new one comes after them.
 */
export function addToFewIds(few: FewIds, id: string): FewIds {
  let index = few.length;
  while (index > 0 && (few[index - 1] as string) > id) index--;
  if (index === DETAIL_IDS_MAX || few[index - 1] === id) return few;
  const more = few.toSpliced(index, 0, id);
  if (more.length > DETAIL_IDS_MAX) more.pop();
  return more;
}

/** Returns the first 20 ids in code unit order, without duplicates. Does not sort the whole list. */
export const limitIds = (ids: readonly string[] | undefined): FewIds | undefined =>
  ids === undefined || ids.length < 2 ? ids : ids.reduce(addToFewIds, NO_IDS);

/** Merges two sorted lists of ids, without duplicates, to the first 20. Returns `a` itself if `b` is the same list. */
export const mergeIds = (a: FewIds, b: FewIds): FewIds => (a === b ? a : b.reduce(addToFewIds, a));
