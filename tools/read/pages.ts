import { hash } from 'node:crypto';
import type { Paging } from '#shared/connectors/connector.ts';
import { isNative } from '#shared/normalizer/intake/native.ts';
import { pagesOf } from '#shared/normalizer/intake/pages.ts';
import { Rejection } from '#shared/rejections.ts';
import { inEach, placed } from '#shared/sentence.ts';
import type { GatewayClient } from './gateway-client.ts';
import { ReadingProblem } from './reading-problem.ts';
import { words } from './words.ts';

/** No list of one time window is this long; a gateway that never ends one is not paging. */
export const PAGES_MAX = 100_000;
/** Pages in a row that bring no new row. Rows that arrive meanwhile push a page of old ones ahead, once or twice. */
const STALE_PAGES_MAX = 3;

/** A list of the gateway, and what of it is asked for. */
export interface List {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly paging: Paging;
}

/** One reply of a list. */
interface Page {
  readonly rows: readonly unknown[];
  /** How many rows a page has, as the gateway says: some take another size than the one asked for without a word. */
  readonly size: number | undefined;
  /** How many rows the list has, as the gateway says. */
  readonly total: number | undefined;
  /** Versions that answer with a bare array count pages from 0, whatever newer ones do. */
  readonly isBare: boolean;
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
    throw new ReadingProblem(placed(path, why));
  }
}

/** Asks for pages of a list by their number, from 0. */
export class Pages {
  readonly #client: GatewayClient;
  readonly #list: List;
  #first: number;

  constructor(client: GatewayClient, list: List) {
    this.#client = client;
    this.#list = list;
    this.#first = list.paging.first;
  }

  async page(index: number): Promise<Page> {
    const { path, query, paging } = this.#list;
    const sized = paging.size === undefined ? {} : { [paging.size.key]: `${paging.size.max}` };
    const number = `${this.#first + index}`;
    const reply = await this.#client.get(path, { ...query, ...sized, [paging.index]: number });
    const isBare = isNative(reply) && Array.isArray(reply.data);
    if (isBare && this.#first !== 0) {
      this.#first = 0;
      return this.page(index);
    }
    const size = numberAt(reply, paging.size?.key);
    return { rows: rowsOf(reply, path), size, total: numberAt(reply, paging.total), isBare };
  }
}

/** Tells whether a page has a row that no page before it had. */
class Seen {
  readonly #rows = new Set<number>();

  /** Six bytes of a hash: a chance hit makes one row old, and it takes three pages of old rows to matter. */
  add(rows: readonly unknown[]): boolean {
    const before = this.#rows.size;
    for (const row of rows) this.#rows.add(hash('sha256', JSON.stringify(row), 'buffer').readUIntBE(0, 6));
    return this.#rows.size > before;
  }
}

/**
 * The rows of a list, page by page, until a page is empty, or shorter than the gateway says that pages are.
 * The order of rows is the gateway's; a row that moved to the next page meanwhile comes twice.
 * @throws ReadingProblem where the list does not end
 */
export async function* pages(client: GatewayClient, list: List): AsyncGenerator<readonly unknown[]> {
  const source = new Pages(client, list);
  const seen = new Seen();
  let stale = 0;
  for (let index = 0; index < PAGES_MAX; index++) {
    const { rows, size } = await source.page(index);
    if (rows.length > 0) yield rows;
    if (rows.length === 0 || (size !== undefined && rows.length < size)) return;
    stale = seen.add(rows) ? 0 : stale + 1;
    if (stale === STALE_PAGES_MAX) throw new ReadingProblem(words.nothingNew(list.path, STALE_PAGES_MAX));
  }
  throw new ReadingProblem(words.endless(list.path, PAGES_MAX));
}
