import type { PaymentRecord } from '../../schemas/reconciliation-input.ts';
import type { Placed } from '../context.ts';

/** ISO 4217 for "no currency": stands in records whose rows name none. */
export const NO_CURRENCY = 'XXX';

/** A row of a gateway's own table of payments: what was credited, and to whom. */
export interface GatewaySide extends Placed<PaymentRecord> {
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
}

/** A payment of a processor's report, its refunds and disputes with it, or a canonical record. */
export interface ProcessorSide extends Placed<PaymentRecord> {
  readonly side: 'processor';
  readonly orderIds: readonly string[];
  /** When money was last given back. */
  readonly returnedMs?: number;
  /** All movements of it are in one record; other records of the same payment are its earlier states. */
  readonly isWhole: boolean;
}

export type PaymentSide = GatewaySide | ProcessorSide;
