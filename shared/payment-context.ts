/** Data of a payment from orders and reports that the contract's record has no field for. */
export interface PaymentContext {
  /** The processor's reports contain other orders but not this payment; only the credit is certain. */
  readonly isUnpaid?: true;
  /** The credit is in wallet units whatever the currency of the payment, so it needs no rate. */
  readonly isCreditKnown?: true;
  /** The rows name no currency, so the amount is unknown; the credit is in wallet units. */
  readonly isUnnamed?: true;
  /** Side that is missing although its list covers this time. */
  readonly lacks?: 'payment' | 'credit';
  /** The other side is unknown: its list does not cover this time. */
  readonly isOutsideReports?: true;
  /** Credit for the full amount at the gateway's own price, in wallet units: plain decimal. */
  readonly bought?: string;
  /**
   * Credit of an order without its bonus, in wallet units: plain decimal. Present if the order is in another currency than
   * the settlement, so that the two differ by the rate of that day.
   */
  readonly atRate?: string;
  /** After the refund, an administrator deducted the credit of the refunded part from the customer's balance. */
  readonly isCreditRevoked?: true;
}

/** Payment data by transaction id. */
export type PaymentContexts = ReadonlyMap<string, PaymentContext>;
