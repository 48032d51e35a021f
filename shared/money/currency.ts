/** What people write for a currency where one alone can be meant: `¥` is the yuan’s sign, and the yen’s. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ['RMB', 'CNY'],
  ['人民币', 'CNY'],
  ['元', 'CNY'],
  ['US$', 'USD'],
  ['$', 'USD'],
  ['美元', 'USD'],
]);

/** A currency by its code: trimmed, upper-cased, and known by its usual names; empty where none is stated. */
export function currencyCode(text: string): string {
  const written = text.trim().toUpperCase();
  return WRITTEN.get(written) ?? written;
}
