/** Data of log rows that the contract's records have no field for. It explains findings; no total depends on it. */
export interface LogFacts {
  readonly prices: readonly ObservedPrice[];
  readonly textOnlyMoney: readonly TextOnlyMoney[];
}

/** Name for what rows do not name: the channel, the customer, or the model of a cost that is known only by channel. */
export const UNASSIGNED = 'unassigned';

/** Quota per unit of money with which gateways are delivered. */
export const DEFAULT_QUOTA_PER_UNIT = 500_000;

/** Data of one log row about its request that is not in the downstream record. */
export interface RequestDetails {
  /** Number of attempts, the last one included; absent if unknown. */
  readonly attempts?: number;
  /** Model requested from the provider, if the operator's model mapping replaced the model sold. */
  readonly bought?: string;
  /** Duration of the request; absent below one second. */
  readonly seconds?: number;
  /** Request id of a later row that may be the same call. */
  readonly twin?: string;
}

/** Data of one log row about the purchase from the provider. */
export interface Purchase {
  /** Model requested from the provider, if it differs from the model sold. */
  readonly bought?: string;
  /** Cache write tokens with a lifetime of one hour; part of the cache write tokens. */
  readonly cacheWrite1h?: number;
  /** Ratio of the customer's group; the charge includes it. */
  readonly groupRatio?: number;
  /** Number of calls that the charge pays for, if more than one, such as the images of one request. */
  readonly calls?: number;
}

/** Price ratios of a log row. A ratio that does not apply, or that differs by customer, is absent. */
interface Price {
  /** Ratio of input tokens. */
  readonly input?: number;
  /** Ratio of output tokens: relative to the input ratio (new-api), or absolute (one-hub). */
  readonly output?: number;
  /** Price of a call, in the gateway's currency. */
  readonly call?: number;
  /** Ratio of the customer group. */
  readonly group?: number;
}

/** Price of a model for a customer group at the start of a request. */
export interface ObservedPrice {
  readonly model: string;
  readonly group?: string;
  readonly price: Price;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Log rows of one customer whose money, if any, is only in the text of the row. */
export interface TextOnlyMoney {
  readonly userId?: string;
  /** System rows that may be a refund or a settlement of a task. */
  readonly rows: number;
  /** Sum of the amounts in their texts, in quota units: above 0 charged, below 0 refunded; 0 if the texts were removed. */
  readonly settledQuota: number;
  /** Sum of the sizes of these amounts: a charge and a refund do not cancel out. */
  readonly movedQuota: number;
  /** Number of rows whose amount is unknown. */
  readonly unknownRows: number;
  /** Models of the tasks that this customer was charged for. */
  readonly models: readonly string[];
}
