import { type Decimal, toPlainText } from '../../money/money.ts';
import { TOKEN_KINDS } from '../../schemas/reconciliation-input.ts';
import { byTie, findFirst } from './order.ts';
import type { PaymentRow, UsageRow } from './row.ts';

const text = (amount: Decimal | undefined): string | undefined => amount && toPlainText(amount);

/** Builds a key of all fields of a usage row. An absent field differs from an empty one and from 0. */
export const buildUsageKey = (row: UsageRow): string =>
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

/** Builds a key of all fields of a payment except its time and its fee, which a provider may report later. */
export const buildPaymentKeyWithoutFee = (row: PaymentRow): string =>
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

/** Builds a key of all fields of a payment. */
const buildPaymentKey = (row: PaymentRow): string =>
  JSON.stringify([row.occurredAt, text(row.fee), buildPaymentKeyWithoutFee(row)]);

/** Builds a key of upstream id, cost, refund and model: rows with equal keys are the same charge. */
export const buildChargeKey = ({ upstreamId, gross, refund, model }: UsageRow): string =>
  JSON.stringify([upstreamId, toPlainText(gross), text(refund), model]);

/** Builds the key of copies within a request: the charge if the row has an upstream id, otherwise the content. */
const buildAttemptKey = (row: UsageRow): string =>
  row.upstreamId === undefined ? buildUsageKey(row) : buildChargeKey(row);

const deduplicate = <T>(rows: T[], contentOf: (row: T) => string, order: (a: T, b: T) => number): T[] =>
  rows.length < 2
    ? rows
    : [...Map.groupBy(rows, contentOf).values()].map((same) => findFirst(same, order) as T);

/** Returns downstream rows without copies (rows that are equal in all fields). */
export const removeCopiedSales = (rows: UsageRow[]): UsageRow[] => deduplicate(rows, buildUsageKey, byTie);
/**
 * Returns upstream rows without copies: rows with the same upstream id, cost, refund and model, or rows without an
 * upstream id that are equal in all fields. Of the copies, the first by `byTie` remains.
 */
export const removeCopiedCharges = (rows: UsageRow[]): UsageRow[] =>
  deduplicate(rows, buildAttemptKey, byTie);
/** Returns payment rows without copies (rows that are equal in all fields). */
export const removeCopiedPayments = (rows: PaymentRow[]): PaymentRow[] =>
  deduplicate(rows, buildPaymentKey, () => 0);
