import { pathSegment } from '../../schemas/read.ts';
import { isNative, type Native } from './native.ts';

/** Most keys that a refusal names. */
const KEYS_MAX = 10;

const isList = (value: unknown): boolean => Array.isArray(value) && value.some(isNative);

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** What an object that holds no rows seems to be, as the rest of a sentence about it, and what to do about it. */
export function whyNoRows(object: Native): string {
  const log = object.log;
  if (isNative(log) && Array.isArray(log.entries))
    return 'is a HAR file: send the replies in it, which jq takes out: `[.log.entries[].response.content.text | fromjson]`';
  if (typeof object.response === 'object' && object.response !== null)
    return 'is a reply wrapped in `response`: send what `response` holds';
  const [table] = Object.keys(object).filter((key) => isList(object[key]));
  if (table !== undefined)
    return `looks like the export of a table: send the array that \`${pathSegment(table)}\` holds`;
  const keys = Object.keys(object).map(pathSegment);
  const more = keys.length > KEYS_MAX ? ` and ${keys.length - KEYS_MAX} more` : '';
  const seen =
    keys.length === 0 ? 'it is empty' : `its keys are ${keys.slice(0, KEYS_MAX).join(', ')}${more}`;
  return `must be an array of rows, or the page of a list reply that holds them; ${seen}`;
}

/** What a text sent in place of rows seems to be, and what to do about it. */
export function whyText(text: string): string {
  if (isJson(text)) return 'is text that holds JSON: parse it first';
  const [line = ''] = text.trimStart().split('\n', 1);
  if (/^[[{]/.test(line) && isJson(line))
    return 'is text that holds JSON Lines: make an array of them with `jq -s`';
  return 'must be an array of rows, or the page of a list reply that holds them, not text';
}

/** What a text in place of a row must be. */
export const whyTextRow = (text: string): string =>
  /^\s*\{/.test(text) ? 'must be an object, not text that holds one: parse it first' : 'must be an object';

/** The export of a table by phpMyAdmin: an array of a header, a database and the table, which holds the rows. */
export const isPhpMyAdminExport = (items: readonly unknown[]): boolean =>
  items.some((item) => isNative(item) && item.type === 'table' && isList(item.data)) &&
  items.some((item) => isNative(item) && item.type === 'header');
