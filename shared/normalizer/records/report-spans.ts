import { DAY_MS, parseInstant } from '../../instant.ts';
import {
  type GatewayOrder,
  type GatewaySide,
  hasMovedMoney,
  type PaymentSide,
  type ProcessorSide,
} from './order-and-payment.ts';

/** What gateways call a way to pay, by the processor whose report knows it. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  alipay: ['alipay'],
  wechat: ['wxpay', 'wechat', 'weixin'],
};

/** What a processor's reports state: how many payments, and when the first and the last of them were made. */
interface PaymentSpan {
  payments: number;
  firstMs: number;
  lastMs: number;
}

/** The same of payments that were joined, and the ways that their orders were paid. */
interface JoinedSpan extends PaymentSpan {
  readonly ways: Set<string>;
}

/** Whether the reports about a side reach over its time: `unknown` where no report is about it. */
export type ReportCoverage = 'within' | 'beyond' | 'unknown';

/** A processor's payments and a gateway's orders of them, of which none has a number of the others. */
export interface UnjoinedPayments {
  readonly providers: readonly string[];
  readonly payments: number;
  readonly orders: ReadonlySet<GatewayOrder>;
}

/** Lists of one span may begin and end hours apart: gateways date an order when they hear of its payment. */
const SPAN_SLACK_MS = DAY_MS;

const paymentTime = ({ record }: PaymentSide): number => parseInstant(record.occurredAt);
const providerOf = ({ record }: PaymentSide): string => record.provider ?? '';

function extendSpan(stated: PaymentSpan, time: number): void {
  stated.payments++;
  stated.firstMs = Math.min(stated.firstMs, time);
  stated.lastMs = Math.max(stated.lastMs, time);
}
const emptySpan = (): PaymentSpan => ({
  payments: 0,
  firstMs: Number.POSITIVE_INFINITY,
  lastMs: Number.NEGATIVE_INFINITY,
});

/**
 * How far the reports of each processor reach. Exports begin and end at other instants than months do, and a report
 * without order numbers joins nothing: so a processor is judged only where orders of it were joined, and only between
 * the first and the last of them.
 */
export class ReportSpans {
  readonly #stated = new Map<string, PaymentSpan>();
  readonly #joined = new Map<string, JoinedSpan>();

  add(payment: ProcessorSide, order: GatewayOrder | undefined): void {
    const provider = providerOf(payment);
    if (!hasMovedMoney(payment.record)) return;
    const time = paymentTime(payment);
    // A record with a credit has both sides already.
    if (!payment.isReturnAlone && payment.record.creditedAmount === undefined) {
      const stated = this.#stated.get(provider) ?? emptySpan();
      this.#stated.set(provider, stated);
      extendSpan(stated, time);
    }
    if (order === undefined) return;
    const joined = this.#joined.get(provider) ?? { ...emptySpan(), ways: new Set() };
    this.#joined.set(provider, joined);
    extendSpan(joined, time);
    joined.ways.add(order.row.way);
  }

  /** Whether a processor's report would state what was paid this way. */
  #isAbout(provider: string, { record, way, method }: GatewaySide): boolean {
    const isNamed = provider !== '' && record.provider?.toLowerCase() === provider.toLowerCase();
    const isMethod = METHODS[provider]?.includes(method ?? '') ?? false;
    return isNamed || isMethod || (this.#joined.get(provider)?.ways.has(way) ?? false);
  }

  /**
   * Finds lists of payments and orders that are the same money told twice: of one processor and one span, without any
   * order number in both.
   */
  findUnjoined(orders: readonly GatewayOrder[]): UnjoinedPayments {
    const settled = orders.filter(({ isSettled }) => isSettled);
    const byName = Map.groupBy(settled, ({ row }) => row.record.provider?.toLowerCase() ?? '');
    const byMethod = Map.groupBy(settled, ({ row }) => row.method ?? '');
    const found = { providers: [] as string[], payments: 0, orders: new Set<GatewayOrder>() };
    for (const [provider, { payments, firstMs, lastMs }] of this.#stated) {
      if (provider === '' || this.#joined.has(provider)) continue;
      const methods = METHODS[provider] ?? [];
      const own = [
        ...(byName.get(provider.toLowerCase()) ?? []),
        ...methods.flatMap((method) => byMethod.get(method) ?? []),
      ];
      const span = emptySpan();
      for (const { row } of own) extendSpan(span, paymentTime(row));
      if (span.firstMs > lastMs + SPAN_SLACK_MS || span.lastMs < firstMs - SPAN_SLACK_MS) continue;
      found.providers.push(provider);
      found.payments += payments;
      for (const order of own) found.orders.add(order);
    }
    return found;
  }

  /** Whether the other side of this one would be known if there were any. */
  coverageOf(side: PaymentSide): ReportCoverage {
    const about =
      side.side === 'processor'
        ? [providerOf(side)]
        : [...this.#joined.keys()].filter((provider) => this.#isAbout(provider, side));
    if (!about.some((provider) => this.#joined.has(provider))) return 'unknown';
    const time = paymentTime(side);
    const isWithin = about.every((provider) => {
      const joined = this.#joined.get(provider);
      return joined !== undefined && joined.firstMs <= time && time <= joined.lastMs;
    });
    return isWithin ? 'within' : 'beyond';
  }
}
