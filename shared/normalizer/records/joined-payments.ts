import { compare, isPositive, smaller, sumBy, toDecimal, toPlainText } from '../../money/money.ts';
import { divideExactly } from '../../money/ratio.ts';
import type { PaymentContext } from '../../payment-context.ts';
import type { PaymentRecord } from '../../schemas/reconciliation-input.ts';
import type { ExportContext, IndexedRecord } from '../export-context.ts';
import { buildQuotaConverter } from '../fields/quota-converter.ts';
import type { IndexedRow } from '../intake/native.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import {
  currencyOf,
  dropReportedTwice,
  type GatewayOrder,
  type GatewayOrderRow,
  groupOrders,
  hasMovedMoney,
  indexOrders,
  NO_CURRENCY,
  type ProcessorPayment,
} from './order-and-payment.ts';
import { readOrdersAndPayments } from './payments.ts';
import { type ReportCoverage, ReportSpans } from './report-spans.ts';
import { RevokedCredits } from './revoked-credits.ts';

/** Returns the amount given back; a refund without an amount counts as full. */
const amountReturned = ({ status, amount, refundAmount }: PaymentRecord) =>
  status === 'chargeback' || (status === 'refunded' && refundAmount === undefined)
    ? toDecimal(amount)
    : toDecimal(refundAmount ?? 0);

/** Merges several payments of one order in one currency into one payment. */
function mergePayments(payments: readonly ProcessorPayment[]): ProcessorPayment {
  const [first, ...others] = payments as [ProcessorPayment, ...ProcessorPayment[]];
  if (others.length === 0) return first;
  const sum = (pick: (record: PaymentRecord) => PaymentRecord['amount'] | undefined): string =>
    toPlainText(sumBy(payments, ({ record }) => toDecimal(pick(record) ?? 0)));
  const returned = toPlainText(sumBy(payments, ({ record }) => amountReturned(record)));
  const times = payments.flatMap(({ returnedMs }) => returnedMs ?? []);
  return {
    ...first,
    ...(times.length > 0 && { returnedMs: times.reduce((a, b) => Math.max(a, b)) }),
    isRefundOnly: payments.every(({ isRefundOnly }) => isRefundOnly),
    record: {
      ...first.record,
      status: 'settled',
      amount: sum(({ amount }) => amount),
      feeAmount: sum(({ feeAmount }) => feeAmount),
      ...(isPositive(toDecimal(returned)) && { refundAmount: returned }),
    },
  };
}

class PaymentJoiner {
  readonly records: IndexedRecord<PaymentRecord>[] = [];
  readonly contexts = new Map<string, PaymentContext>();
  readonly #wallet: string;
  readonly #revokedCredits: RevokedCredits;
  readonly #outcomes: RowOutcomes;

  constructor(wallet: string, revokedCredits: RevokedCredits, outcomes: RowOutcomes) {
    this.#wallet = wallet;
    this.#revokedCredits = revokedCredits;
    this.#outcomes = outcomes;
  }

  /** Returns whether order and payment are in the same currency, or the order names none. */
  #isSameMoney(paid: PaymentRecord, ordered: PaymentRecord): boolean {
    const named = currencyOf(ordered, this.#wallet);
    return named === NO_CURRENCY || named === currencyOf(paid, this.#wallet);
  }

  /** Returns the credit of a payment; if only its refund is known, the refunded share of the credit. */
  #creditFor({ record, isRefundOnly }: ProcessorPayment, { row, credit }: GatewayOrder): string | undefined {
    const ordered = toDecimal(row.record.amount);
    const isShare = isRefundOnly && isPositive(ordered) && this.#isSameMoney(record, row.record);
    if (credit === undefined || !isShare) return credit;
    const all = toDecimal(credit);
    return toPlainText(smaller(all, divideExactly(all.times(record.amount), ordered)));
  }

