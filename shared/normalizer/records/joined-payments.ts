import {
  compare,
  divideExactly,
  isPositive,
  smaller,
  sumBy,
  toDecimal,
  toPlainText,
} from '../../money/money.ts';
import type { PaymentContext, PaymentContexts } from '../../payment-context.ts';
import type { PaymentRecord } from '../../schemas/reconciliation-input.ts';
import type { ExportContext, IndexedRecord } from '../export-context.ts';
import { buildQuotaConverter } from '../fields/quota-converter.ts';
import type { Entry } from '../intake/native.ts';
import type { Account } from '../rejections-and-notes.ts';
import {
  currencyOf,
  dropReportedTwice,
  type GatewayOrder,
  type GatewaySide,
  groupOrders,
  hasMovedMoney,
  indexOrders,
  NO_CURRENCY,
  type PaymentSide,
  type ProcessorSide,
} from './order-and-payment.ts';
import { readPaymentSides } from './payments.ts';
import { type ReportCoverage, ReportSpans, type UnjoinedPayments } from './report-spans.ts';
import { RevokedCredits } from './revoked-credits.ts';

/** Returns the amount given back; a refund without an amount counts as full. */
const amountReturned = ({ status, amount, refundAmount }: PaymentRecord) =>
  status === 'chargeback' || (status === 'refunded' && refundAmount === undefined)
    ? toDecimal(amount)
    : toDecimal(refundAmount ?? 0);

const latest = (times: readonly number[]): number => times.reduce((a, b) => Math.max(a, b));

