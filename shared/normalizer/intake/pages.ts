import { BILL, STATED_MONEY } from '../../connectors/vocabulary.ts';
import { RECORDS_MAX } from '../../limits.ts';
import { Rejection } from '../../rejections.ts';
import { isNative, type Native } from './native.ts';

/** Keys under which list replies hold their rows, or the page that holds them. */
const HOLDERS = ['data', 'items', 'records', 'list', 'rows', 'logs'] as const;
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
];
/** Keys of bills that envelopes are known to have as well, and what only envelopes have beside them. */
const EITHER_KEYS = [...BILL.time, ...BILL.requestId];
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
const LEVELS_MAX = 3;
const QUOTED_MAX = 200;

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;
const KEY_LIKE = /\b(?:sk|pk|rk|voak)-[\w-]+|[\w-]{24,}/gi;

/** The rows of a ledger, and what its envelopes carry beside them (which is looked through for secrets, too). */
export interface Pages {
  readonly rows: readonly unknown[];
  readonly surroundings: readonly (readonly [key: string, value: unknown])[];
}

const says = (object: Native, keys: readonly string[]): boolean =>
  keys.some((key) => Object.hasOwn(object, key) && object[key] !== null && object[key] !== '');

/** A row states money, a time or an identity. Envelopes may state a time or a request id, too. */
const isRow = (object: Native): boolean =>
  Object.hasOwn(object, 'created_at') ||
  Object.hasOwn(object, 'id') ||
  says(object, ROW_KEYS) ||
  NUMBER.test(String(typeof object.type === 'object' ? '' : object.type)) ||
  (says(object, EITHER_KEYS) && !ENVELOPE_KEYS.some((key) => Object.hasOwn(object, key)));

const holds = (object: Native, key: string): boolean =>
  Object.hasOwn(object, key) && typeof object[key] === 'object';

const failed = ({ success, code }: Native): boolean =>
  success === false || (typeof code === 'number' && code !== 0 && code !== 200);

/** A failed reply without rows; a bill may say `success: false`, too, but has no message. */
const isFailure = (object: Native): boolean =>
  failed(object) && (typeof object.message === 'string' || typeof object.msg === 'string');

const quoted = (message: unknown): string => {
  if (typeof message !== 'string' || message === '') return '';
  const masked = message
    .slice(0, 10 * QUOTED_MAX)
    .replace(UNPRINTABLE, ' ')
    .replace(KEY_LIKE, '***');
  return ` It says: ${[...masked].slice(0, QUOTED_MAX).join('')}`;
};

/** Unwraps one field of the payload. Rows are counted here, before anything looks at one of them. */
class Unwrapping {
  readonly rows: unknown[] = [];
  readonly surroundings: [string, unknown][] = [];
  readonly #ledger: string;

  constructor(ledger: string) {
    this.#ledger = ledger;
  }

  #refuse(path: string, sentence: string): never {
    throw new Rejection('invalid_request', 'The native rows cannot be read.', [`${path}: ${sentence}`]);
  }

  #take(rows: readonly unknown[]): void {
    if (this.rows.length + rows.length > RECORDS_MAX)
      this.#refuse(this.#ledger, `must have at most ${RECORDS_MAX} rows; send a shorter period`);
    for (const row of rows) this.rows.push(row);
  }

  /** The key of a page that holds its rows: an array before an object before null. */
  #holder(page: Native, path: string): string {
    const arrays = HOLDERS.filter((key) => holds(page, key) && Array.isArray(page[key]));
    if (arrays.length > 1) this.#refuse(path, `holds rows in ${arrays.join(' and in ')}; send one of them`);
    const holder =
      arrays[0] ??
      HOLDERS.find((key) => holds(page, key) && page[key] !== null) ??
      HOLDERS.find((key) => holds(page, key));
    return (
      holder ?? this.#refuse(path, 'must be an array of rows, or the page of a list reply that holds them')
    );
  }

  page(page: Native, path: string, level: number): void {
    if (isRow(page)) this.#refuse(path, 'must be an array of rows, not one row');
    if (failed(page))
      this.#refuse(path, `is the reply of a request that failed.${quoted(page.message ?? page.msg)}`);
    const holder = this.#holder(page, path);
    if (level > LEVELS_MAX) this.#refuse(path, `is a page within more than ${LEVELS_MAX} others`);
    for (const key of Object.keys(page)) if (key !== holder) this.surroundings.push([key, page[key]]);
    const held = page[holder];
    if (Array.isArray(held)) this.#take(held);
    else if (isNative(held)) this.page(held, `${path}.${holder}`, level + 1);
  }

  /** An array of rows, or of pages: what pasting the replies of several requests together gives. */
  array(items: readonly unknown[]): void {
    const isPage = (item: unknown): item is Native =>
      isNative(item) && !isRow(item) && (isFailure(item) || HOLDERS.some((key) => holds(item, key)));
    if (items.some(isPage)) {
      items.forEach((item, index) => {
        if (isPage(item)) this.page(item, `${this.#ledger}[${index}]`, 1);
        else this.#take([item]);
      });
    } else this.#take(items);
  }
}

/**
 * The rows of an array, of the envelope of a list reply, or of an array of such envelopes, in their order.
 * @param ledger the field of the payload, for the paths of refusals
 * @throws Rejection `invalid_request` for more than `RECORDS_MAX` rows, for a reply that says it failed, and
 * for anything that holds no rows
 */
export function pagesOf(value: unknown, ledger: string): Pages {
  const unwrapping = new Unwrapping(ledger);
  if (Array.isArray(value)) unwrapping.array(value);
  else if (isNative(value)) unwrapping.page(value, ledger, 1);
  return unwrapping;
}
