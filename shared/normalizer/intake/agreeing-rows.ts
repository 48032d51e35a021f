import { civilTime } from '../../civil-time.ts';
import { canonicalText } from './canonical-text.ts';
import { isAbsent, type Native } from './native.ts';

const NUMERIC = /^-?\d{1,15}(?:\.\d{1,12})?$/;
const STRUCTURE = /^\s*[{[]/;
const FLAGS: Readonly<Record<string, string>> = { true: '1', t: '1', false: '0', f: '0' };

/** What a value says, however its export writes it: `"42"` as 42, `false` as 0, a time as its seconds, an object as the text of it. */
function said(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'object') return canonicalText(value);
  const text = String(value).trim();
  if (NUMERIC.test(text)) return String(Number(text));
  const time = civilTime(text, 'Z');
  if (time !== undefined) return String(time.instant / 1000);
  if (!STRUCTURE.test(text)) return FLAGS[text.toLowerCase()] ?? text;
  try {
    return canonicalText(JSON.parse(text));
  } catch {
    return text;
  }
}

/** A row as text, the same for every way to write it down. */
export const saidText = (row: Native): string =>
  JSON.stringify(
    Object.keys(row)
      .filter((key) => !isAbsent(row[key]))
      .sort()
      .map((key) => [key, said(row[key])]),
  );

/** How many fields of a row say anything. */
export const saidIn = (row: Native): number => Object.keys(row).filter((key) => !isAbsent(row[key])).length;

/** So many fields that both have show that two rows are one. */
const SHARED_MIN = 4;

/**
 * Whether rows of two files are one row that was exported twice: they agree in every field that both have. A dump of
 * the database has other columns than the gateway's own list, and a table has texts for numbers.
 */
export function isOneRow(a: Native, b: Native): boolean {
  const shared = Object.keys(a).filter((key) => !isAbsent(a[key]) && !isAbsent(b[key]));
  // A row with a request id is that request's, wherever the other one may lie.
  const bothName = isAbsent(a.request_id) === isAbsent(b.request_id);
  return bothName && shared.length >= SHARED_MIN && shared.every((key) => said(a[key]) === said(b[key]));
}
