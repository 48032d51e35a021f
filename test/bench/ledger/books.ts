import { readFileSync } from 'node:fs';
import { pagesOf } from '#shared/normalizer/intake/pages.ts';

const DAY_S = 86_400;
const DAYS = 28;
/** Copies of the example that have customers of their own; the next ones are theirs again. */
const CUSTOMER_COPIES = 5000;
/** Rows of one object: some 40 MB. */
const OBJECT_ROWS = 60_000;

type Row = Readonly<Record<string, unknown>>;
const example = (name: string): readonly Row[] =>
  pagesOf(JSON.parse(readFileSync(`examples/new-api-${name}.json`, 'utf8')), 'logs').rows as Row[];
const BOOKS = { logs: example('export'), upstream: example('upstream') };
const IDS = /^(?:request_id|upstream_request_id|requestId|upstreamId|task_id)$/;

/** The example's rows as other customers would have them on another day. */
function copyOf(row: Row, copy: number): Row {
  const moved = Object.entries(row).map(([key, value]) => {
    if (IDS.test(key) && typeof value === 'string' && value !== '') return [key, `${value}.${copy}`];
    if (key === 'id' && typeof value === 'number') return [key, value + copy * 100_000];
    if (key === 'user_id' && typeof value === 'number' && value > 0)
      return [key, value + (copy % CUSTOMER_COPIES) * 100];
    if (key === 'created_at' && typeof value === 'number') return [key, value + (copy % DAYS) * DAY_S];
    if (key === 'other' && typeof value === 'string')
      return [key, value.replaceAll(/"task_id":"([^"]+)"/g, (_, id) => `"task_id":"${id}.${copy}"`)];
    return [key, value];
  });
  return Object.fromEntries(moved);
}

const isCustomer = ({ user_id: id }: Row): boolean => typeof id === 'number' && id > 0;

/** Customers of books of so many rows. */
export function customersOf(rows: number): number {
  const own = new Set(BOOKS.logs.filter(isCustomer).map(({ user_id: id }) => id)).size;
  const copies = Math.ceil(rows / (BOOKS.logs.length + BOOKS.upstream.length));
  return own * Math.min(copies, CUSTOMER_COPIES);
}

/** An object of made-up books. */
export interface BookObject {
  /** Below the prefix of the books: `logs/0.jsonl`. */
  readonly name: string;
  readonly body: readonly string[];
}

/** A made-up month of new-api and of its upstream, as so many rows of both logs. */
export function* madeUpBooks(rows: number): Generator<BookObject> {
  const share = BOOKS.logs.length / (BOOKS.logs.length + BOOKS.upstream.length);
  for (const [ledger, count] of [
    ['logs', Math.round(rows * share)],
    ['upstream', Math.round(rows * (1 - share))],
  ] as const) {
    const own = BOOKS[ledger];
    for (let object = 0; object * OBJECT_ROWS < count; object++) {
      const start = object * OBJECT_ROWS;
      const body = Array.from({ length: Math.min(OBJECT_ROWS, count - start) }, (_, at) => {
        const n = start + at;
        return `${JSON.stringify(copyOf(own[n % own.length] as Row, Math.floor(n / own.length)))}\n`;
      });
      yield { name: `${ledger}/${object}.jsonl`, body };
    }
  }
}
