/** What people write for a currency where one alone can be meant: `¥` is the yuan’s sign, and the yen’s. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ...['RMB', '人民币', '元', 'CN¥', 'CN￥'].map((name) => [name, 'CNY'] as const),
  ...['US$', '$', '美元'].map((name) => [name, 'USD'] as const),
]);

/** A currency by its code: trimmed, upper-cased, and known by its usual names; empty where none is stated. */
export function currencyCode(text: string): string {
  const written = text.trim().toUpperCase();
  return WRITTEN.get(written) ?? written;
}
