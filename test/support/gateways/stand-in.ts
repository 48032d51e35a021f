import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

type Row = Readonly<Record<string, unknown>>;

/** The data of a stand-in gateway: native rows, newest last. */
export interface Books {
  readonly logs: readonly Row[];
  readonly payments: readonly Row[];
  readonly channels: readonly Row[];
  readonly quotaPerUnit: number;
}

/** Sent instead of a page: a reply, bytes that are not HTTP, half of a reply, or endless empty gzip data. */
export type Fault =
  | 'cut'
  | 'endless'
  | { readonly bytes: string }
  | {
      readonly body?: string | Buffer;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** A failure, which gateways send with status 200. */
const failure = (message: string) => ({ success: false, message });
export const refuseWith = (message: string): Fault => ({ body: JSON.stringify(failure(message)) });
export const redirectTo = (location: string): Fault => ({ status: 302, headers: { location } });

interface ReceivedRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

/** How one kind of gateway answers. */
interface GatewayBehavior {
  readonly connector: string;
  readonly paths: { readonly logs: string; readonly payments?: string; readonly channels: string };
  /** Message of a refusal, sent with status 200. */
  refusal?(received: ReceivedRequest): string | undefined;
  /** The `data` of a reply. */
  page(rows: readonly Row[], query: URLSearchParams): unknown;
  /** Adds the number of rows next to `data`. */
  readonly hasTotal?: true;
}

const readInteger = (query: URLSearchParams, key: string, fallback: number): number =>
  Number(query.get(key) ?? fallback) || fallback;

const slice = (rows: readonly Row[], index: number, size: number): readonly Row[] =>
  rows.slice(index * size, (index + 1) * size);

const formatMissingHeader = (header: string) => `无权进行此操作，未提供 ${header}`;

/** new-api up to v1.0.0-rc.21: requires a user header; pages start at 1 and have at most 100 rows. */
const newApi: GatewayBehavior = {
  connector: 'new-api',
  paths: { logs: '/api/log/', payments: '/api/user/topup', channels: '/api/channel/' },
  refusal: ({ headers }) =>
    headers['new-api-user'] === undefined ? formatMissingHeader('New-Api-User') : undefined,
  page(rows, query) {
    const size = Math.min(readInteger(query, 'page_size', 10), 100);
    const page = Math.max(readInteger(query, 'p', 1), 1);
    return { page, page_size: size, total: rows.length, items: slice(rows, page - 1, size) };
  },
};
const { refusal: _, ...newApiWithoutUser } = newApi;

/** one-api: bare arrays of 10 rows; pages start at 0; no total, and no parameter for the page size. */
const oneApi: GatewayBehavior = {
  connector: 'one-api',
  paths: { logs: '/api/log/', channels: '/api/channel/' },
  page: (rows, query) => slice(rows, readInteger(query, 'p', 0), 10),
};

export const gatewayKinds = {
  'new-api': newApi,
  /** new-api behind a proxy that limits every page to 10 rows, visible only in `page_size`. */
  clamped: {
    ...newApiWithoutUser,
    page(rows, query) {
      const page = Math.max(readInteger(query, 'p', 1), 1);
      return { page, page_size: 10, total: rows.length, items: slice(rows, page - 1, 10) };
    },
  },
  /** new-api before 2024-08: bare arrays; pages start at 0. */
  early: { ...newApiWithoutUser, page: oneApi.page },
  'one-api': oneApi,
  /** one-hub: pages start at 1; a size above 100 is an error. */
  'one-hub': {
    connector: 'one-hub',
    paths: { logs: '/api/log/', payments: '/api/payment/order', channels: '/api/channel/' },
    refusal: ({ query }) => (readInteger(query, 'size', 10) > 100 ? 'size 参数不能超过 100' : undefined),
    page(rows, query) {
      const [page, size] = [readInteger(query, 'page', 1), readInteger(query, 'size', 10)];
      return { data: slice(rows, page - 1, size), page, size, total_count: rows.length };
    },
  },
} as const satisfies Record<string, GatewayBehavior>;

/** Gateways that need options, or whose replies a reader must not follow. */
const oddGatewayKinds = {
  /** Veloera: a user header with another name; no list of top-ups, so `topup` is parsed as a user id. */
  veloera: {
    ...newApi,
    refusal({ headers, path }) {
      if (headers['veloera-user'] === undefined) return formatMissingHeader('Veloera-User');
      return path === '/api/user/topup' ? 'strconv.Atoi: parsing "topup": invalid syntax' : undefined;
    },
  },
  /** one-api by Laisky: bare arrays of the requested size; pages start at 0; with a total. */
  laisky: {
    ...oneApi,
    page: (rows, query) =>
      slice(rows, readInteger(query, 'p', 0), Math.min(readInteger(query, 'size', 10), 100)),
    hasTotal: true,
  },
  /** Repeats its first two pages forever. */
  circling: { ...oneApi, page: (rows, query) => slice(rows, readInteger(query, 'p', 0) % 2, 10) },
} as const satisfies Record<string, GatewayBehavior>;

const kinds: Readonly<Record<string, GatewayBehavior>> = { ...gatewayKinds, ...oddGatewayKinds };
export type Kind = keyof typeof gatewayKinds | keyof typeof oddGatewayKinds;

export const CREDENTIAL = 'stand-in-administrator-token';

/** A gateway on loopback that answers like a real one, records its requests, and fails on demand. */
export class StandIn {
  readonly requests: ReceivedRequest[] = [];
  readonly connector: string;
  /** Faults by the number of the request, from 1. Each happens once. */
  readonly faults = new Map<number, Fault>();
  /** Rows that are added before the n-th request, while a reader pages. */
  readonly arrivals = new Map<number, Row>();
  /** Ids of rows that are counted and paged, but never sent. */
  readonly withheld = new Set<unknown>();
  /** Bytes sent in endless replies. */
  floodBytes = 0;
  readonly #logs: Row[];
  readonly #books: Books;
  readonly #behavior: GatewayBehavior;
  readonly #server: Server;

  constructor(kind: Kind, books: Books) {
    this.#books = books;
    this.#logs = [...books.logs];
    this.#behavior = kinds[kind] as GatewayBehavior;
    this.connector = this.#behavior.connector;
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
    const received = { path: url.pathname, query: url.searchParams, headers: request.headers };
    this.requests.push(received);
    const count = this.requests.length;
    const arrival = this.arrivals.get(count);
    if (arrival) this.#logs.push(arrival);
    const fault = this.faults.get(count);
    this.faults.delete(count);
    if (fault === 'endless') this.#flood(reply);
    else if (fault === 'cut') {
      // Send half a reply, then close the connection.
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      reply.write('{"success":true,"data":');
      setImmediate(() => request.socket.destroy());
    } else if (fault && 'bytes' in fault) request.socket.end(fault.bytes);
    else if (fault) reply.writeHead(fault.status ?? 200, fault.headers).end(fault.body);
    else {
      const body = this.#bodyOf(received);
      reply.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
      const isSent = (item: unknown) => !this.withheld.has((item as Partial<Row>).id);
      const filterRows = (_: string, value: unknown) => (Array.isArray(value) ? value.filter(isSent) : value);
      reply.end(JSON.stringify(body ?? { error: 'not found' }, filterRows));
    }
  }

  #flood(reply: ServerResponse): void {
    reply.writeHead(200, { 'content-encoding': 'gzip' });
    const nothing = Buffer.concat(Array.from({ length: 1000 }, () => gzipSync('')));
    const more = (): void => {
      while (!reply.destroyed && reply.write(nothing)) this.floodBytes += nothing.length;
    };
    reply.on('drain', more);
    more();
  }

  #bodyOf(received: ReceivedRequest): unknown {
    const { paths, page, refusal, hasTotal } = this.#behavior;
    const { path, query, headers } = received;
    const success = (data: unknown) => ({ success: true, message: '', data });
    if (path === '/api/status') return success({ quota_per_unit: this.#books.quotaPerUnit });
    if (headers.authorization !== `Bearer ${CREDENTIAL}`) return failure('无权进行此操作，access token 无效');
    const message = refusal?.(received);
    if (message !== undefined) return failure(message);
    const list = (rows: readonly Row[]) => ({
      ...success(page(rows, query)),
      ...(hasTotal && { total: rows.length }),
    });
    if (path === paths.channels) return list(this.#books.channels);
    if (path === paths.payments) return list(this.#books.payments);
    if (path !== paths.logs) return undefined;
    const [from, to] = [
      readInteger(query, 'start_timestamp', 0),
      readInteger(query, 'end_timestamp', 2 ** 40),
    ];
    const within = this.#logs.filter(
      ({ created_at: time }) => (time as number) >= from && (time as number) <= to,
    );
    return list(within.toReversed());
  }
}
