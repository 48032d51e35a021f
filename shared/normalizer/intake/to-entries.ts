import { NOT_AN_OBJECT } from '../../schemas/sentences.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import { type Entry, isNative, type RowField } from './native.ts';
import { explainTextRow } from './no-rows.ts';

/** Pairs the rows of a field with their indexes, and rejects whatever is not an object. */
export const toEntries = (rows: readonly unknown[], field: RowField, outcomes: RowOutcomes): Entry[] =>
  rows.flatMap((native, index) => {
    if (isNative(native)) return [{ field, index, native }];
    const sentence = typeof native === 'string' ? explainTextRow(native) : NOT_AN_OBJECT;
    outcomes.reject({ field, index }, [{ sentence }]);
    return [];
  });
