import { civilTime } from '../../civil-time.ts';
import { currencyCode } from '../../money/currency.ts';
import { decimal, plain } from '../../money/money.ts';
import { NO_OBJECT } from '../../schemas/sentences.ts';
import type { Account } from '../account.ts';
import { glimpse } from '../fields/codecs.ts';
import { canonicalText } from './canonical-text.ts';
import { type Entry, isAbsent, isNative, type Native, type RowField } from './native.ts';
import { whyTextRow } from './no-rows.ts';

/** Rows of all ledgers are compared, whatever gateway or provider they are of. */
const ROW_ID = { at: ['id'], as: 'rowId' } as const;
const REQUEST_ID = { at: ['request_id'], as: 'id' } as const;

/** What a row is called in its own ledger: its positive row id, text id or request id. */
export const ownName = ({ native }: Entry): number | string | undefined =>
  glimpse(native, ROW_ID) ?? glimpse(native, REQUEST_ID);

/** The rows of a field, each with its place. */
export const entriesOf = (rows: readonly unknown[], field: RowField, account: Account): Entry[] =>
  rows.flatMap((native, index) => {
    if (isNative(native)) return [{ field, index, native }];
    const sentence = typeof native === 'string' ? whyTextRow(native) : NO_OBJECT;
    account.reject({ field, index }, [{ sentence }]);
    return [];
  });

const NUMERIC = /^-?\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,2})?$/i;
const STRUCTURE = /^\s*[{[]/;
const FLAGS: Readonly<Record<string, string>> = { true: '1', t: '1', false: '0', f: '0' };

/** What a value says, however its export writes it: `"42"` as 42, `false` as 0, a time as its seconds, an object as the text of it. */
function said(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'object') return canonicalText(value);
  const text = String(value).trim();
  if (NUMERIC.test(text)) return plain(decimal(text));
  const time = civilTime(text, 'Z');
  if (time !== undefined) return String(time.instant / 1000);
  if (!STRUCTURE.test(text)) return FLAGS[text.toLowerCase()] ?? text;
  try {
    return canonicalText(JSON.parse(text));
  } catch {
    return text;
  }
}

/** What a field says; a currency by its code. */
const saidAt = (row: Native, key: string): string =>
  key === 'currency' ? currencyCode(said(row[key])) : said(row[key]);

/** A row as text, the same for every way to write it down. */
export const saidText = (row: Native): string =>
  JSON.stringify(
    Object.keys(row)
      .filter((key) => !isAbsent(row[key]))
      .sort()
      .map((key) => [key, saidAt(row, key)]),
  );

/** How many fields of a row say anything. */
const saidIn = (row: Native): number => Object.keys(row).filter((key) => !isAbsent(row[key])).length;

const sharedBy = (a: Native, b: Native): string[] =>
  Object.keys(a).filter((key) => !isAbsent(a[key]) && !isAbsent(b[key]));
const agreeIn = (keys: readonly string[], a: Native, b: Native): boolean =>
  keys.every((key) => saidAt(a, key) === saidAt(b, key));

/** Whether two rows say the same in every field that both have. */
export const agree = (a: Native, b: Native): boolean => agreeIn(sharedBy(a, b), a, b);

/** So many fields that both have show that two rows are one. */
const SHARED_MIN = 4;

/**
 * Whether rows of two files are one row that was exported twice: they agree in every field that both have. A dump of
 * the database has other columns than the gateway's own list, and a table has texts for numbers.
 */
function isOneRow(a: Native, b: Native): boolean {
  const shared = sharedBy(a, b);
  // A row with a request id is that request's, wherever the other one may lie.
  const bothName = isAbsent(a.request_id) === isAbsent(b.request_id);
  return bothName && shared.length >= SHARED_MIN && agreeIn(shared, a, b);
}

/** Rows of several files. */
interface Across {
  readonly sourceOf: (entry: Entry) => number;
  /** What rows of two files are one by, whatever names them in one file. */
  readonly nameOf?: (native: Native) => string | undefined;
  /** Whether its file may be put together from pages that overlap: else equal rows of it are as many as they are. */
  readonly mayOverlap: (entry: Entry) => boolean;
}

const repeatedIn = (earlier: Iterable<Entry>, entry: Entry, { sourceOf }: Across): Entry | undefined => {
  for (const one of earlier)
    if (sourceOf(one) !== sourceOf(entry) && isOneRow(one.native, entry.native)) return one;
  return undefined;
};

/**
 * The rows of a ledger without those that an overlap of pages repeats: equal in every field to an earlier row
 * with the same positive row id, text id or request id. Rows that share an id and differ anywhere stay, and so
 * do equal rows without any id: nothing says that they are one.
 * @param across where rows are of several files: rows of two of them with one id are one row, too, if they agree in
 * every field that both have
 */
export function withoutOverlaps(entries: readonly Entry[], account: Account, across?: Across): Entry[] {
  const seen = new Map<number | string, Entry | Map<string, Entry>>();
  const outdone = new Set<Entry>();
  const kept = entries.filter((entry) => {
    const name = across?.nameOf ? across.nameOf(entry.native) : ownName(entry);
    if (name === undefined) return true;
    const earlier = seen.get(name);
    if (earlier === undefined) {
      // Texts are made only where a name comes back, which is rare.
      seen.set(name, entry);
      return true;
    }
    const texts = earlier instanceof Map ? earlier : new Map([[canonicalText(earlier.native), earlier]]);
    seen.set(name, texts);
    const text = canonicalText(entry.native);
    const equal = across?.nameOf ? undefined : texts.get(text);
    if (equal && across?.sourceOf(equal) === across?.sourceOf(entry) && !(across?.mayOverlap(entry) ?? true))
      return true;
    const same = equal ?? (across && repeatedIn(texts.values(), entry, across));
    if (same === undefined) {
      texts.set(text, entry);
      return true;
    }
    // What only one of two files says of a row is kept.
    const saysMore = saidIn(entry.native) > saidIn(same.native);
    account.repeat(...(saysMore ? ([same, entry] as const) : ([entry, same] as const)));
    if (!saysMore) return false;
    outdone.add(same);
    texts.delete(canonicalText(same.native));
    texts.set(text, entry);
    return true;
  });
  return outdone.size === 0 ? kept : kept.filter((entry) => !outdone.has(entry));
}
