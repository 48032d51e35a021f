import { hash } from 'node:crypto';
import type { Paging } from '#shared/connectors/connector.ts';
import { isNative } from '#shared/normalizer/intake/native.ts';
import { pagesOf } from '#shared/normalizer/intake/pages.ts';
import { Rejection } from '#shared/rejections.ts';
import { inEach, placed } from '#shared/sentence.ts';
import { Problem } from '../problem.ts';
import type { GatewayClient } from './gateway-client.ts';
import { words } from './words.ts';

/** No list of one time window is this long; a gateway that never ends one is not paging. */
const PAGES_MAX = 100_000;
/** Pages in a row that bring no new row. Rows that arrive meanwhile push a page of old ones ahead, once or twice. */
const STALE_PAGES_MAX = 3;

/** A list of the gateway, and what of it is asked for. */
export interface List {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly paging: Paging;
}

function numberAt(reply: unknown, key: string | undefined): number | undefined {
  const data = isNative(reply) ? reply.data : undefined;
  const number = key !== undefined && isNative(data) ? data[key] : undefined;
  return typeof number === 'number' && number > 0 ? number : undefined;
}

function rowsOf(reply: unknown, path: string): readonly unknown[] {
  try {
    return pagesOf(reply, 'reply').rows;
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const { message, details } = error.sentences;
    const why = inEach((language) => [message, ...details].map((said) => said[language]).join(' '));
    throw new Problem(placed(path, why));
  }
}

/** Asks for pages of a list by their number, from 0. */
function pagesAt(get: GatewayClient, { path, query, paging }: List) {
  const sized = paging.size === undefined ? {} : { [paging.size.key]: `${paging.size.max}` };
  let { first } = paging;
  const ask = (index: number) => get(path, { ...query, ...sized, [paging.index]: `${first + index}` });
  return async (index: number) => {
    let reply = await ask(index);
    // Versions that answer with a bare array count pages from 0, whatever newer ones do.
    const isBare = isNative(reply) && Array.isArray(reply.data);
    if (isBare && first !== 0) {
      first = 0;
      reply = await ask(index);
    }
    return {
      rows: rowsOf(reply, path),
      /** How many rows a page has, as the gateway says: some take another size than the one asked for without a word. */
      size: numberAt(reply, paging.size?.key),
      /** How many rows the list has, as the gateway says. */
      total: numberAt(reply, paging.total),
      isBare,
    };
  };
}

/** Six bytes of a hash: a chance hit makes one row old, and it takes three pages of old rows to matter. */
const markOf = (row: unknown): number => hash('sha256', JSON.stringify(row), 'buffer').readUIntBE(0, 6);

/**
 * The rows of a list, page by page, until a page is empty, or shorter than the gateway says that pages are.
 * The order of rows is the gateway's; a row that moved to the next page meanwhile comes twice.
 * @throws Problem where the list does not end
 */
export async function* pages(get: GatewayClient, list: List): AsyncGenerator<readonly unknown[]> {
  const page = pagesAt(get, list);
  const seen = new Set<number>();
  let stale = 0;
  for (let index = 0; index < PAGES_MAX; index++) {
    const { rows, size } = await page(index);
    if (rows.length > 0) yield rows;
    if (rows.length === 0 || (size !== undefined && rows.length < size)) return;
    const before = seen.size;
    for (const row of rows) seen.add(markOf(row));
    stale = seen.size > before ? 0 : stale + 1;
    if (stale === STALE_PAGES_MAX) throw new Problem(words.nothingNew(list.path, STALE_PAGES_MAX));
  }
  throw new Problem(words.endless(list.path, PAGES_MAX));
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * How many rows a list has, before it is read, and how many a page of it: what the gateway says. Where it says nothing,
 * the last page is looked for by its number: twice as far each time, then by halves, in some thirty requests for a
 * million rows.
 * @returns undefined where the list has no end, or none that can be seen
 */
export async function sizeAhead(
  get: GatewayClient,
  list: List,
): Promise<{ readonly rows: number; readonly pageRows: number } | undefined> {
  const pageAt = pagesAt(get, list);
  const first = await pageAt(0);
  if (first.rows.length === 0) return { rows: 0, pageRows: first.size ?? 1 };
  const pageRows = first.size ?? first.rows.length;
  if (first.total !== undefined) return { rows: first.total, pageRows };
  if (!first.isBare) return undefined;
  /** The last page that is known to have rows, and the first that is known to have none. */
  let [full, empty, rows] = [0, 1, first.rows.length];
  for (; ; empty *= 2) {
    const page = await pageAt(empty);
    if (page.rows.length === 0) break;
    // A gateway that takes no page number has no last page; the reading will say so.
    if (empty >= PAGES_MAX || isSame(page.rows, first.rows)) return undefined;
    [full, rows] = [empty, page.rows.length];
  }
  while (empty - full > 1) {
    const middle = Math.floor((full + empty) / 2);
    const page = await pageAt(middle);
    if (page.rows.length === 0) empty = middle;
    else [full, rows] = [middle, page.rows.length];
  }
  return { rows: full * pageRows + rows, pageRows };
}
