/**
 * What log rows say that no record of the contract has a field for. It stands beside the records and makes a report
 * truer; no total depends on it, and the API's two calls do not carry it.
 *
 * Plain JSON, linear in the rows, and made of lists whose entries name what they are about: those of one request, one
 * price or one customer come together from any number of parts.
 */
export interface Facts {
  readonly requests: readonly RequestFact[];
  readonly prices: readonly PriceFact[];
  readonly unsaid: readonly UnsaidFact[];
}

/** What the rows of one request say beside its record. A request of which they say nothing has none. */
export interface RequestFact {
  /** That of the record. */
  readonly requestId: string;
  /** Attempts that the log knows, the last one included; absent where it does not say. */
  readonly attempts?: number;
  /** Attempts that failed, each with what its own row names. */
  readonly failed?: readonly FailedAttempt[];
  /** The model that was asked of the provider, where the operator's mapping made it another than the one sold. */
  readonly sentModel?: string;
}

interface FailedAttempt {
  readonly channelId?: string;
  /** The upstream's own id of the request. */
  readonly upstreamRequestId?: string;
}

/** What a log row says of what was bought for it. */
export interface Purchase {
  /** The model that was asked of the provider, where it is another than the one sold. */
  readonly bought?: string;
  /** Of the tokens written to a cache, those kept for an hour. */
  readonly cacheWrite1h?: number;
  /** The ratio of the customer's group, which the charge holds. */
  readonly groupRatio?: number;
  /** How many times the price of a call the charge is, where it is several: images of one request. */
  readonly calls?: number;
}

/** The terms of a price as a gateway states them; a term that does not apply, or differs by customer, is absent. */
export interface Price {
  /** Ratio of input tokens. */
  readonly input?: number;
  /** Ratio of output tokens: to the input's (new-api), or of its own (one-hub). */
  readonly output?: number;
  /** Price of a call, in the gateway's money. */
  readonly call?: number;
  /** Multiplier of the customers' group. */
  readonly group?: number;
}

/** One price of one model for one group, within one minute: when the first and the last request that it was for began. */
export interface PriceFact {
  readonly model: string;
  readonly group?: string;
  readonly price: Price;
  /** Milliseconds since 1970, both. */
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Rows of one customer whose money, if any, stands only in text, and what that money may be about. */
export interface UnsaidFact {
  readonly userId?: string;
  /** System rows that may hold a refund or a settlement of a task. */
  readonly rows: number;
  /** What their texts stated, in quota units, where a reader kept it: paid more above 0, returned below. */
  readonly settledQuota: number;
  /** Models of the tasks that this customer was charged for. */
  readonly models: readonly string[];
}

const minuteOf = (ms: number): number => Math.floor(ms / 60_000);

/** @returns one entry for each price, group, model and minute, in the order in which the requests began */
function joinedPrices(facts: readonly PriceFact[]): PriceFact[] {
  const byKey = new Map<string, PriceFact>();
  for (const fact of facts) {
    const { model, group, price, firstMs, lastMs } = fact;
    const terms = [price.input, price.output, price.call, price.group];
    const key = JSON.stringify([minuteOf(firstMs), model, group, ...terms]);
    const other = byKey.get(key);
    byKey.set(
      key,
      other
        ? { ...other, firstMs: Math.min(other.firstMs, firstMs), lastMs: Math.max(other.lastMs, lastMs) }
        : fact,
    );
  }
  return [...byKey]
    .sort(([a, x], [b, y]) => x.firstMs - y.firstMs || x.lastMs - y.lastMs || (a < b ? -1 : 1))
    .map(([, fact]) => fact);
}

function joinedUnsaid(facts: readonly UnsaidFact[]): UnsaidFact[] {
  const byUser = new Map<string | undefined, { rows: number; settledQuota: number; models: Set<string> }>();
  for (const { userId, rows, settledQuota, models } of facts) {
    const user = byUser.get(userId) ?? { rows: 0, settledQuota: 0, models: new Set<string>() };
    byUser.set(userId, user);
    user.rows += rows;
    user.settledQuota += settledQuota;
    for (const model of models) user.models.add(model);
  }
  return [...byUser]
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .map(([userId, { models, ...sums }]) => ({
      ...(userId === undefined ? {} : { userId }),
      ...sums,
      models: [...models].sort(),
    }));
}

/** The facts of all parts as one: the same whatever the parts, but for the order of the requests. */
export const joinFacts = (parts: readonly Facts[]): Facts => ({
  requests: parts.flatMap(({ requests }) => requests),
  prices: joinedPrices(parts.flatMap(({ prices }) => prices)),
  unsaid: joinedUnsaid(parts.flatMap(({ unsaid }) => unsaid)),
});

/**
 * Rows whose money may have moved though no ledger says so: those that state an amount, and those of customers who were
 * charged for tasks. A gift looks like the second where its text was not kept.
 */
export function unsaidMoney({ unsaid }: Facts): Omit<UnsaidFact, 'userId'> {
  const suspect = unsaid.filter(
    ({ rows, settledQuota, models }) => settledQuota !== 0 || (rows > 0 && models.length > 0),
  );
  return {
    rows: suspect.reduce((sum, { rows }) => sum + rows, 0),
    settledQuota: suspect.reduce((sum, { settledQuota }) => sum + settledQuota, 0),
    models: [...new Set(suspect.flatMap(({ models }) => models))].sort(),
  };
}
