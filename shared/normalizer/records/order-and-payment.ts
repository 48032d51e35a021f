import { parseInstant } from '../../instant.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { type Decimal, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import type { PaymentRecord } from '../../schemas/reconciliation-input.ts';
import type { IndexedRecord } from '../export-context.ts';
import type { Account } from '../rejections-and-notes.ts';
import { type SameRow, SameRows } from '../same-rows/same-rows.ts';

/** ISO 4217 for "no currency": stands in records whose rows name none. */
export const NO_CURRENCY = 'XXX';

/** A row of a gateway's own table of payments: what was credited, and to whom. */
export interface GatewaySide extends IndexedRecord<PaymentRecord> {
  readonly side: 'gateway';
  /** Numbers of the order that the processor may know it by, the gateway's own first. */
  readonly orderIds: readonly string[];
  /** The row's own number: rows of one order and one number are states of one credit. */
  readonly rowId: number | string | undefined;
  /** Which rows went the same way to the same processor. */
  readonly way: string;
  /** How it was paid, in the gateway's words. */
  readonly method: string | undefined;
  /** In wallet units, whatever currency the record is in. */
  readonly credit: string | undefined;
  /** Credit that the record's amount buys, where that follows a price of the gateway's own. */
  readonly bought: string | undefined;
  /** The part of it that no money was asked for, by a bonus or a discount. */
  readonly granted: Decimal;
}

/** A payment of a processor's report, its refunds and disputes with it, or a canonical record. */
export interface ProcessorSide extends IndexedRecord<PaymentRecord> {
  readonly side: 'processor';
  readonly orderIds: readonly string[];
  /** When money was last given back. */
  readonly returnedMs?: number;
  /** What was given back is known, and the payment itself lies in another report. */
  readonly isReturnAlone?: boolean;
  /** All movements of it are in one record; other records of the same payment are its earlier states. */
  readonly isWhole: boolean;
}

export type PaymentSide = GatewaySide | ProcessorSide;

export const hasMovedMoney = ({ status }: PaymentRecord): boolean =>
  status !== 'pending' && status !== 'failed';
export const currencyOf = ({ currency }: PaymentRecord, wallet: string): string =>
  toCurrencyCode(currency ?? '') || wallet;

const amountText = (amount: PaymentRecord['amount'] | undefined): string | undefined =>
  amount === undefined ? undefined : toPlainText(toDecimal(amount));
/** What a record of a payment may leave out, as text. */
const OPTIONAL: readonly ((record: PaymentRecord) => string | undefined)[] = [
  ({ provider }) => provider?.toLowerCase(),
  ({ feeAmount }) => amountText(feeAmount),
  ({ refundAmount }) => amountText(refundAmount),
];

/** Payments of an order that a report and a canonical record both state. */
const reportedPayments = (wallet: string): SameRow<ProcessorSide> => ({
  name: ({ isWhole, orderIds: [orderId], record }) => (isWhole && orderId) || record.transactionId,
  text: ({ record }) =>
    `${Date.parse(record.occurredAt)} ${currencyOf(record, wallet)} ${amountText(record.amount)}`,
  isSame: ({ record: a }, { record: b }) =>
    hasMovedMoney(a) && OPTIONAL.every((text) => (text(a) ?? text(b)) === (text(b) ?? text(a))),
});

/** Leaves out canonical payments that a report states, too. */
export function dropReportedTwice(
  payments: readonly ProcessorSide[],
  wallet: string,
  account: Account,
): readonly ProcessorSide[] {
  const reported = new SameRows(reportedPayments(wallet));
  for (const payment of payments) if (payment.isWhole) reported.add(payment);
  return payments.filter((payment) => {
    const same = payment.isWhole ? undefined : reported.find(payment);
    if (same) account.repeat(payment, same.row);
    return same === undefined;
  });
}

/** What a gateway says of one order: all rows of its number, each in its last state. */
export interface GatewayOrder {
  /** The row that speaks for the order. */
  readonly row: GatewaySide;
  /** In wallet units, of all rows together; 0 where none of them succeeded, and absent where one does not say. */
  readonly credit: string | undefined;
  readonly isSettled: boolean;
}

const STATUS_RANKS: Readonly<Partial<Record<PaymentRecord['status'], number>>> = { settled: 2, failed: 1 };
const statusRank = ({ record }: GatewaySide): number => STATUS_RANKS[record.status] ?? 0;

/** The further state first, then the earlier row. */
const furtherFirst = (a: GatewaySide, b: GatewaySide): number =>
  statusRank(b) - statusRank(a) ||
  parseInstant(a.record.occurredAt) - parseInstant(b.record.occurredAt) ||
  a.index - b.index;

function mergeOrderRows(rows: readonly GatewaySide[]): GatewayOrder {
  const states = Map.groupBy(rows, ({ rowId, index }) => rowId ?? `row ${index}`);
  const last = [...states.values()].map((same) => same.toSorted(furtherFirst)[0] as GatewaySide);
  const [row] = last.toSorted(furtherFirst) as [GatewaySide];
  const credits = last.filter(({ record }) => record.status === 'settled').map(({ credit }) => credit);
  const isKnown = !credits.includes(undefined);
  const credit = isKnown ? toPlainText(sumBy(credits, (units) => toDecimal(units ?? 0))) : undefined;
  return { row, credit, isSettled: row.record.status === 'settled' };
}

/** The orders of a gateway's rows. */
export const groupOrders = (rows: readonly GatewaySide[]): GatewayOrder[] =>
  [...Map.groupBy(rows, ({ record }) => record.transactionId).values()].map(mergeOrderRows);

/** Orders by each number that a processor may know them by; the gateway's own numbers go first. */
export function indexOrders(orders: readonly GatewayOrder[]): ReadonlyMap<string, GatewayOrder> {
  const byNumber = new Map<string, GatewayOrder>();
  for (const order of orders) byNumber.set(order.row.record.transactionId, order);
  for (const order of orders)
    for (const number of order.row.orderIds) if (!byNumber.has(number)) byNumber.set(number, order);
  return byNumber;
}
