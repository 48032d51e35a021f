import { decimal, plain, total } from '../../money.ts';
import type { PaymentRecord } from '../../schemas/reconciliation-input.ts';
import type { GatewaySide } from './payment-sides.ts';

/** What a gateway says of one order: all rows of its number, each in its last state. */
export interface Order {
  /** The row that speaks for the order. */
  readonly row: GatewaySide;
  /** In wallet units, of all rows together; 0 where none of them succeeded, and absent where one does not say. */
  readonly credit: string | undefined;
  readonly isSettled: boolean;
}

const RANKS: Readonly<Partial<Record<PaymentRecord['status'], number>>> = { settled: 2, failed: 1 };
const rankOf = ({ record }: GatewaySide): number => RANKS[record.status] ?? 0;

/** The further state first, then the earlier row. */
const furtherFirst = (a: GatewaySide, b: GatewaySide): number =>
  rankOf(b) - rankOf(a) ||
  Date.parse(a.record.occurredAt) - Date.parse(b.record.occurredAt) ||
  a.index - b.index;

function orderOf(rows: readonly GatewaySide[]): Order {
  const states = Map.groupBy(rows, ({ rowId, index }) => rowId ?? `row ${index}`);
  const last = [...states.values()].map((same) => same.toSorted(furtherFirst)[0] as GatewaySide);
  const [row] = last.toSorted(furtherFirst) as [GatewaySide];
  const credits = last.filter(({ record }) => record.status === 'settled').map(({ credit }) => credit);
  const isKnown = !credits.includes(undefined);
  const credit = isKnown ? plain(total(credits, (units) => decimal(units ?? 0))) : undefined;
  return { row, credit, isSettled: row.record.status === 'settled' };
}

/** The orders of a gateway's rows. */
export const ordersOf = (rows: readonly GatewaySide[]): Order[] =>
  [...Map.groupBy(rows, ({ record }) => record.transactionId).values()].map(orderOf);

/** Orders by each number that a processor may know them by; the gateway's own numbers go first. */
export function ordersByNumber(orders: readonly Order[]): ReadonlyMap<string, Order> {
  const byNumber = new Map<string, Order>();
  for (const order of orders) byNumber.set(order.row.record.transactionId, order);
  for (const order of orders)
    for (const number of order.row.orderIds) if (!byNumber.has(number)) byNumber.set(number, order);
  return byNumber;
}
