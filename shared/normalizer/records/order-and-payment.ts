import { parseInstant } from '../../civil-time.ts';
import { toCurrencyCode } from '../../money/currency.ts';
import { type Decimal, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import type { PaymentRecord } from '../../schemas/reconciliation-input.ts';
import { DuplicateFinder } from '../duplicates/duplicate-finder.ts';
import type { IndexedRecord } from '../export-context.ts';
import type { RowOutcomes } from '../row-outcomes.ts';

/** ISO 4217 code for "no currency", for records whose rows name none. */
export const NO_CURRENCY = 'XXX';

/** A row of a gateway's payments table. It has the credit and the customer, but often not the amount paid. */
export interface GatewayOrderRow extends IndexedRecord<PaymentRecord> {
  readonly source: 'gateway';
  /** Numbers by which the processor may know the order, the gateway's own first. */
  readonly orderIds: readonly string[];
  /** Row number. Rows of one order with the same number are states of one credit. */
  readonly rowId: number | string | undefined;
  /** Key of provider and payment method. */
  readonly way: string;
  /** Payment method as the gateway names it. */
  readonly method: string | undefined;
  /** Credit in wallet units, in any currency of the record. */
  readonly credit: string | undefined;
  /** Credit that the amount buys, if the gateway has its own price for it. */
  readonly bought: string | undefined;
  /** Part of the credit given free of charge, by a bonus or a discount. */
  readonly granted: Decimal;
}

/** A payment of a processor's report with its refunds and disputes, or a payment in the API's own format. */
export interface ProcessorPayment extends IndexedRecord<PaymentRecord> {
  readonly source: 'processor';
  readonly orderIds: readonly string[];
  /** Time of the last refund or dispute. */
  readonly returnedMs?: number;
  /** Only the refund is known; the payment itself is in another report. */
  readonly isRefundOnly?: boolean;
  /** Whether the record contains all movements; other records of the payment are earlier states. */
  readonly isComplete: boolean;
}

/** A row of a gateway's payments table, or a payment of a processor's report. Both may be the same money. */
export type OrderOrPayment = GatewayOrderRow | ProcessorPayment;

/** Returns whether a payment has moved money: any status except `pending` and `failed`. */
export const hasMovedMoney = ({ status }: PaymentRecord): boolean =>
  status !== 'pending' && status !== 'failed';
/** Returns the currency of a payment, in upper case; by default that of the wallets. */
export const currencyOf = ({ currency }: PaymentRecord, wallet: string): string =>
  toCurrencyCode(currency ?? '') || wallet;

const amountText = (amount: PaymentRecord['amount'] | undefined): string | undefined =>
  amount === undefined ? undefined : toPlainText(toDecimal(amount));
const OPTIONAL: readonly ((record: PaymentRecord) => string | undefined)[] = [
  ({ provider }) => provider?.toLowerCase(),
  ({ feeAmount }) => amountText(feeAmount),
  ({ refundAmount }) => amountText(refundAmount),
];

/**
 * Drops payments in the API's own format that a processor's report also contains, and counts them as repeated: order
 * number, time, currency and amount are equal, and so are provider, fee and refund if both have them.
 */
export function dropReportedTwice(
  payments: readonly ProcessorPayment[],
  wallet: string,
  outcomes: RowOutcomes,
): readonly ProcessorPayment[] {
  const reported = new DuplicateFinder<ProcessorPayment>({
    key: ({ isComplete, orderIds: [orderId], record }) => (isComplete && orderId) || record.transactionId,
    text: ({ record }) =>
      `${Date.parse(record.occurredAt)} ${currencyOf(record, wallet)} ${amountText(record.amount)}`,
    isSame: ({ record: a }, { record: b }) =>
      hasMovedMoney(a) && OPTIONAL.every((text) => (text(a) ?? text(b)) === (text(b) ?? text(a))),
  });
  for (const payment of payments) if (payment.isComplete) reported.add(payment);
  return payments.filter((payment) => {
    const same = payment.isComplete ? undefined : reported.find(payment);
    if (same) outcomes.repeat(payment, same.row);
    return same === undefined;
  });
}

/** An order of a gateway: all rows of its number, each in its latest state. */
export interface GatewayOrder {
  readonly row: GatewayOrderRow;
  /** Credit of all rows in wallet units; 0 if none succeeded, absent if one is unknown. */
  readonly credit: string | undefined;
  readonly isSettled: boolean;
}

const STATUS_RANKS: Readonly<Partial<Record<PaymentRecord['status'], number>>> = { settled: 2, failed: 1 };
const statusRank = ({ record }: GatewayOrderRow): number => STATUS_RANKS[record.status] ?? 0;

const furtherFirst = (a: GatewayOrderRow, b: GatewayOrderRow): number =>
  statusRank(b) - statusRank(a) ||
  parseInstant(a.record.occurredAt) - parseInstant(b.record.occurredAt) ||
  a.index - b.index;

function mergeOrderRows(rows: readonly GatewayOrderRow[]): GatewayOrder {
  const states = Map.groupBy(rows, ({ rowId, index }) => rowId ?? `row ${index}`);
  const last = [...states.values()].map((same) => same.toSorted(furtherFirst)[0] as GatewayOrderRow);
  const [row] = last.toSorted(furtherFirst) as [GatewayOrderRow];
  const credits = last.filter(({ record }) => record.status === 'settled').map(({ credit }) => credit);
  const isKnown = !credits.includes(undefined);
  const credit = isKnown ? toPlainText(sumBy(credits, (units) => toDecimal(units ?? 0))) : undefined;
  return { row, credit, isSettled: row.record.status === 'settled' };
}

/** Merges the rows of a gateway's payments table that have the same order number into one order. */
export const groupOrders = (rows: readonly GatewayOrderRow[]): GatewayOrder[] =>
  [...Map.groupBy(rows, ({ record }) => record.transactionId).values()].map(mergeOrderRows);

/** Indexes orders by every number that a processor may have; the gateway's own take precedence. */
export function indexOrders(orders: readonly GatewayOrder[]): ReadonlyMap<string, GatewayOrder> {
  const byNumber = new Map<string, GatewayOrder>();
  for (const order of orders) byNumber.set(order.row.record.transactionId, order);
  for (const order of orders)
    for (const number of order.row.orderIds) if (!byNumber.has(number)) byNumber.set(number, order);
  return byNumber;
}
