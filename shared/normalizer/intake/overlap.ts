import type { Account } from '../account.ts';
import { glimpse } from '../fields/codecs.ts';
import { canonicalText } from './canonical-text.ts';
import { type Entry, isNative } from './native.ts';

/** Rows of all ledgers are compared, whatever gateway or provider they are of. */
const ROW_ID = { at: ['id'], as: 'rowId' } as const;
const REQUEST_ID = { at: ['request_id'], as: 'id' } as const;

/**
 * The rows of a ledger without those that an overlap of pages repeats: equal in every field to an earlier row
 * with the same positive row id, text id or request id. Rows that share an id and differ anywhere stay, and so
 * do equal rows without any id: nothing says that they are one.
 */
export function withoutOverlaps(rows: readonly unknown[], ledger: string, account: Account): Entry[] {
  const seen = new Map<number | string, Entry | Set<string>>();
  return rows.flatMap((native, index) => {
    if (!isNative(native)) {
      account.refuse(`${ledger}[${index}]: must be an object`);
      return [];
    }
    const entry = { index, native };
    const identity = glimpse(native, ROW_ID) ?? glimpse(native, REQUEST_ID);
    if (identity === undefined) return [entry];
    const earlier = seen.get(identity);
    if (earlier === undefined) {
      // Texts are made only where an identity comes back, which is rare.
      seen.set(identity, entry);
      return [entry];
    }
    const texts = earlier instanceof Set ? earlier : new Set([canonicalText(earlier.native)]);
    seen.set(identity, texts);
    const text = canonicalText(native);
    if (texts.has(text)) {
      account.skip('pageOverlap');
      return [];
    }
    texts.add(text);
    return [entry];
  });
}
