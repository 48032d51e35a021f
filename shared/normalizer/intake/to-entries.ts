import { NOT_AN_OBJECT } from '../../schemas/sentences.ts';
import type { Account } from '../rejections-and-notes.ts';
import { type Entry, isNative, type RowField } from './native.ts';
import { explainTextRow } from './no-rows.ts';

/** The rows of a field, each with its place; what is not an object is rejected. */
export const toEntries = (rows: readonly unknown[], field: RowField, account: Account): Entry[] =>
  rows.flatMap((native, index) => {
    if (isNative(native)) return [{ field, index, native }];
    const sentence = typeof native === 'string' ? explainTextRow(native) : NOT_AN_OBJECT;
    account.reject({ field, index }, [{ sentence }]);
    return [];
  });
