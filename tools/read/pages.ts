import type { Paging } from '#shared/connectors/connector.ts';
import { pagesOf } from '#shared/normalizer/intake/pages.ts';
import { Rejection } from '#shared/rejections.ts';
import { type GatewayClient, ReadingProblem } from './gateway-client.ts';

/** No list of one time window is this long; a gateway that never ends one is not paging. */
const PAGES_MAX = 100_000;

/** A list of the gateway, and what of it is asked for. */
export interface List {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly paging: Paging;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The size that the gateway says its pages have: some take another than the one asked for without a word. */
function echoedSize(reply: unknown, key: string | undefined): number | undefined {
  const data = isObject(reply) ? reply.data : undefined;
  const size = key !== undefined && isObject(data) ? data[key] : undefined;
  return typeof size === 'number' && size > 0 ? size : undefined;
}

/** The rows of one reply. A gateway says "no" with status 200, too. */
function rowsOf(reply: unknown, path: string): readonly unknown[] {
  try {
    return pagesOf(reply, 'reply').rows;
  } catch (error) {
    if (error instanceof Rejection)
      throw new ReadingProblem([`${path}: ${error.message}`, ...error.quotingDetails].join(' '));
    throw error;
  }
}

/** Versions that answer with a bare array count pages from 0, whatever newer ones do. */
const firstPage = (reply: unknown, { first }: Paging): number =>
  isObject(reply) && Array.isArray(reply.data) ? 0 : first;

/**
 * The rows of a list, page by page, until a page is empty, or shorter than the gateway says that pages are.
 * The order of rows is the gateway's; a row that moved to the next page meanwhile comes twice.
 */
export async function* pages(client: GatewayClient, { path, query, paging }: List) {
  const sized = paging.size === undefined ? {} : { [paging.size.key]: `${paging.size.max}` };
  const ask = (page: number) => client.get(path, { ...query, ...sized, [paging.index]: `${page}` });
  let page: number = paging.first;
  let reply = await ask(page);
  if (firstPage(reply, paging) !== page) {
    page = firstPage(reply, paging);
    reply = await ask(page);
  }
  let previous = '';
  for (let count = 1; count <= PAGES_MAX; count++) {
    const rows = rowsOf(reply, path);
    if (rows.length > 0) yield rows;
    const size = echoedSize(reply, paging.size?.key);
    if (rows.length === 0 || (size !== undefined && rows.length < size)) return;
    const text = JSON.stringify(rows);
    if (text === previous) break;
    previous = text;
    reply = await ask(++page);
  }
  throw new ReadingProblem(`${path}: the gateway keeps sending the same page. Check --connector.`);
}
