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

/** What was given back of a payment; a refund that does not say how much gave back all. */
const amountReturned = ({ status, amount, refundAmount }: PaymentRecord) =>
  status === 'chargeback' || (status === 'refunded' && refundAmount === undefined)
    ? toDecimal(amount)
    : toDecimal(refundAmount ?? 0);

const latest = (times: readonly number[]): number => times.reduce((a, b) => Math.max(a, b));

/** One order that was paid more than once, in one currency, as one payment; other records are states of one. */
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
    isReturnAlone: payments.every(({ isReturnAlone }) => isReturnAlone),
    record: {
      ...first.record,
      status: 'settled',
      amount: sum(({ amount }) => amount),
      feeAmount: sum(({ feeAmount }) => feeAmount),
      ...(isPositive(toDecimal(returned)) && { refundAmount: returned }),
    },
  };
}

/** Joins the sides of payments by order number. */
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

  /** Whether an order asks for the money that it was settled in, as far as anyone says. */
  #isSameMoney(paid: PaymentRecord, ordered: PaymentRecord): boolean {
    const named = currencyOf(ordered, this.#wallet);
    return named === NO_CURRENCY || named === currencyOf(paid, this.#wallet);
  }

  /** What was credited for a payment; where only a return is known of it, the share of the order that came back. */
  #creditFor({ record, isReturnAlone }: ProcessorSide, { row, credit }: GatewayOrder): string | undefined {
    const asked = toDecimal(row.record.amount);
    const isShare = isReturnAlone && isPositive(asked) && this.#isSameMoney(record, row.record);
    if (credit === undefined || !isShare) return credit;
    const all = toDecimal(credit);
    return toPlainText(smaller(all, divideExactly(all.times(record.amount), asked)));
  }

  /** What a processor's payment buys, where its order has a price of its own, or one in other money than was settled. */
  #boughtBy(
    { record }: ProcessorSide,
    { bought, granted, credit, record: ordered }: GatewaySide,
  ): PaymentContext {
    const own = bought ?? credit;
    if (!this.#isSameMoney(record, ordered))
      return own === undefined ? {} : { bought: own, atRate: toPlainText(toDecimal(own).minus(granted)) };
    const [paid, asked] = [toDecimal(record.amount), toDecimal(ordered.amount)];
    const fee = toDecimal(ordered.feeAmount ?? 0);
    // The gateway's own fee buys nothing; that of the processor is another one.
    const worth = bought === undefined && isPositive(fee) ? toPlainText(asked.minus(fee)) : bought;
    if (worth === undefined || !isPositive(asked)) return {};
    return { bought: toPlainText(divideExactly(toDecimal(worth).times(paid), asked)) };
  }

  /** A credit in the unit of the wallets, beside a payment in other money. */
  #creditOf(record: PaymentRecord, credit: PaymentRecord['amount'] = 0): PaymentContext {
    const named = currencyOf(record, this.#wallet);
    const isForeign = named !== this.#wallet && named !== NO_CURRENCY;
    return isForeign && isPositive(toDecimal(credit)) ? { isCreditKnown: true } : {};
  }

  /**
   * A payment that both sides know.
   * @param isFirst of the processors that name it: an order is credited once
   * @param isAlone no other record tells a state of it
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
    const isTakenBack =
      returnedMs !== undefined &&
      isPositive(share) &&
      isPositive(paid) &&
      this.#takenBack.claim(user, divideExactly(share, paid), returnedMs);
    this.#say(transactionId, {
      ...bought,
      ...(isAlone && this.#creditOf(record, credit)),
      ...(isTakenBack && { isTakenBack: true as const }),
    });
  }

  /** A payment of which no top-up is known. */
  addUncredited({ record, index, orderIds: [orderId] }: ProcessorSide, reach: ReportCoverage): void {
    const transactionId = orderId ?? record.transactionId;
    this.records.push({ index, record: { ...record, transactionId } });
    if (record.creditedAmount !== undefined) return;
    if (reach === 'within') this.#say(transactionId, { lacks: 'credit' });
    if (reach === 'beyond') this.#say(transactionId, { isBeyond: true });
  }

  /** An order that no report states. */
  addUnpaid({ row, credit, isSettled }: GatewayOrder, isElsewhere: boolean, reach: ReportCoverage): void {
    const { record, index, bought } = row;
    const stated = isSettled && credit !== undefined ? { creditedAmount: credit } : {};
    this.records.push({ index, record: { ...record, ...stated } });
    this.#say(record.transactionId, {
      ...(bought !== undefined && { bought }),
      ...this.#creditOf(record, stated.creditedAmount),
      ...(currencyOf(record, this.#wallet) === NO_CURRENCY && { isUnnamed: true as const }),
      ...(isElsewhere && isSettled && { isUnpaid: true as const }),
      ...(reach === 'within' && isSettled && { lacks: 'payment' as const }),
      ...(reach === 'beyond' && isSettled && { isBeyond: true as const }),
    });
  }

  #say(transactionId: string, fact: PaymentContext): void {
    if (Object.keys(fact).length > 0) this.facts.set(transactionId, fact);
  }
}

/**
 * Joins the gateway's side of each payment with the processor's, by equal order number. The joined record has amount,
 * fee, refund, status and time of the processor, credit and customer of the gateway, and the order number as its
 * transaction. A side without its other is judged where the reports of its processor reach (`Reports`).
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
      const isMoney = hasMovedMoney(payment.record) && orders.length > 0 && !payment.isReturnAlone;
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
      all.filter(({ isWhole }) => isWhole),
      ({ record }) => JSON.stringify([record.provider, currencyOf(record, wallet)]),
    );
    const states = all.filter(({ isWhole }) => !isWhole);
    for (const payment of states) joining.addJoined(payment, order);
    // Of two processors that name one order, the credit stands beside what was returned.
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
 * Payments of all rows, both sides joined.
 * @param logs the gateway's log rows, whose administrators may have taken credits back by hand
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
