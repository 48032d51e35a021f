/** A term of a price: the ratio of input tokens, of output tokens, the price of a call, the ratio of a group. */
export type PriceTerm = 'input' | 'output' | 'call' | 'group';

/** The values that a term of a price had one after the other, each with its first time in epoch milliseconds. */
export interface PriceSteps {
  readonly term: PriceTerm;
  readonly values: readonly (readonly [value: number, since: number])[];
}

/** Length of the time that a row of a bill is about. */
export type Grain = 'hour' | 'day' | 'month';

/** Reason why a bill differs from its estimate, as far as the numbers show it. Plain JSON. */
export interface BillFacts {
  readonly kind: 'shift' | 'tokens' | 'price' | 'usage' | 'unexplained';
  /** Whether the bill is above its estimate. */
  readonly isAbove: boolean;
  /** When the first buckets begin that show the reason, in epoch milliseconds, and how many buckets show it. */
  readonly buckets: readonly number[];
  readonly bucketCount: number;
  /** When the first of them begins; if only all buckets together show the reason, the first of all. */
  readonly firstBucket?: number;
  readonly grain?: Grain;
  /** Whether the reason shows in these buckets alone, and not from the first of them on. */
  readonly isWithin?: true;
  /** Kind of tokens that differs. */
  readonly tokens?: string;
  /** How far the log would have to be moved. */
  readonly offsetHours?: number;
  /** Billed to estimated, and what the bill gave back: plain decimals. */
  readonly factor?: string;
  readonly refunded?: string;
}

/** Facts of a finding that explain it and are not figures. */
export interface Reasons {
  readonly bill?: BillFacts;
  /** How terms of the price of a model changed. */
  readonly changes?: readonly PriceSteps[];
  /** How its price was changed around the time when a request began. */
  readonly repriced?: PriceSteps;
  /** Names and figures that details print as they are. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
}
