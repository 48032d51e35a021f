/**
 * What log rows say that no record of the contract has a field for. It stands beside the records and makes a report
 * truer; no total depends on it, and the API's two calls do not carry it.
 *
 * Linear in the rows, and made of lists whose entries name what they are about.
 */
export interface LogFacts {
  readonly prices: readonly PriceSeen[];
  readonly unsaid: readonly UnsaidFact[];
}

/** What a log row says of its request beside the record. */
export interface SaleFact {
  /** Attempts that the log knows, the last one included; absent where it does not say. */
  readonly attempts?: number;
  /** The model that was asked of the provider, where the operator's mapping made it another than the one sold. */
  readonly bought?: string;
  /** How long it took; absent for less than a second. */
  readonly seconds?: number;
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

/** What a model cost a customers' group when a request began. */
export interface PriceSeen {
  readonly model: string;
  readonly group?: string;
  readonly price: Price;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The text of a price, by which two are one. */
export const priceText = ({
  model,
  group,
  price: { input, output, call, group: ratio },
}: Omit<PriceSeen, 'at'>): string =>
  JSON.stringify({ model, group, price: { input, output, call, group: ratio } });

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

/** Joins the facts of parts: the same whatever the parts, but for the order of the prices. */
export const joinFacts = (parts: readonly LogFacts[]): LogFacts => ({
  prices: parts.flatMap(({ prices }) => prices),
  unsaid: joinedUnsaid(parts.flatMap(({ unsaid }) => unsaid)),
});

/**
 * Rows whose money may have moved though no ledger says so: those that state an amount, and those of customers who were
 * charged for tasks. A gift looks like the second where its text was not kept.
 */
export function unsaidMoney({ unsaid }: Pick<LogFacts, 'unsaid'>): Omit<UnsaidFact, 'userId'> {
  const suspect = unsaid.filter(
    ({ rows, settledQuota, models }) => settledQuota !== 0 || (rows > 0 && models.length > 0),
  );
  return {
    rows: suspect.reduce((sum, { rows }) => sum + rows, 0),
    settledQuota: suspect.reduce((sum, { settledQuota }) => sum + settledQuota, 0),
    models: [...new Set(suspect.flatMap(({ models }) => models))].sort(),
  };
}
