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

/** Merges the data of several parts of a log. Only the order of the prices depends on how the log was split. */
export const mergeLogFacts = (parts: readonly LogFacts[]): LogFacts => ({
  prices: parts.flatMap(({ prices }) => prices),
  textOnlyMoney: mergeByUser(parts.flatMap(({ textOnlyMoney }) => textOnlyMoney)),
});

/**
 * Sums over all customers the money that only texts of system rows contain, as old gateway versions wrote it: number of
 * rows, settled quota, and models. Leaves out customers whose texts state no settled quota and who bought no tasks:
 * their rows may be gifts.
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
