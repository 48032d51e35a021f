import { BILL, STATED_MONEY } from '../../gateways/vocabulary.ts';
import type { Sentence } from '../../sentence.ts';
import { maskMessage } from './mask-message.ts';
import { asText, isNative, type Native } from './native.ts';

/**
 * What tells the page of a list reply from a row, and a reply that failed from one that did not: for replies
 * that arrive whole and for files that are read piece by piece.
 */

/** Keys under which list replies hold their rows, or the page that holds them; the capitals are clouds' bills. */
export const HOLDERS = [
  ...['data', 'items', 'records', 'list', 'rows', 'logs'],
  ...['Data', 'Items', 'Result', 'List'],
];
/** Keys that only a row has: money, times and ids of logs, payments, bills and canonical records. */
const ROW_KEYS = [
  ...['quota', ...STATED_MONEY, ...BILL.money, 'costAmount', 'chargedAmount', 'occurredAt', 'transactionId'],
  ...[
    'trade_no',
    'money',
    'order_amount',
    'create_time',
    'complete_time',
    'upstream_request_id',
    'upstreamId',
  ],
  ...[...BILL.time, ...BILL.requestId],
];
/** Keys that only envelopes have beside their rows. */
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
/** Deepest envelope: `{data: {data: {items: []}}}`. */
export const LEVELS_MAX = 3;

export const hasObjectAt = (object: Native, key: string): boolean =>
  Object.hasOwn(object, key) && typeof object[key] === 'object';

/** epay counts otherwise: its 1 is a success, and says so. */
const isSuccess = ({ code, msg }: Native): boolean =>
  code === 0 || code === 200 || (code === 1 && /succ|成功|^ok$/i.test(asText(msg)));

const reportsFailure = (reply: Native): boolean =>
  reply.success === false || (typeof reply.code === 'number' && !isSuccess(reply));

/** A failed reply without rows; a bill may say `success: false`, too, but has no message. */
const isFailure = (object: Native): boolean =>
  reportsFailure(object) && (typeof object.message === 'string' || typeof object.msg === 'string');

/** Why an envelope is no page of rows, as the rest of a sentence about it; `undefined` for the page of a good reply. */
export const explainFailure = (envelope: Native): Sentence | undefined =>
  reportsFailure(envelope)
    ? { en: 'is the reply of a request that failed.', zh: '是一次失败请求的响应。' }
    : undefined;

/** What a failed reply says of itself, shortened and masked. It is a quote: a `Rejection` keeps it out of logs. */
export function quoteFailureMessage({ message, msg }: Native): string {
  const said = message ?? msg;
  return typeof said === 'string' ? maskMessage(said) : '';
}

const hasFilled = (object: Native, keys: readonly string[]): boolean =>
  keys.some((key) => Object.hasOwn(object, key) && object[key] !== null && object[key] !== '');

const isEmptyAt = (object: Native, key: string): boolean => {
  const held = object[key];
  return !hasObjectAt(object, key) || held === null || (Array.isArray(held) && held.length === 0);
};

/**
 * What would be lost in silence if it were taken for an empty page: it states money, a time or an identity, carries
 * nothing of an envelope, and holds no rows.
 */
const isSingleRow = (object: Native): boolean =>
  HOLDERS.every((key) => isEmptyAt(object, key)) &&
  !ENVELOPE_KEYS.some((key) => Object.hasOwn(object, key)) &&
  (hasFilled(object, ROW_KEYS) || NUMBER.test(asText(object.type)));

/** An order as epay answers with it. Its `code` of 1 means success, and it holds no rows. */
const isOrder = (object: Native): boolean =>
  Object.hasOwn(object, 'out_trade_no') && HOLDERS.every((key) => isEmptyAt(object, key));

/** A row as gateways log them. What has neither of these keys and holds rows is a page, whatever else it carries. */
export const isRow = (object: Native): boolean =>
  Object.hasOwn(object, 'created_at') ||
  Object.hasOwn(object, 'id') ||
  isSingleRow(object) ||
  isOrder(object);

/** An item of an array that is a page of rows, or the reply of a request that failed, and no row itself. */
export const isPage = (item: unknown): item is Native =>
  isNative(item) && !isRow(item) && (isFailure(item) || HOLDERS.some((key) => hasObjectAt(item, key)));

/** How many rows the list has that a page is of, where its reply says so. */
const TOTAL_KEYS = ['total', 'total_count', 'Total', 'TotalCount'];
export function findAnnouncedTotal(
  beside: Iterable<readonly [key: string, value: unknown]>,
): number | undefined {
  for (const [key, value] of beside)
    if (TOTAL_KEYS.includes(key) && Number.isSafeInteger(value)) return value as number;
  return undefined;
}
