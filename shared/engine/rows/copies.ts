import { plain } from '../../money.ts';
import { TOKEN_KINDS, type Tokens } from '../../schemas/reconciliation-input.ts';
import { byTie, firstBy } from './order.ts';
import type { PaymentRow, UsageRow } from './row.ts';

const tokenCounts = (tokens: Tokens | undefined) => tokens && TOKEN_KINDS.map((kind) => tokens[kind] ?? null);

/**
 * Names a usage row by all its fields: rows of one ledger with one key are equal in every field (instants, exact
 * decimals, normalised currency; an absent field differs from a given one).
 */
export function usageContent(row: UsageRow): string {
  const { refund, expected } = row;
  return JSON.stringify([
    row.requestId ?? null,
    row.upstreamId ?? null,
    row.occurredAt,
    row.userId ?? null,
    row.tokenId ?? null,
    row.model,
    row.channelId ?? null,
    row.status,
    plain(row.gross),
    refund ? plain(refund) : null,
    expected ? plain(expected) : null,
    row.currency,
    tokenCounts(row.tokens) ?? null,
  ]);
}

/** Names a payment by all its fields but the time and the fee, which may arrive later. */
export const contentBesideFee = (row: PaymentRow): string => {
  const { refund, credited } = row;
  return JSON.stringify([
    row.transactionId,
    row.userId ?? null,
    row.provider ?? null,
    row.status,
    plain(row.gross),
    refund ? plain(refund) : null,
    credited ? plain(credited) : null,
    row.currency,
  ]);
};

/** Names a payment by all its fields. */
const paymentContent = (row: PaymentRow): string =>
  JSON.stringify([row.occurredAt, row.fee ? plain(row.fee) : null, contentBesideFee(row)]);

/** What two upstream rows of one id share if they are one charge told twice: cost, refund and model. */
export const chargeContent = (row: UsageRow): string =>
  JSON.stringify([
    row.upstreamId ?? null,
    plain(row.gross),
    row.refund ? plain(row.refund) : null,
    row.model,
  ]);

/** Upstream rows of one request are copies by their content, or by their charge where they name its id. */
const attemptContent = (row: UsageRow): string =>
  row.upstreamId === undefined ? usageContent(row) : chargeContent(row);

function oncePer<T>(rows: T[], contentOf: (row: T) => string, order: (a: T, b: T) => number): T[] {
  if (rows.length < 2) return rows;
  const copies = new Map<string, T[]>();
  for (const row of rows) {
    const content = contentOf(row);
    const known = copies.get(content);
    if (known) known.push(row);
    else copies.set(content, [row]);
  }
  return [...copies.values()].map((same) => firstBy(same, order) as T);
}

/** Rows without their copies: the first of each by the order of ties. */
export const distinctSales = (rows: UsageRow[]): UsageRow[] => oncePer(rows, usageContent, byTie);
export const distinctAttempts = (rows: UsageRow[]): UsageRow[] => oncePer(rows, attemptContent, byTie);
export const distinctPayments = (rows: PaymentRow[]): PaymentRow[] => oncePer(rows, paymentContent, () => 0);