/** Merges several payments of one order in one currency into one payment. */
function mergePayments(payments: readonly ProcessorSide[]): ProcessorSide {
  const [first, ...others] = payments as [ProcessorSide, ...ProcessorSide[]];
  if (others.length === 0) return first;
  const sum = (pick: (record: PaymentRecord) => PaymentRecord['amount'] | undefined): string =>
    toPlainText(sumBy(payments, ({ record }) => toDecimal(pick(record) ?? 0)));
  const returned = toPlainText(sumBy(payments, ({ record }) => amountReturned(record)));
  const times = payments.flatMap(({ returnedMs }) => returnedMs ?? []);
  return {
    ...first,
    ...(times.length > 0 && { returnedMs: latest(times) }),
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

/** Builds the joined records and their context. */
class PaymentJoiner {
  readonly records: IndexedRecord<PaymentRecord>[] = [];
  readonly facts = new Map<string, PaymentContext>();
  readonly #wallet: string;
  readonly #takenBack: RevokedCredits;
  readonly #account: Account;

  constructor(wallet: string, takenBack: RevokedCredits, account: Account) {
    this.#wallet = wallet;
    this.#takenBack = takenBack;
    this.#account = account;
  }

  /** Returns whether order and payment are in the same currency, or the order names none. */
  #isSameMoney(paid: PaymentRecord, ordered: PaymentRecord): boolean {
    const named = currencyOf(ordered, this.#wallet);
    return named === NO_CURRENCY || named === currencyOf(paid, this.#wallet);
  }

  /** Returns the credit of a payment; if only its refund is known, the refunded share of the credit. */
  #creditFor({ record, isRefundOnly }: ProcessorSide, { row, credit }: GatewayOrder): string | undefined {
    const asked = toDecimal(row.record.amount);
    const isShare = isRefundOnly && isPositive(asked) && this.#isSameMoney(record, row.record);
    if (credit === undefined || !isShare) return credit;
    const all = toDecimal(credit);
    return toPlainText(smaller(all, divideExactly(all.times(record.amount), asked)));
  }

  /** Returns what a payment buys, if its order has its own price or another currency than the payment. */
  #boughtBy({ record }: ProcessorSide, { bought, granted, credit, record: ordered }: GatewaySide) {
    const own = bought ?? credit;
    if (!this.#isSameMoney(record, ordered))
      return own === undefined ? {} : { bought: own, atRate: toPlainText(toDecimal(own).minus(granted)) };
    const [paid, asked] = [toDecimal(record.amount), toDecimal(ordered.amount)];
    const fee = toDecimal(ordered.feeAmount ?? 0);
    // Subtract the gateway's own fee, which buys nothing. The fee of the processor is a different one.
    const worth = bought === undefined && isPositive(fee) ? toPlainText(asked.minus(fee)) : bought;
    if (worth === undefined || !isPositive(asked)) return {};
    return { bought: toPlainText(divideExactly(toDecimal(worth).times(paid), asked)) };
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
   * @param isAlone whether no other record describes a state of it
   */
  addJoined(payment: ProcessorSide, order: GatewayOrder, isFirst = true, isAlone = false): void {
    const { transactionId, userId } = order.row.record;
    const { record, index, returnedMs } = payment;
    const bought = this.#boughtBy(payment, order.row);
    const credit = this.#creditFor(payment, order);
    const user = userId ?? record.userId;
    this.#account.note('paymentsJoined');
    this.records.push({
      index,
      record: {
        ...record,
        transactionId,
        ...(user === undefined ? {} : { userId: user }),
        ...(credit === undefined || !isFirst ? {} : { creditedAmount: credit }),
      },
    });
    const paid = toDecimal(record.amount);
    const share = toDecimal(credit ?? 0).times(amountReturned(record));
    const isCreditRevoked =
      returnedMs !== undefined &&
      isPositive(share) &&
      isPositive(paid) &&
      this.#takenBack.claim(user, divideExactly(share, paid), returnedMs);
    this.#say(transactionId, {
      ...bought,
      ...(isAlone && this.#creditOf(record, credit)),
      ...(isCreditRevoked && { isCreditRevoked: true as const }),
    });
  }

  /** Adds a payment without a known order. */
  addUncredited({ record, index, orderIds: [orderId] }: ProcessorSide, reach: ReportCoverage): void {
    const transactionId = orderId ?? record.transactionId;
    this.records.push({ index, record: { ...record, transactionId } });
    if (record.creditedAmount !== undefined) return;
    if (reach === 'within') this.#say(transactionId, { lacks: 'credit' });
    if (reach === 'beyond') this.#say(transactionId, { isOutsideReports: true });
  }

  /** Adds an order without a known payment. */
  addUnpaid({ row, credit, isSettled }: GatewayOrder, isElsewhere: boolean, reach: ReportCoverage): void {
    const { record, index, bought } = row;
    const settledCredit = isSettled && credit !== undefined ? { creditedAmount: credit } : {};
    this.records.push({ index, record: { ...record, ...settledCredit } });
    this.#say(record.transactionId, {
      ...(bought !== undefined && { bought }),
      ...this.#creditOf(record, settledCredit.creditedAmount),
      ...(currencyOf(record, this.#wallet) === NO_CURRENCY && { isUnnamed: true as const }),
      ...(isElsewhere && isSettled && { isUnpaid: true as const }),
      ...(reach === 'within' && isSettled && { lacks: 'payment' as const }),
      ...(reach === 'beyond' && isSettled && { isOutsideReports: true as const }),
    });
  }

  #say(transactionId: string, fact: PaymentContext): void {
    if (Object.keys(fact).length > 0) this.facts.set(transactionId, fact);
  }
}

/**
 * Joins the orders of the gateway with the payments of processors, by equal order number. A joined record takes
 * amount, fee, refund, status and time from the processor, credit and customer from the gateway, and the order number
 * as transaction id. Unjoined sides are judged only within the spans of `ReportSpans`.
 * @param wallet currency of the wallets, upper case
 */
function joinSides(
  sides: readonly PaymentSide[],
  wallet: string,
  takenBack: RevokedCredits,
  account: Account,
) {
  const orders = groupOrders(sides.filter((side) => side.side === 'gateway'));
  const byNumber = indexOrders(orders);
  const payments = dropReportedTwice(
    sides.filter((side) => side.side === 'processor'),
    wallet,
    account,
  );
  const orderOf = ({ orderIds }: ProcessorSide): GatewayOrder | undefined =>
    orderIds.map((id) => byNumber.get(id)).find((order) => order !== undefined);

  const joining = new PaymentJoiner(wallet, takenBack, account);
  const reports = new ReportSpans();
  for (const payment of payments) reports.add(payment, orderOf(payment));
  const paid = new Map<GatewayOrder, ProcessorSide[]>();
  for (const payment of payments) {
    const order = orderOf(payment);
    if (order === undefined) {
      const isMoney = hasMovedMoney(payment.record) && orders.length > 0 && !payment.isRefundOnly;
      const reach = isMoney ? reports.coverageOf(payment) : 'unknown';
      if (isMoney && payment.orderIds.length === 0) account.note('noOrderNumber');
      joining.addUncredited(payment, reach);
    } else {
      const all = paid.get(order) ?? [];
      all.push(payment);
      paid.set(order, all);
    }
  }
  for (const [order, all] of paid) {
    const whole = Map.groupBy(
      all.filter(({ isComplete }) => isComplete),
      ({ record }) => JSON.stringify([record.provider, currencyOf(record, wallet)]),
    );
    const states = all.filter(({ isComplete }) => !isComplete);
    for (const payment of states) joining.addJoined(payment, order);
    // If two processors name one order, assign the credit to the one with the larger refund.
    const paidBy = [...whole.values()]
      .map(mergePayments)
      .sort((a, b) => compare(amountReturned(b.record), amountReturned(a.record)));
    const isAlone = states.length === 0 && paidBy.length === 1;
    for (const [index, same] of paidBy.entries())
      joining.addJoined(same, order, states.length + index === 0, isAlone);
  }
  const unjoined = reports.findUnjoined(orders.filter((order) => !paid.has(order)));
  for (const order of orders) {
    if (paid.has(order)) continue;
    const reach = reports.coverageOf(order.row);
    joining.addUnpaid(order, reach !== 'unknown' || unjoined.orders.has(order), reach);
  }
  return { records: joining.records, facts: joining.facts, unjoined };
}

/**
 * Reads all payments and joins orders with payments.
 * @param logs log rows of the gateway, in which administrators may have revoked credits
 */
export function joinPayments(
  payments: readonly Entry[],
  logs: readonly Entry[],
  context: ExportContext,
  account: Account,
): {
  readonly records: readonly IndexedRecord<PaymentRecord>[];
  readonly facts: PaymentContexts;
  readonly unjoined: UnjoinedPayments;
} {
  const { quotaPerUnit, connector, currency } = context;
  const per = quotaPerUnit === undefined ? undefined : buildQuotaConverter(quotaPerUnit, account);
  const takenBack = RevokedCredits.of(logs, connector, per);
  return joinSides(readPaymentSides(payments, context, account), currency, takenBack, account);
}
