import { RECORDS_MAX } from '../../limits.ts';
import { Rejection } from '../../rejections.ts';
import { NOT_A_ROW_LIST } from '../../schemas/sentences.ts';
import { type Sentence, withPrefix } from '../../sentence.ts';
import { findNestedRows, flattenRows, isSingleBillRow } from '../bills/unfold.ts';
import {
  explainFailure,
  hasObjectAt,
  isPage,
  isRow,
  PAGE_LEVELS_MAX,
  quoteFailureMessage,
  ROWS_KEYS,
} from './envelope.ts';
import { isObject, type NativeObject } from './native.ts';
import { explainNoRows, explainSingleRow, explainText, isPhpMyAdminExport } from './no-rows.ts';

const UNREADABLE: Sentence = { en: 'The rows cannot be read.', zh: '无法读取记录。' };

/** Rows of a field of the payload, and the other keys and values of their pages. Both are searched for secrets. */
export interface FieldPages {
  readonly rows: readonly unknown[];
  readonly surroundings: readonly (readonly [key: string, value: unknown])[];
}

/** Unwraps one field of the payload. The row limit is checked here, before any row is read. */
class PageUnwrapper {
  readonly rows: unknown[] = [];
  readonly surroundings: [string, unknown][] = [];
  readonly #ledger: string;
  readonly #rowsMax: number;

  constructor(ledger: string, rowsMax: number) {
    this.#ledger = ledger;
    this.#rowsMax = rowsMax;
  }

  #refuse(path: string, sentence: Sentence, quote = ''): never {
    throw new Rejection('invalid_request', UNREADABLE, [withPrefix(path, sentence)], { quote });
  }

  #add(row: unknown): void {
    if (this.rows.push(row) > this.#rowsMax)
      this.#refuse(this.#ledger, {
        en: `must have at most ${this.#rowsMax} rows. Send a shorter period`,
        zh: `最多 ${this.#rowsMax} 行，请缩短账期`,
      });
  }

  #addSurroundings(around: NativeObject): void {
    for (const key of Object.keys(around)) this.surroundings.push([key, around[key]]);
  }

  #addRows(rows: readonly unknown[]): void {
    for (const row of rows) {
      const nested = findNestedRows(row);
      if (nested === undefined) this.#add(row);
      else {
        this.#addSurroundings(nested.around);
        for (const inner of flattenRows(nested)) this.#add(inner);
      }
    }
  }

  /** Finds the key of a page that contains its rows: an array before an object before null. */
  #findRowsKey(page: NativeObject, path: string): string {
    const arrays = ROWS_KEYS.filter((key) => hasObjectAt(page, key) && Array.isArray(page[key]));
    if (arrays.length > 1)
      this.#refuse(path, {
        en: `has rows in ${arrays.join(' and in ')}. Send only one of them`,
        zh: `在 ${arrays.join('、')} 中都有行，请只提供其中之一`,
      });
    const holder = arrays[0] ?? ROWS_KEYS.find((key) => hasObjectAt(page, key) && page[key] !== null);
    if (holder !== undefined) return holder;
    const empty = ROWS_KEYS.find((key) => hasObjectAt(page, key)) ?? this.#refuse(path, explainNoRows(page));
    // No key has rows. If one has text or a number, report that value as the mistake.
    for (const key of ROWS_KEYS) {
      const value = Object.hasOwn(page, key) ? page[key] : null;
      if (typeof value === 'string') this.#refuse(`${path}.${key}`, explainText(value));
      if (value !== null) this.#refuse(`${path}.${key}`, NOT_A_ROW_LIST);
    }
    return empty;
  }

  page(page: NativeObject, path: string, level: number): void {
    if (isRow(page)) this.#refuse(path, explainSingleRow(page));
    const sentence = explainFailure(page);
    if (sentence !== undefined) this.#refuse(path, sentence, quoteFailureMessage(page));
    const rowsKey = this.#findRowsKey(page, path);
    if (level > PAGE_LEVELS_MAX)
      this.#refuse(path, {
        en: `has pages nested deeper than ${PAGE_LEVELS_MAX} levels`,
        zh: `分页嵌套超过 ${PAGE_LEVELS_MAX} 层`,
      });
    const { [rowsKey]: content, ...around } = page;
    this.#addSurroundings(around);
    if (Array.isArray(content)) this.#addRows(content);
    else if (isSingleBillRow(content)) this.#addRows([content]);
    else if (isObject(content)) this.page(content, `${path}.${rowsKey}`, level + 1);
  }

  /** Refuses text, which is not parsed here. */
  text(text: string): never {
    return this.#refuse(this.#ledger, explainText(text));
  }

  /** Reads an array of rows, or of pages as from pasting several replies together. */
  array(items: readonly unknown[]): void {
    if (isPhpMyAdminExport(items))
      this.#refuse(this.#ledger, {
        en: 'is a phpMyAdmin table export. Send the rows that it contains, extracted with jq: `[.[] | select(.type == "table") | .data[]]`',
        zh: '是 phpMyAdmin 的数据表导出。请提供其中的行，可用 jq 取出：`[.[] | select(.type == "table") | .data[]]`',
      });
    if (items.some(isPage)) {
      items.forEach((item, index) => {
        if (isPage(item)) this.page(item, `${this.#ledger}[${index}]`, 1);
        else this.#addRows([item]);
      });
    } else this.#addRows(items);
  }
}

/**
 * Returns the rows of an array, of a list reply, or of an array of list replies, in their order. Throws a `Rejection`
 * for more than `rowsMax` rows, for a failed reply, and for a value without rows.
 * @param ledger field of the payload, for the paths in error messages
 */
export function unwrapPages(value: unknown, ledger: string, rowsMax = RECORDS_MAX): FieldPages {
  const unwrapper = new PageUnwrapper(ledger, rowsMax);
  if (Array.isArray(value)) unwrapper.array(value);
  else if (isObject(value)) unwrapper.page(value, ledger, 1);
  else if (typeof value === 'string') unwrapper.text(value);
  return unwrapper;
}
