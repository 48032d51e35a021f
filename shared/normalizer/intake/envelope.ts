import { BILL, EXPLICIT_MONEY } from '../../gateways/vocabulary.ts';
import type { Sentence } from '../../sentence.ts';
import { maskMessage } from './mask-message.ts';
import { asText, isObject, type NativeObject } from './native.ts';

/** Keys under which list replies contain their rows, or the page with the rows. Bills of clouds use the capitalized ones. */
export const ROWS_KEYS = [
  ...['data', 'items', 'records', 'list', 'rows', 'logs'],
  ...['Data', 'Items', 'Result', 'List'],
];
/** Keys that only rows have: money, times and ids of logs, payments, bills and canonical records. */
const ROW_KEYS = [
  ...['quota', 'costAmount', 'chargedAmount', 'occurredAt', 'transactionId', 'trade_no', 'money'],
  ...['order_amount', 'create_time', 'complete_time', 'upstream_request_id', 'upstreamId'],
  ...[...EXPLICIT_MONEY, ...BILL.money, ...BILL.time, ...BILL.requestId],
];
const ENVELOPE_KEYS = [
  'success',
  'message',
  'code',
  'msg',
  'rid',
  'page',
  'size',
  'page_size',
  'total',
  'total_count',
];
const NUMBER = /^-?\d+(?:\.0+)?$/;
/** Deepest nesting of pages: `{data: {data: {items: []}}}`. */
export const PAGE_LEVELS_MAX = 3;

/** Returns whether an object has a key whose value is an object, an array or null. */
export const hasObjectAt = (object: NativeObject, key: string): boolean =>
  Object.hasOwn(object, key) && typeof object[key] === 'object';

/** Returns whether `code` means success: 0 or 200, and for epay 1 with a message of success. */
const isSuccess = ({ code, msg }: NativeObject): boolean =>
  code === 0 || code === 200 || (code === 1 && /succ|成功|^ok$/i.test(asText(msg)));

const reportsFailure = (reply: NativeObject): boolean =>
  reply.success === false || (typeof reply.code === 'number' && !isSuccess(reply));

/** Returns whether an object is a failed reply. A bill row may have `success: false` too, but no message. */
const isFailure = (object: NativeObject): boolean =>
  reportsFailure(object) && (typeof object.message === 'string' || typeof object.msg === 'string');

/** Explains that a reply reports a failure, if it does, as the end of a sentence about a file or field. */
export const explainFailure = (envelope: NativeObject): Sentence | undefined =>
  reportsFailure(envelope)
    ? {
        en: 'is the reply to a failed request. Export the data again.',
        zh: '是一次失败请求的响应，请重新导出。',
      }
    : undefined;

/** Returns the message of a failed reply, shortened and masked, for the quotation of a `Rejection` (not logged). */
export function quoteFailureMessage({ message, msg }: NativeObject): string {
  const text = message ?? msg;
  return typeof text === 'string' ? maskMessage(text) : '';
}

const hasFilled = (object: NativeObject, keys: readonly string[]): boolean =>
  keys.some((key) => Object.hasOwn(object, key) && object[key] !== null && object[key] !== '');

const isEmptyAt = (object: NativeObject, key: string): boolean => {
  const value = object[key];
  return !hasObjectAt(object, key) || value === null || (Array.isArray(value) && value.length === 0);
};

/** Returns whether an object is a single row, not an empty page: it has money, a time or an id, and no envelope key. */
const isSingleRow = (object: NativeObject): boolean =>
  ROWS_KEYS.every((key) => isEmptyAt(object, key)) &&
  !ENVELOPE_KEYS.some((key) => Object.hasOwn(object, key)) &&
  (hasFilled(object, ROW_KEYS) || NUMBER.test(asText(object.type)));

/** Returns whether an object is an order as epay returns it: its `code` of 1 means success, and it contains no rows. */
const isOrder = (object: NativeObject): boolean =>
  Object.hasOwn(object, 'out_trade_no') && ROWS_KEYS.every((key) => isEmptyAt(object, key));

/** Returns whether an object is a row, not a page: it has `created_at`, `id` or fields of a row, and no rows inside. */
export const isRow = (object: NativeObject): boolean =>
  Object.hasOwn(object, 'created_at') ||
  Object.hasOwn(object, 'id') ||
  isSingleRow(object) ||
  isOrder(object);

/** Returns whether an item of an array is a page of rows or a failed reply. */
export const isPage = (item: unknown): item is NativeObject =>
  isObject(item) && !isRow(item) && (isFailure(item) || ROWS_KEYS.some((key) => hasObjectAt(item, key)));

const TOTAL_KEYS = ['total', 'total_count', 'Total', 'TotalCount'];
/** Returns the total that a page announces for its list, if any, from its keys besides the rows. */
export function findAnnouncedTotal(
  surroundings: Iterable<readonly [key: string, value: unknown]>,
): number | undefined {
  for (const [key, value] of surroundings)
    if (TOTAL_KEYS.includes(key) && Number.isSafeInteger(value)) return value as number;
  return undefined;
}
