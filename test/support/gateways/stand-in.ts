import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

type Row = Readonly<Record<string, unknown>>;

/** The books of a stand-in gateway: native rows, newest last. */
export interface Books {
  readonly logs: readonly Row[];
  readonly payments: readonly Row[];
  readonly channels: readonly Row[];
  readonly quotaPerUnit: number;
}

/** What goes wrong at the n-th request, from 1; it happens once. */
export type Fault =
  | { readonly kind: 'busy'; readonly retryAfter?: string }
  | { readonly kind: 'cut' }
  | { readonly kind: 'error'; readonly status: number }
  | { readonly kind: 'refusal'; readonly message: string }
  | { readonly kind: 'redirect'; readonly to: string }
  | {
      readonly kind: 'reply';
      readonly body: string | Buffer;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A gzip file of nothing, again and again until the reader hangs up. */
  | { readonly kind: 'endless' };

interface Asked {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

/** How one kind of gateway answers, oddities included. */
interface Manners {
  /** Refused with status 200. */
  refusal(asked: Asked): string | undefined;
  page(rows: readonly Row[], query: URLSearchParams): unknown;
  readonly paths: { readonly logs: string; readonly payments?: string; readonly channels: string };
}

const whole = (query: URLSearchParams, key: string, otherwise: number): number =>
  Number(query.get(key) ?? otherwise) || otherwise;

const slice = (rows: readonly Row[], index: number, size: number): readonly Row[] =>
  rows.slice(index * size, (index + 1) * size);

const reply = (data: unknown) => ({ success: true, message: '', data });

/** Pages count from 1, and hold so many rows at most. */
const numbered = (sizeMax: number) => (rows: readonly Row[], query: URLSearchParams) => {
  const size = Math.min(whole(query, 'page_size', 10), sizeMax);
  const page = Math.max(whole(query, 'p', 1), 1);
  return reply({ page, page_size: size, total: rows.length, items: slice(rows, page - 1, size) });
};

/** new-api up to v1.0.0-rc.21: the user's header is required. */
const newApi: Manners = {
  refusal: ({ headers }) =>
    headers['new-api-user'] === undefined ? '无权进行此操作，未提供 New-Api-User' : undefined,
  page: numbered(100),
  paths: { logs: '/api/log/', payments: '/api/user/topup', channels: '/api/channel/' },
};

/** The same gateway where an operator's proxy clamps every page to 10 rows without a word but the echo. */
const clamped: Manners = { ...newApi, refusal: () => undefined, page: numbered(10) };

/** one-api: a bare array of 10 rows, pages counted from 0, no total. */
const oneApi: Manners = {
  refusal: () => undefined,
  page: (rows, query) => reply(slice(rows, whole(query, 'p', 0), 10)),
  paths: { logs: '/api/log/', channels: '/api/channel/' },
};

/** new-api before 2024-08 answered so, too. */
const early: Manners = { ...newApi, refusal: oneApi.refusal, page: oneApi.page };

/** one-hub: pages counted from 1, more than 100 rows is an error. */
const oneHub: Manners = {
  refusal: ({ query }) => (whole(query, 'size', 10) > 100 ? 'size 参数不能超过 100' : undefined),
  page(rows, query) {
    const [page, size] = [whole(query, 'page', 1), whole(query, 'size', 10)];
    return reply({ data: slice(rows, page - 1, size), page, size, total_count: rows.length });
  },
  paths: { logs: '/api/log/', payments: '/api/payment/order', channels: '/api/channel/' },
};

/** Veloera: a header of its own, and no list of top-ups, so that `topup` is taken for a user's id. */
const veloera: Manners = {
  ...newApi,
  refusal({ headers, path }) {
    if (headers['veloera-user'] === undefined) return '无权进行此操作，未提供 Veloera-User';
    return path === '/api/user/topup' ? 'strconv.Atoi: parsing "topup": invalid syntax' : undefined;
  },
};

/** A gateway that goes round in a circle of two pages. */
const circling: Manners = {
  ...oneApi,
  page: (rows, query) => reply(slice(rows, whole(query, 'p', 0) % 2, 10)),
};

export const manners = { 'new-api': newApi, clamped, early, 'one-api': oneApi, 'one-hub': oneHub };

/** Gateways that a reader must be told more about, or must not follow. */
export const oddManners = { veloera, circling };

const CREDENTIAL = 'stand-in-administrator-token';

/** A gateway on loopback that answers as the real one does, remembers what it was asked, and fails when told to. */
export class StandIn {
  readonly asked: Asked[] = [];
  readonly credential = CREDENTIAL;
  readonly faults = new Map<number, Fault>();
  /** Rows that arrive while a reader pages: added before the n-th request. */
  readonly arrivals = new Map<number, Row>();
  /** Bytes of endless replies. */
  flooded = 0;
  readonly #logs: Row[];
  readonly #books: Books;
  readonly #manners: Manners;
  readonly #server: Server;

  constructor(kind: keyof typeof manners | keyof typeof oddManners, books: Books) {
    this.#books = books;
    this.#logs = [...books.logs];
    this.#manners = { ...manners, ...oddManners }[kind];
    this.#server = createServer((request, reply) => this.#answer(request, reply));
  }

  async start(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  #answer(request: IncomingMessage, reply: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const asked = { path: url.pathname, query: url.searchParams, headers: request.headers };
    this.asked.push(asked);
    const count = this.asked.length;
    const arrival = this.arrivals.get(count);
    if (arrival) this.#logs.push(arrival);
    const fault = this.faults.get(count);
    this.faults.delete(count);
    if (fault) this.#fail(fault, request, reply);
    else {
      const body = this.#bodyOf(asked);
      reply.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
      reply.end(JSON.stringify(body ?? { error: 'not found' }));
    }
  }

  #fail(fault: Fault, request: IncomingMessage, reply: ServerResponse): void {
    if (fault.kind === 'cut') {
      // Half a reply, then nothing.
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      reply.write('{"success":true,"data":');
      setImmediate(() => request.socket.destroy());
    } else if (fault.kind === 'busy')
      reply.writeHead(429, fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }).end();
    else if (fault.kind === 'error') reply.writeHead(fault.status).end('upstream trouble');
    else if (fault.kind === 'redirect') reply.writeHead(302, { location: fault.to }).end();
    else if (fault.kind === 'reply') reply.writeHead(fault.status ?? 200, fault.headers).end(fault.body);
    else if (fault.kind === 'endless') this.#flood(reply);
    else reply.writeHead(200).end(JSON.stringify({ success: false, message: fault.message }));
  }

  #flood(reply: ServerResponse): void {
    reply.writeHead(200, { 'content-encoding': 'gzip' });
    const nothing = Buffer.concat(Array.from({ length: 1000 }, () => gzipSync('')));
    const more = (): void => {
      while (!reply.destroyed && reply.write(nothing)) this.flooded += nothing.length;
    };
    reply.on('drain', more);
    more();
  }

  #bodyOf(asked: Asked): unknown {
    const { paths, page, refusal } = this.#manners;
    if (asked.path === '/api/status') return reply({ quota_per_unit: this.#books.quotaPerUnit });
    const refused =
      asked.headers.authorization === `Bearer ${CREDENTIAL}`
        ? refusal(asked)
        : '无权进行此操作，access token 无效';
    if (refused !== undefined) return { success: false, message: refused };
    if (asked.path === paths.channels) return page(this.#books.channels, asked.query);
    if (asked.path === paths.payments) return page(this.#books.payments, asked.query);
    if (asked.path !== paths.logs) return undefined;
    const from = whole(asked.query, 'start_timestamp', 0);
    const to = whole(asked.query, 'end_timestamp', 2 ** 40);
    const within = this.#logs.filter(({ created_at: time }) => Number(time) >= from && Number(time) <= to);
    // Newest first, unless the other order is asked for.
    return page(asked.query.get('order') === 'created_at' ? within : within.toReversed(), asked.query);
  }
}
