import { hash } from 'node:crypto';
import { asNumber, isObject } from '#shared/normalizer/intake/native.ts';
import { Problem } from '../problem.ts';
import type { GatewayClient } from './gateway-client.ts';
import { createPageReader, type List, PAGES_MAX } from './list-page.ts';
import { words } from './words.ts';

/** Consecutive pages without anything new, after which the list is not paged through any further. */
const STALE_PAGES_MAX = 3;
/** Consecutive readings of a whole list without a new row, after which it is read no more although rows are missing. */
const IDLE_READINGS_MAX = 2;
/** Most readings of a list that has new rows each time. */
const READINGS_MAX = 10;

const digest = (text: string): string => hash('sha256', text, 'buffer').toString('latin1', 0, 12);

/** Identifies a row by its ids, because other columns may change while the list is read; without ids by all columns. */
function identify(row: unknown): string {
  const { uuid, id, request_id } = isObject(row) ? row : {};
  return digest(JSON.stringify(uuid || id ? [uuid, id, request_id] : row));
}

/** Part of a list from the second of a row on, towards older rows. Undefined without times, or if that is all. */
function olderPart(list: List, row: unknown): List | undefined {
  const { until, query } = list;
  if (until === undefined || !isObject(row)) return undefined;
  const second = asNumber(row[until.column]);
  if (!(second > 0 && second < Number(query[until.key]))) return undefined;
  return { ...list, query: { ...query, [until.key]: `${second}` } };
}

/**
 * Reads all rows of a list from the gateway's API, each row once.
 *
 * A short or empty page does not end a list: gateways and proxies send such pages by mistake, and rows move to other
 * pages while rows are added or deleted. So the list is read again until a reading finds no new row, and there are as
 * many different rows as the gateway reports. Later readings stop as soon as no reported row is missing.
 *
 * The reported number may be capped (at 10,000, for example), and some gateways report none. So the first reading
 * continues after that number of rows. For a log, it then requests the rows that are older than the last one.
 */
export class ListReader {
  readonly #get: GatewayClient;
  readonly #list: List;
  /** Identities of rows, each with the number of the last count that includes the row. */
  readonly #rows = new Map<string, number>();
  #counts = 0;
  /** Different rows since the reported total last fell. */
  #count = 0;
  #total: number | undefined;
  #pages = 0;
  #readings = 0;

  constructor(get: GatewayClient, list: List) {
    this.#get = get;
    this.#list = list;
  }

  /** Number of rows read, and number that the gateway reports. Undefined if no reported row is missing. */
  get shortage(): { readonly rows: number; readonly total: number } | undefined {
    const [rows, total] = [this.#count, this.#total ?? 0];
    return rows < total ? { rows, total } : undefined;
  }

  /** Reads the rows in the gateway's order, page by page. Check `shortage` after the last page. */
  async *read(): AsyncGenerator<readonly unknown[]> {
    for (let idle = 0; this.#readings < READINGS_MAX && idle < (this.shortage ? IDLE_READINGS_MAX : 1); ) {
      const before = this.#rows.size;
      this.#readings++;
      yield* this.#readParts();
      idle = this.#rows.size > before ? 0 : idle + 1;
    }
  }

  async *#readParts(): AsyncGenerator<readonly unknown[]> {
    let part: List | undefined = this.#list;
    while (part !== undefined) {
      let oldest: unknown;
      for await (const rows of this.#readPages(part)) {
        oldest = rows.at(-1);
        yield rows;
      }
      part = olderPart(part, oldest);
    }
  }

  async *#readPages(list: List): AsyncGenerator<readonly unknown[]> {
    const requestPage = createPageReader(this.#get, list);
    const seen = new Set([digest('')]);
    for (let index = 0, stale = 0; stale < STALE_PAGES_MAX; index++) {
      if (++this.#pages > PAGES_MAX) throw new Problem(words.endless(list.path, PAGES_MAX));
      const { rows, size = 0, total } = await requestPage(index);
      if (list === this.#list) this.#report(total);
      const ids = rows.map(identify);
      const added = rows.filter((_, i) => this.#add(ids[i] as string));
      if (added.length > 0) yield added;
      const mayEnd = rows.length === 0 || rows.length < size || this.#readings > 1;
      if (mayEnd && this.shortage === undefined) return;
      const page = digest(ids.join(''));
      stale = seen.has(page) ? stale + 1 : 0;
      seen.add(page);
    }
    if (this.#total === undefined) throw new Problem(words.nothingNew(list.path, STALE_PAGES_MAX));
  }

  /** Starts a new count if rows were deleted: others may have moved to pages that were read before. */
  #report(total: number | undefined): void {
    if (total === undefined) return;
    if (total < (this.#total ?? 0)) {
      this.#counts++;
      this.#count = 0;
    }
    this.#total = total;
  }

  /** Adds a row by its identity. Returns whether it is new. */
  #add(id: string): boolean {
    const lastCount = this.#rows.get(id);
    if (lastCount !== this.#counts) {
      this.#rows.set(id, this.#counts);
      this.#count++;
    }
    return lastCount === undefined;
  }
}