  /** Returns what a payment buys, if its order has its own price or another currency than the payment. */
  #boughtBy({ record }: ProcessorPayment, { bought, granted, credit, record: ordered }: GatewayOrderRow) {
    if (!this.#isSameMoney(record, ordered)) {
      const units = bought ?? credit;
      if (units === undefined) return {};
      return { bought: units, atRate: toPlainText(toDecimal(units).minus(granted)) };
    }
    const [price, fee] = [toDecimal(ordered.amount), toDecimal(ordered.feeAmount ?? 0)];
    // Subtract the fee that the gateway itself adds (not the fee of the processor), because it buys no credit.
    const units = bought ?? (isPositive(fee) ? price.minus(fee) : undefined);
    if (units === undefined || !isPositive(price)) return {};
    return { bought: toPlainText(divideExactly(toDecimal(record.amount).times(units), price)) };
  }

  /** Marks a payment in a foreign currency whose credit in the wallets' unit is known. */
  #creditOf(record: PaymentRecord, credit: PaymentRecord['amount'] = 0): PaymentContext {
    const named = currencyOf(record, this.#wallet);
    const isForeign = named !== this.#wallet && named !== NO_CURRENCY;
    return isForeign && isPositive(toDecimal(credit)) ? { isCreditKnown: true } : {};
  }

  /**
   * Adds a payment that order and report both contain.
   * @param isFirst whether it is the first payment of the order, which receives the credit
   * @param isOnly whether no other record describes a state of it
   */
  #addJoined(payment: ProcessorPayment, order: GatewayOrder, isFirst = true, isOnly = false): void {
    const { record, index, returnedMs } = payment;
    const { transactionId, userId = record.userId } = order.row.record;
    const credit = this.#creditFor(payment, order);
    this.#outcomes.note('paymentsJoined');
    this.records.push({
      index,
      record: {
        ...record,
        transactionId,
        ...(userId !== undefined && { userId }),
        ...(credit !== undefined && isFirst && { creditedAmount: credit }),
      },
    });
    const paid = toDecimal(record.amount);
    const share = toDecimal(credit ?? 0).times(amountReturned(record));
    const isCreditRevoked =
      returnedMs !== undefined &&
      isPositive(share) &&
      isPositive(paid) &&
      this.#revokedCredits.claim(userId, divideExactly(share, paid), returnedMs);
    this.#addContext(transactionId, {
      ...this.#boughtBy(payment, order.row),
      ...(isOnly && this.#creditOf(record, credit)),
      ...(isCreditRevoked && { isCreditRevoked }),
    });
  }

  /** Adds the payments of an order: one for each processor and currency, and states of payments. */
  addOrder(order: GatewayOrder, payments: readonly ProcessorPayment[]): void {
    const states = payments.filter(({ isComplete }) => !isComplete);
    const complete = payments.filter(({ isComplete }) => isComplete);
    for (const payment of states) this.#addJoined(payment, order);
    const byProcessor = Map.groupBy(complete, ({ record }) =>
      JSON.stringify([record.provider, currencyOf(record, this.#wallet)]),
    );
    // If payments of two processors have one order, the payment with the larger refund is first and gets the credit.
    const merged = [...byProcessor.values()]
      .map(mergePayments)
      .sort((a, b) => compare(amountReturned(b.record), amountReturned(a.record)));
    const isOnly = states.length === 0 && merged.length === 1;
    for (const [index, payment] of merged.entries())
      this.#addJoined(payment, order, states.length + index === 0, isOnly);
  }

  addUncredited({ record, index, orderIds: [orderId] }: ProcessorPayment, coverage: ReportCoverage): void {
    const transactionId = orderId ?? record.transactionId;
    this.records.push({ index, record: { ...record, transactionId } });
    if (record.creditedAmount !== undefined) return;
    if (coverage === 'within') this.#addContext(transactionId, { lacks: 'credit' });
    if (coverage === 'beyond') this.#addContext(transactionId, { isOutsideReports: true });
  }

  /** Adds an order without a known payment; `isReported` if reports contain payments of its processor. */
  addUnpaid({ row, credit, isSettled }: GatewayOrder, isReported: boolean, coverage: ReportCoverage): void {
    const { record, index, bought } = row;
    const settledCredit = isSettled && credit !== undefined ? { creditedAmount: credit } : {};
    this.records.push({ index, record: { ...record, ...settledCredit } });
    this.#addContext(record.transactionId, {
      ...(bought !== undefined && { bought }),
      ...this.#creditOf(record, settledCredit.creditedAmount),
      ...(currencyOf(record, this.#wallet) === NO_CURRENCY && { isUnnamed: true }),
      ...(isReported && isSettled && { isUnpaid: true }),
      ...(coverage === 'within' && isSettled && { lacks: 'payment' }),
      ...(coverage === 'beyond' && isSettled && { isOutsideReports: true }),
    });
  }

  #addContext(transactionId: string, context: PaymentContext): void {
    if (Object.keys(context).length > 0) this.contexts.set(transactionId, context);
  }
}

/**
 * Reads all payments, and joins the orders of the gateway with the payments in processors' reports, by equal order
 * number. A joined record takes amount, fee, refund, status and time from the processor, credit and customer from the
 * gateway, and the order number as transaction id. Unjoined sides are judged only within the spans of `ReportSpans`.
 * @param logs log rows of the gateway, in which administrators may have revoked credits
 * @returns the payment records, their data for which a record has no field (`contexts`), payments and orders that are
 * probably the same money but have no order number in common (`unjoined`), and the payments of reports (`reported`)
 */
export function joinPayments(
  rows: readonly IndexedRow[],
  logs: readonly IndexedRow[],
  context: ExportContext,
  outcomes: RowOutcomes,
) {
  const { quotaPerUnit, connector, currency: wallet } = context;
  const converter = quotaPerUnit === undefined ? undefined : buildQuotaConverter(quotaPerUnit, outcomes);
  const joiner = new PaymentJoiner(wallet, new RevokedCredits(logs, connector, converter), outcomes);
  const sides = readOrdersAndPayments(rows, context, outcomes);
  const orders = groupOrders(sides.filter((side) => side.source === 'gateway'));
  const byNumber = indexOrders(orders);
  const ofProcessors = sides.filter((side) => side.source === 'processor');
  const payments = dropReportedTwice(ofProcessors, wallet, outcomes);
  const orderOf = ({ orderIds }: ProcessorPayment): GatewayOrder | undefined =>
    orderIds.map((id) => byNumber.get(id)).find((order) => order !== undefined);

  const reports = new ReportSpans();
  for (const payment of payments) reports.add(payment, orderOf(payment));
  const byOrder = Map.groupBy(payments, orderOf);
  for (const payment of byOrder.get(undefined) ?? []) {
    const isMoney = hasMovedMoney(payment.record) && orders.length > 0 && !payment.isRefundOnly;
    if (isMoney && payment.orderIds.length === 0) outcomes.note('noOrderNumber');
    joiner.addUncredited(payment, isMoney ? reports.findCoverage(payment) : 'unknown');
  }
  for (const [order, ofOrder] of byOrder) if (order) joiner.addOrder(order, ofOrder);
  const unjoined = reports.findUnjoined(orders.filter((order) => !byOrder.has(order)));
  for (const order of orders) {
    if (byOrder.has(order)) continue;
    const coverage = reports.findCoverage(order.row);
    joiner.addUnpaid(order, coverage !== 'unknown' || unjoined.orders.has(order), coverage);
  }
  const reported = payments.filter(({ record }) => hasMovedMoney(record));
  return { records: joiner.records, contexts: joiner.contexts, unjoined, reported };
}
