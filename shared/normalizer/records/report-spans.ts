import { parseInstant } from '../../civil-time.ts';
import { DAY_MS } from '../../instant.ts';
import {
  type GatewayOrder,
  type GatewayOrderRow,
  hasMovedMoney,
  type OrderOrPayment,
  type ProcessorPayment,
} from './order-and-payment.ts';

/** Payment methods as gateways name them, by processor. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  alipay: ['alipay'],
  wechat: ['wxpay', 'wechat', 'weixin'],
};

/** Payments or orders: their number, the times of the first and the last, and how the orders were paid. */
class PaymentSpan {
  payments = 0;
  firstMs = Number.POSITIVE_INFINITY;
  lastMs = Number.NEGATIVE_INFINITY;
  readonly ways = new Set<string>();

  add(time: number): void {
    this.payments++;
    this.firstMs = Math.min(this.firstMs, time);
    this.lastMs = Math.max(this.lastMs, time);
  }
}

function spanOf(spans: Map<string, PaymentSpan>, provider: string): PaymentSpan {
  const span = spans.get(provider) ?? new PaymentSpan();
  spans.set(provider, span);
  return span;
}

/** Whether the time of a payment or order is within the reports of its processor; `unknown` without such a report. */
export type ReportCoverage = 'within' | 'beyond' | 'unknown';

/** Payments and orders that are probably the same money, although no order number is in both. */
export interface UnjoinedPayments {
  readonly providers: readonly string[];
  readonly payments: number;
  readonly orders: ReadonlySet<GatewayOrder>;
}

/** Tolerance between the spans of both lists, because gateways date an order when they learn of its payment. */
const SPAN_SLACK_MS = DAY_MS;

const paymentTime = ({ record }: OrderOrPayment): number => parseInstant(record.occurredAt);
const providerOf = ({ record }: OrderOrPayment): string => record.provider ?? '';

/**
 * Finds which times the reports of each payment processor cover: from the first to the last payment that was joined
 * with an order. Payments outside these times are not judged, because exports do not begin and end exactly with the
 * month.
 */
export class ReportSpans {
  readonly #reported = new Map<string, PaymentSpan>();
  readonly #joined = new Map<string, PaymentSpan>();

  /** Adds a payment of a report, and the order that it was joined with, if any. */
  add(payment: ProcessorPayment, order: GatewayOrder | undefined): void {
    const provider = providerOf(payment);
    if (!hasMovedMoney(payment.record)) return;
    const time = paymentTime(payment);
    // Skip records with a credit, because they already contain both the order and the payment.
    if (!payment.isRefundOnly && payment.record.creditedAmount === undefined)
      spanOf(this.#reported, provider).add(time);
    if (order === undefined) return;
    const joined = spanOf(this.#joined, provider);
    joined.add(time);
    joined.ways.add(order.row.way);
  }

  /** Returns whether a processor's report would contain a payment of this kind. */
  #isAbout(provider: string, { record, way, method }: GatewayOrderRow): boolean {
    const isNamed = provider !== '' && record.provider?.toLowerCase() === provider.toLowerCase();
    const isMethod = METHODS[provider]?.includes(method ?? '') ?? false;
    return isNamed || isMethod || (this.#joined.get(provider)?.ways.has(way) ?? false);
  }

  /** Finds processors whose reports share no number with the orders of the time: probably both are the same money. */
  findUnjoined(orders: readonly GatewayOrder[]): UnjoinedPayments {
    const settled = orders.filter(({ isSettled }) => isSettled);
    const byName = Map.groupBy(settled, ({ row }) => row.record.provider?.toLowerCase() ?? '');
    const byMethod = Map.groupBy(settled, ({ row }) => row.method ?? '');
    const found = { providers: [] as string[], payments: 0, orders: new Set<GatewayOrder>() };
    for (const [provider, { payments, firstMs, lastMs }] of this.#reported) {
      if (provider === '' || this.#joined.has(provider)) continue;
      const methods = METHODS[provider] ?? [];
      const providersOrders = [
        ...(byName.get(provider.toLowerCase()) ?? []),
        ...methods.flatMap((method) => byMethod.get(method) ?? []),
      ];
      const span = new PaymentSpan();
      for (const { row } of providersOrders) span.add(paymentTime(row));
      if (span.firstMs > lastMs + SPAN_SLACK_MS || span.lastMs < firstMs - SPAN_SLACK_MS) continue;
      found.providers.push(provider);
      found.payments += payments;
      for (const order of providersOrders) found.orders.add(order);
    }
    return found;
  }

  /**
   * Returns `within` if both lists cover the time of an order or payment, so that its missing counterpart should be in
   * them; `beyond` if not; `unknown` if no order is joined with a payment of this processor.
   */
  findCoverage(payment: OrderOrPayment): ReportCoverage {
    const about =
      payment.source === 'processor'
        ? [providerOf(payment)]
        : [...this.#joined.keys()].filter((provider) => this.#isAbout(provider, payment));
    const spans = about.map((provider) => this.#joined.get(provider));
    if (spans.every((span) => span === undefined)) return 'unknown';
    const time = paymentTime(payment);
    const isWithin = spans.every((span) => span && span.firstMs <= time && time <= span.lastMs);
    return isWithin ? 'within' : 'beyond';
  }
}
