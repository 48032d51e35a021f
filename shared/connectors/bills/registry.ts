/** First cells of the records with which known reports begin their totals. */
export const billTotals: ReadonlySet<string> = new Set(['总交易单数']);
