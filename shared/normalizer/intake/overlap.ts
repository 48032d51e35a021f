import { NO_OBJECT } from '../../schemas/sentences.ts';
import type { Account } from '../account.ts';
import { glimpse } from '../fields/codecs.ts';
import { canonicalText } from './canonical-text.ts';
import { type Entry, isNative, type RowField } from './native.ts';
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

/**
 * The rows of a ledger without those that an overlap of pages repeats: equal in every field to an earlier row
 * with the same positive row id, text id or request id. Rows that share an id and differ anywhere stay, and so
 * do equal rows without any id: nothing says that they are one.
 * @param onRepeat is told of each row that is left out, and of the one that it repeats
 */
export function withoutOverlaps(
  entries: readonly Entry[],
  account: Account,
  onRepeat?: (entry: Entry, earlier: Entry) => void,
): Entry[] {
  const seen = new Map<number | string, Entry | Map<string, Entry>>();
  return entries.filter((entry) => {
    const name = ownName(entry);
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
    const same = texts.get(text);
    if (same === undefined) {
      texts.set(text, entry);
      return true;
    }
    account.skip('pageOverlap');
    onRepeat?.(entry, same);
    return false;
  });
}
