import type { LogFacts, TextOnlyMoney } from '../../log-facts.ts';

/** Sums the numbers of several parts, and lists their models. */
function sumParts(parts: readonly TextOnlyMoney[]): Omit<TextOnlyMoney, 'userId'> {
  const sumOf = (field: 'rows' | 'settledQuota' | 'movedQuota' | 'unknownRows') =>
    parts.reduce((sum, part) => sum + part[field], 0);
  return {
    rows: sumOf('rows'),
    settledQuota: sumOf('settledQuota'),
    movedQuota: sumOf('movedQuota'),
    unknownRows: sumOf('unknownRows'),
    models: [...new Set(parts.flatMap(({ models }) => models))].sort(),
  };
}

const mergeByUser = (facts: readonly TextOnlyMoney[]): TextOnlyMoney[] =>
  [...Map.groupBy(facts, ({ userId }) => userId)]
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .map(([userId, parts]) => ({ ...(userId === undefined ? {} : { userId }), ...sumParts(parts) }));

/** Merges the data of several parts of a log. Only the order of the prices depends on the parts. */
export const mergeLogFacts = (parts: readonly LogFacts[]): LogFacts => ({
  prices: parts.flatMap(({ prices }) => prices),
  textOnlyMoney: mergeByUser(parts.flatMap(({ textOnlyMoney }) => textOnlyMoney)),
});

/**
 * Sums over all customers the rows that old gateway versions wrote for refunds and settlements of tasks, with amounts
 * only in the text. Leaves out customers without an amount in these texts, unless they have both such rows and charged
 * tasks.
 */
export const sumTextOnlyMoney = ({
  textOnlyMoney,
}: Pick<LogFacts, 'textOnlyMoney'>): Omit<TextOnlyMoney, 'userId'> =>
  sumParts(
    textOnlyMoney.filter(
      ({ rows, movedQuota, models }) => movedQuota !== 0 || (rows > 0 && models.length > 0),
    ),
  );
