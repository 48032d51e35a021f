/**
 * What the two sides of a payment say, the gateway's and the processor's, that no record of the contract has a field
 * for. It stands beside the records, by transaction; the API's two calls do not carry it. Plain JSON.
 */
export interface PaymentFact {
  /** Money of it is in no report of its processor, although its orders are there: what it states is a credit alone. */
  readonly isUnpaid?: true;
  /** What was credited is in wallet units, whatever currency the payment is in: it counts without a rate for that. */
  readonly isCreditKnown?: true;
  /** Its rows name no currency, so its amount is unknown; the credit of it is in wallet units. */
  readonly isUnnamed?: true;
  /** The side that is missing, although the list of it reaches over this time. */
  readonly lacks?: 'payment' | 'credit';
  /** Credit that the whole amount buys at the gateway's own price, in wallet units: plain decimal. */
  readonly bought?: string;
  /**
   * What the money of an order buys without what was granted, in wallet units, where it asked for other money than was
   * settled, so that between the two lies the rate of that day: plain decimal.
   */
  readonly atRate?: string;
  /** An administrator lowered this customer's balance by what a return left too much, after it. */
  readonly isTakenBack?: true;
}

/** By transaction id. */
export type PaymentFacts = ReadonlyMap<string, PaymentFact>;
