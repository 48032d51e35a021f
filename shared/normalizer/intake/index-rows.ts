import { NOT_AN_OBJECT } from '../../schemas/sentences.ts';
import type { Sentence } from '../../sentence.ts';
import type { RowOutcomes } from '../row-outcomes.ts';
import { type IndexedRow, isObject, type RowField } from './native.ts';

const JSON_TEXT: Sentence = {
  en: 'must be an object, not JSON as text. Parse it first',
  zh: '必须是对象，而不是 JSON 文本。请先解析',
};

/** Returns the rows of a field with their indexes, from 0. Rejects items that are not objects. */
export const indexRows = (rows: readonly unknown[], field: RowField, outcomes: RowOutcomes): IndexedRow[] =>
  rows.flatMap((native, index) => {
    if (isObject(native)) return [{ field, index, native }];
    const isJson = typeof native === 'string' && /^\s*\{/.test(native);
    outcomes.reject({ field, index }, [{ sentence: isJson ? JSON_TEXT : NOT_AN_OBJECT }]);
    return [];
  });
