import { type Decimal, toPlainText } from '../../money/money.ts';
import { TOKEN_KINDS } from '../../schemas/reconciliation-input.ts';
import { byTie, findFirst } from './order.ts';
import type { PaymentRow, UsageRow } from './row.ts';

const text = (amount: Decimal | undefined): string | undefined => amount && toPlainText(amount);

/**
 * Names a usage row by all its fields: rows of one ledger with one key are equal in every field (instants, exact
 * decimals, normalised currency; an absent field, `null` in the key, differs from a given one).
 */
export const usageKey = (row: UsageRow): string =>
  JSON.stringify([
    row.requestId,
    row.upstreamId,
    row.occurredAt,
    row.userId,
    row.tokenId,
    row.model,
    row.channelId,
    row.status,
    toPlainText(row.gross),
    text(row.refund),
    text(row.expected),
    row.currency,
    row.tokens && TOKEN_KINDS.map((kind) => row.tokens?.[kind]),
  ]);

/** Names a payment by all its fields but the time and the fee, which may arrive later. */
export const paymentKeyWithoutFee = (row: PaymentRow): string =>
  JSON.stringify([
    row.transactionId,
    row.userId,
    row.provider,
    row.status,
    toPlainText(row.gross),
    text(row.refund),
    text(row.credited),
    row.currency,
  ]);

/** Names a payment by all its fields. */
const paymentKey = (row: PaymentRow): string =>
  JSON.stringify([row.occurredAt, text(row.fee), paymentKeyWithoutFee(row)]);

/** What two upstream rows of one id share if they are one charge told twice: cost, refund and model. */
export const chargeKey = ({ upstreamId, gross, refund, model }: UsageRow): string =>
  JSON.stringify([upstreamId, toPlainText(gross), text(refund), model]);

/** Upstream rows of one request are copies by their content, or by their charge where they name its id. */
const attemptKey = (row: UsageRow): string => (row.upstreamId === undefined ? usageKey(row) : chargeKey(row));

const deduplicate = <T>(rows: T[], contentOf: (row: T) => string, order: (a: T, b: T) => number): T[] =>
  rows.length < 2
    ? rows
    : [...Map.groupBy(rows, contentOf).values()].map((same) => findFirst(same, order) as T);

/** Rows without their copies: the first of each by the order of ties. */
export const distinctSales = (rows: UsageRow[]): UsageRow[] => deduplicate(rows, usageKey, byTie);
export const distinctAttempts = (rows: UsageRow[]): UsageRow[] => deduplicate(rows, attemptKey, byTie);
export const distinctPayments = (rows: PaymentRow[]): PaymentRow[] => deduplicate(rows, paymentKey, () => 0);
