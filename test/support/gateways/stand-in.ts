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

/** What is sent in place of a page: a reply, bytes that are none, half of a reply, or a gzip file of nothing without end. */
export type Fault =
  | 'cut'
  | 'endless'
  | { readonly bytes: string }
  | {
      readonly body?: string | Buffer;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    };

/** A "no" with status 200. */
const no = (message: string) => ({ success: false, message });
export const refuseWith = (message: string): Fault => ({ body: JSON.stringify(no(message)) });
export const redirectTo = (location: string): Fault => ({ status: 302, headers: { location } });

interface ReceivedRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

/** How one kind of gateway answers, oddities included. */
interface GatewayBehavior {
  readonly connector: string;
  readonly paths: { readonly logs: string; readonly payments?: string; readonly channels: string };
  /** Refused with status 200. */
  refusal?(asked: ReceivedRequest): string | undefined;
  /** The `data` of a reply. */
  page(rows: readonly Row[], query: URLSearchParams): unknown;
  /** Whether a reply has the number of rows beside `data`. */
  readonly hasTotal?: true;
}

const whole = (query: URLSearchParams, key: string, otherwise: number): number =>
  Number(query.get(key) ?? otherwise) || otherwise;

const slice = (rows: readonly Row[], index: number, size: number): readonly Row[] =>
  rows.slice(index * size, (index + 1) * size);

const lackingUser = (header: string) => `无权进行此操作，未提供 ${header}`;

/** new-api up to v1.0.0-rc.21: the user's header is required, pages count from 1 and hold 100 rows at most. */
const newApi: GatewayBehavior = {
  connector: 'new-api',
  paths: { logs: '/api/log/', payments: '/api/user/topup', channels: '/api/channel/' },
  refusal: ({ headers }) => (headers['new-api-user'] === undefined ? lackingUser('New-Api-User') : undefined),
  page(rows, query) {
    const size = Math.min(whole(query, 'page_size', 10), 100);
    const page = Math.max(whole(query, 'p', 1), 1);
    return { page, page_size: size, total: rows.length, items: slice(rows, page - 1, size) };
  },
};
const { refusal: _, ...anybodysNewApi } = newApi;

/** one-api: a bare array of 10 rows, pages counted from 0, no total, no page size to ask for. */
const oneApi: GatewayBehavior = {
  connector: 'one-api',
  paths: { logs: '/api/log/', channels: '/api/channel/' },
  page: (rows, query) => slice(rows, whole(query, 'p', 0), 10),
};

export const gatewayKinds = {
  'new-api': newApi,
  /** The same gateway where an operator's proxy clamps every page to 10 rows without a word but the echo. */
  clamped: {
    ...anybodysNewApi,
    page(rows, query) {
      const page = Math.max(whole(query, 'p', 1), 1);
      return { page, page_size: 10, total: rows.length, items: slice(rows, page - 1, 10) };
    },
  },
  /** new-api before 2024-08: a bare array, counted from 0. */
  early: { ...anybodysNewApi, page: oneApi.page },
  'one-api': oneApi,
  /** one-hub: pages counted from 1, more than 100 rows is an error. */
  'one-hub': {
    connector: 'one-hub',
    paths: { logs: '/api/log/', payments: '/api/payment/order', channels: '/api/channel/' },
    refusal: ({ query }) => (whole(query, 'size', 10) > 100 ? 'size 参数不能超过 100' : undefined),
    page(rows, query) {
      const [page, size] = [whole(query, 'page', 1), whole(query, 'size', 10)];
      return { data: slice(rows, page - 1, size), page, size, total_count: rows.length };
    },
  },
} as const satisfies Record<string, GatewayBehavior>;

