import { parseInstant } from '../../instant.ts';
import {
  type GatewaySide,
  isEffective,
  type Order,
  type PaymentSide,
  type ProcessorSide,
} from './payment-sides.ts';

/** What gateways call a way to pay, by the processor whose report knows it. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  alipay: ['alipay'],
  wechat: ['wxpay', 'wechat', 'weixin'],
};

/** Orders of one processor's report that were joined: when the first and the last of them were paid. */
interface Report {
  firstMs: number;
  lastMs: number;
  readonly ways: Set<string>;
}

/** Whether the reports about a side reach over its time: `unknown` where no report is about it. */
export type Reach = 'within' | 'beyond' | 'unknown';

const madeAt = ({ record }: PaymentSide): number => parseInstant(record.occurredAt);
const providerOf = ({ record }: PaymentSide): string => record.provider ?? '';

/**
 * How far the reports of each processor reach. Exports begin and end at other instants than months do, and a report
 * without order numbers joins nothing: so a processor is judged only where orders of it were joined, and only between
 * the first and the last of them.
 */
export class Reports {
  readonly #reports = new Map<string, Report>();
  /** Processors whose reports name no orders. */
  readonly #nameless = new Set<string>();

  add(payment: ProcessorSide, order: Order | undefined): void {
    const provider = providerOf(payment);
    if (!isEffective(payment.record)) return;
    if (payment.orderIds.length === 0) this.#nameless.add(provider);
    if (order === undefined) return;
    const time = madeAt(payment);
    const report = this.#reports.get(provider);
    if (report === undefined)
      this.#reports.set(provider, { firstMs: time, lastMs: time, ways: new Set([order.row.way]) });
    else {
      report.firstMs = Math.min(report.firstMs, time);
      report.lastMs = Math.max(report.lastMs, time);
      report.ways.add(order.row.way);
    }
  }

  /** Whether a processor's report would state what was paid this way. */
  #isAbout(provider: string, { record, way, method }: GatewaySide): boolean {
    const isNamed = provider !== '' && record.provider?.toLowerCase() === provider.toLowerCase();
    const isMethod = METHODS[provider]?.includes(method ?? '') ?? false;
    return isNamed || isMethod || (this.#reports.get(provider)?.ways.has(way) ?? false);
  }

  /** Whether the money of an order is stated by reports that do not name it. */
  isNamelessIn(order: GatewaySide): boolean {
    return [...this.#nameless].some((provider) => this.#isAbout(provider, order));
  }

  /** Whether the other side of this one would be known if there were any. */
  reachOver(side: PaymentSide): Reach {
    const about =
      side.side === 'processor'
        ? [providerOf(side)]
        : [...this.#reports.keys()].filter((provider) => this.#isAbout(provider, side));
    if (!about.some((provider) => this.#reports.has(provider))) return 'unknown';
    const time = madeAt(side);
    const isWithin = about.every((provider) => {
      const report = this.#reports.get(provider);
      return report !== undefined && report.firstMs <= time && time <= report.lastMs;
    });
    return isWithin ? 'within' : 'beyond';
  }
}
