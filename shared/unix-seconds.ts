/** Unix seconds with decimals; they are cut to milliseconds. */
const UNIX_WITH_DECIMALS = /^(\d{9,10})\.(\d{1,9})$/;

/** Parses Unix seconds with decimals (`1790812800.25`) to whole milliseconds; `undefined` for any other text. */
export function parseUnixDecimals(text: string): number | undefined {
  const [, seconds, decimals] = UNIX_WITH_DECIMALS.exec(text) ?? [];
  return decimals === undefined ? undefined : Number(`${seconds}${decimals.slice(0, 3).padEnd(3, '0')}`);
}