/** Gateways that a reader must be told more about, or must not follow. */
const oddGatewayKinds = {
  /** Veloera: a header of its own, and no list of top-ups, so that `topup` is taken for a user's id. */
  veloera: {
    ...newApi,
    refusal({ headers, path }) {
      if (headers['veloera-user'] === undefined) return lackingUser('Veloera-User');
      return path === '/api/user/topup' ? 'strconv.Atoi: parsing "topup": invalid syntax' : undefined;
    },
  },
  /** one-api by Laisky: a bare array of as many rows as the reader asks for, pages counted from 0, and a total. */
  laisky: {
    ...oneApi,
    page: (rows, query) => slice(rows, whole(query, 'p', 0), Math.min(whole(query, 'size', 10), 100)),
    hasTotal: true,
  },
  /** It goes round in a circle of two pages. */
  circling: { ...oneApi, page: (rows, query) => slice(rows, whole(query, 'p', 0) % 2, 10) },
} as const satisfies Record<string, GatewayBehavior>;

const kinds: Readonly<Record<string, GatewayBehavior>> = { ...gatewayKinds, ...oddGatewayKinds };
export type Kind = keyof typeof gatewayKinds | keyof typeof oddGatewayKinds;

export const CREDENTIAL = 'stand-in-administrator-token';

/** A gateway on loopback that answers as the real one does, remembers what it was asked, and fails when told to. */
export class StandIn {
  readonly asked: ReceivedRequest[] = [];
  readonly connector: string;
  /** What goes wrong at the n-th request, from 1; it happens once. */
  readonly faults = new Map<number, Fault>();
  /** Rows that arrive while a reader pages: added before the n-th request. */
  readonly arrivals = new Map<number, Row>();
  /** Ids of rows that are counted and paged, and never sent. */
  readonly withheld = new Set<unknown>();
  /** Bytes of endless replies. */
  flooded = 0;
  readonly #logs: Row[];
  readonly #books: Books;
  readonly #manners: GatewayBehavior;
  readonly #server: Server;

  constructor(kind: Kind, books: Books) {
    this.#books = books;
    this.#logs = [...books.logs];
    this.#manners = kinds[kind] as GatewayBehavior;
    this.connector = this.#manners.connector;
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
    if (fault === 'endless') this.#flood(reply);
    else if (fault === 'cut') {
      // Half a reply, then nothing.
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      reply.write('{"success":true,"data":');
      setImmediate(() => request.socket.destroy());
    } else if (fault && 'bytes' in fault) request.socket.end(fault.bytes);
    else if (fault) reply.writeHead(fault.status ?? 200, fault.headers).end(fault.body);
    else {
      const body = this.#bodyOf(asked);
      reply.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
      const isSent = (item: unknown) => !this.withheld.has((item as Partial<Row>).id);
      const sent = (_: string, value: unknown) => (Array.isArray(value) ? value.filter(isSent) : value);
      reply.end(JSON.stringify(body ?? { error: 'not found' }, sent));
    }
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

  #bodyOf(asked: ReceivedRequest): unknown {
    const { paths, page, refusal, hasTotal } = this.#manners;
    const { path, query, headers } = asked;
    const found = (data: unknown) => ({ success: true, message: '', data });
    if (path === '/api/status') return found({ quota_per_unit: this.#books.quotaPerUnit });
    if (headers.authorization !== `Bearer ${CREDENTIAL}`) return no('无权进行此操作，access token 无效');
    const refused = refusal?.(asked);
    if (refused !== undefined) return no(refused);
    const list = (rows: readonly Row[]) => ({
      ...found(page(rows, query)),
      ...(hasTotal && { total: rows.length }),
    });
    if (path === paths.channels) return list(this.#books.channels);
    if (path === paths.payments) return list(this.#books.payments);
    if (path !== paths.logs) return undefined;
    const [from, to] = [whole(query, 'start_timestamp', 0), whole(query, 'end_timestamp', 2 ** 40)];
    const within = this.#logs.filter(
      ({ created_at: time }) => (time as number) >= from && (time as number) <= to,
    );
    return list(within.toReversed());
  }
}
