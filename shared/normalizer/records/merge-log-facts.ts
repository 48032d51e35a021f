import type { LogFacts, TextOnlyMoney } from '../../log-facts.ts';

function mergeByUser(facts: readonly TextOnlyMoney[]): TextOnlyMoney[] {
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

/** Merges the data of several parts of a log. Only the order of the prices depends on the parts. */
export const mergeLogFacts = (parts: readonly LogFacts[]): LogFacts => ({
  prices: parts.flatMap(({ prices }) => prices),
  textOnlyMoney: mergeByUser(parts.flatMap(({ textOnlyMoney }) => textOnlyMoney)),
});

/**
 * Sums over all customers the rows that old gateway versions wrote for refunds and settlements of tasks, with amounts
 * only in the text: number of rows, and settled quota. Also lists the models of the charged tasks. Leaves out customers
 * without an amount in these texts, unless they have both such rows and charged tasks.
 */
export function sumTextOnlyMoney({
  textOnlyMoney,
}: Pick<LogFacts, 'textOnlyMoney'>): Omit<TextOnlyMoney, 'userId'> {
  const suspect = textOnlyMoney.filter(
    ({ rows, settledQuota, models }) => settledQuota !== 0 || (rows > 0 && models.length > 0),
  );
  return {
    rows: suspect.reduce((sum, { rows }) => sum + rows, 0),
    settledQuota: suspect.reduce((sum, { settledQuota }) => sum + settledQuota, 0),
    models: [...new Set(suspect.flatMap(({ models }) => models))].sort(),
  };
}
