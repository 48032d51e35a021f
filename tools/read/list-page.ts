import type { Paging } from '#shared/gateways/connector.ts';
import { asNumber, isObject } from '#shared/normalizer/intake/native.ts';
import { unwrapPages } from '#shared/normalizer/intake/pages.ts';
import { Rejection } from '#shared/rejections.ts';
import { makeSentence, withPrefix } from '#shared/sentence.ts';
import { Problem } from '../problem.ts';
import type { GatewayClient } from './gateway-client.ts';

/** Most pages that are requested for one list. A gateway that has sent so many does not page. */
export const PAGES_MAX = 100_000;

/** A list of the gateway's API. */
export interface List {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly paging: Paging;
  /** For lists of a time window, newest row first: query key of the last second, and the column with a row's time. */
  readonly until?: { readonly key: string; readonly column: string };
}

interface Page {
  readonly rows: readonly unknown[];
  /** The page size that the gateway reports. It may be smaller than the one requested. */
  readonly size: number | undefined;
  /** The number of rows in the list, as the gateway reports it; 0 is ignored, as some report it by mistake. */
  readonly total: number | undefined;
  /** Whether the rows are the reply's `data` itself, without an object around them. */
  readonly isBare: boolean;
}

/** Reads a whole number above 0 from the `data` of a reply, or from the reply itself. */
function readCount(reply: unknown, key: string): number | undefined {
  if (!isObject(reply)) return undefined;
  const count = asNumber((isObject(reply.data) ? reply.data : reply)[key]);
  return Number.isSafeInteger(count) && count > 0 ? count : undefined;
}

function readRows(reply: unknown, path: string): readonly unknown[] {
  try {
    return unwrapPages(reply, 'reply').rows;
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const { message, details } = error.sentences;
    const why = makeSentence((language) =>
      [message, ...details].map((sentence) => sentence[language]).join(' '),
    );
    throw new Problem(withPrefix(path, why));
  }
}

/** Returns a function that requests a page of a list by its index, from 0 even if the gateway's API counts from 1. */
export function createPageReader(get: GatewayClient, { path, query, paging }: List) {
  const { index: indexKey, size, total } = paging;
  let { first } = paging;
  const request = (index: number) =>
    get(path, { ...query, [size.key]: `${size.max}`, [indexKey]: `${first + index}` });
  return async (index: number): Promise<Page> => {
    let reply = await request(index);
    const isBare = isObject(reply) && Array.isArray(reply.data);
    // Count pages from 0 if the gateway replies with a bare array: such versions do so, even if later ones count from 1.
    if (isBare && first !== 0) {
      first = 0;
      reply = await request(index);
    }
    return {
      rows: readRows(reply, path),
      size: readCount(reply, size.key),
      total: readCount(reply, total),
      isBare,
    };
  };
}

const areEqual = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * Finds how many rows a list and its full pages have. Uses the number that the gateway reports, or searches for the
 * last page by doubling the page number and then halving the range, which takes about thirty requests for a million
 * rows. Returns undefined if the last page cannot be found.
 */
export async function findListSize(
  get: GatewayClient,
  list: List,
): Promise<{ readonly rows: number; readonly pageRows: number } | undefined> {
  const requestPage = createPageReader(get, list);
  const first = await requestPage(0);
  const pageRows = first.rows.length;
  if (pageRows === 0) return { rows: 0, pageRows: 1 };
  if (first.total !== undefined) return { rows: first.total, pageRows };
  if (!first.isBare) return undefined;
  /** `full`: last page known to have rows; `rows`: its rows; `empty`: page to try next, which is empty after the loop. */
  let [full, empty, rows] = [0, 1, pageRows];
  for (; ; empty *= 2) {
    const page = await requestPage(empty);
    if (page.rows.length === 0) break;
    // Give up on a gateway that ignores the page number: it has no last page. The reading itself reports that.
    if (empty >= PAGES_MAX || areEqual(page.rows, first.rows)) return undefined;
    [full, rows] = [empty, page.rows.length];
  }
  while (empty - full > 1) {
    const middle = Math.floor((full + empty) / 2);
    const page = await requestPage(middle);
    if (page.rows.length === 0) empty = middle;
    else [full, rows] = [middle, page.rows.length];
  }
  return { rows: full * pageRows + rows, pageRows };
}
