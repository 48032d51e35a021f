/** Term of a price: ratio of input or output tokens, price of a call, or ratio of the customer's group. */
export type PriceTerm = 'input' | 'output' | 'call' | 'group';

/** Successive values of a term of a model's price; `since` is when each was first seen, in epoch milliseconds. */
export interface PriceSteps {
  readonly term: PriceTerm;
  readonly values: readonly (readonly [value: number, since: number])[];
}

/** Length of time that a row of a bill covers. */
export type BucketLength = 'hour' | 'day' | 'month';

/** Reason why a bill differs from its estimate, as far as the numbers show it. Plain JSON. */
export interface BillFacts {
  readonly kind: 'tokens' | 'price' | 'usage' | 'unexplained';
  /** Whether the bill is above its estimate. */
  readonly isAbove: boolean;
  /** Starts of the first buckets that show the reason, in epoch milliseconds, and the number of such buckets. */
  readonly buckets: readonly number[];
  readonly bucketCount: number;
  /** Start of the first of them. If only all buckets together show the reason, the start of the first bucket. */
  readonly firstBucket?: number;
  readonly grain?: BucketLength;
  /** Time zone in which sentences write these times, if it is not UTC. */
  readonly timeZone?: string;
  /** Whether only these buckets show the reason, and not all buckets from the first of them on. */
  readonly isWithin?: true;
  /** Whether all buckets show the reason. */
  readonly isAlways?: true;
  /** Kind of tokens that differs. */
  readonly tokens?: string;
  /** Ratio of billed to estimated, a plain decimal. */
  readonly factor?: string;
}

/** Facts that explain a finding and are not figures. */
export interface Reasons {
  readonly bill?: BillFacts;
  /** Changes of the terms of a model's price. */
  readonly changes?: readonly PriceSteps[];
  /** Zone in which sentences write the times of these changes, if it is not UTC. */
  readonly timeZone?: string;
  /** Change of the price around the start of a request. */
  readonly repriced?: PriceSteps;
  /** Names and figures that are copied into the details. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}
