/** Names and signs that mean exactly one currency. `¥` is missing: it is the sign of yuan and yen. */
const CODES_BY_NAME: ReadonlyMap<string, string> = new Map([
  ['RMB', 'CNY'],
  ['人民币', 'CNY'],
  ['元', 'CNY'],
  ['US$', 'USD'],
  ['$', 'USD'],
  ['美元', 'USD'],
]);

/** Converts a currency to its code: trimmed, upper-cased, usual names replaced (`RMB` → `CNY`). An empty text stays empty. */
export function toCurrencyCode(text: string): string {
  const name = text.trim().toUpperCase();
  return CODES_BY_NAME.get(name) ?? name;
}
