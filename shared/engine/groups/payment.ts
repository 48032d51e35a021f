import { atLeastZero, type Decimal, ZERO } from '../../money.ts';
import { distinctPayments } from '../rows/copies.ts';
import { isIncluded, type PaymentRow } from '../rows/row.ts';
import { supersedePayments } from '../rows/supersession.ts';
import { type Context, standingOf } from '../survey/context.ts';
import type { Subject } from './subject.ts';

/** Money was captured at some time: the rows that turnover and credits are counted from. */
export const isEffective = ({ status }: PaymentRow): boolean =>
  status === 'settled' || status === 'refunded' || status === 'chargeback';

/** Gives every payment of one transaction its standing, and marks the superseded ones. */
export function assignPaymentStanding(rows: readonly PaymentRow[], context: Context): void {
  for (const row of rows) row.standing = standingOf(row.occurredAt, row.currency, context);
  supersedePayments(rows);
}

/**
 * The credit that ought to stand in the wallet. A `refunded` row without an amount is taken for a full refund;
 * what is pending, failed or charged back earns no credit.
 */
export function expectedCredit(row: PaymentRow): Decimal {
  if (row.status === 'settled' || (row.status === 'refunded' && row.refund)) return atLeastZero(row.net);
  return ZERO;
}

/** The included rows of one transaction that nothing supersedes. They share one status. */
export class PaymentGroup {
  readonly transactionId: string;
  readonly rows: PaymentRow[];
  /** The rows without their copies. */
  readonly distinct: PaymentRow[];

  constructor(rows: PaymentRow[]) {
    this.transactionId = rows[0]?.transactionId ?? '';
    this.rows = rows.every(isIncluded) ? rows : rows.filter(isIncluded);
    this.distinct = distinctPayments(this.rows);
  }

  get subject(): Subject<'payment'> {
    return { kind: 'payment', name: this.transactionId };
  }

  get transactionIds(): string[] {
    return [this.transactionId];
  }
}
