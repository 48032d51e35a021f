import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

/** What somebody asked of the server, in the words of IAM. */
export interface S3Request {
  readonly action: string;
  /** Key, or prefix of a listing. */
  readonly at: string;
}

/** What may happen to a request: answered with a fault of this status and code, done but never answered, or answered by half. */
type S3Fault = readonly [status: number, code: string] | 'lost' | 'cut';

/** Decides by method and key; asked once for each request. */
export type S3Faults = (method: string, key: string) => S3Fault | undefined;

const KEYS_MAX = 1000;

/** An answer of the protocol. */
const xml = (name: string, parts: Readonly<Record<string, string | number | boolean>>, more = ''): string =>
  `<?xml version="1.0"?><${name}>${Object.entries(parts)
    .map(
      ([part, value]) => `<${part}>${`${value}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${part}>`,
    )
    .join('')}${more}</${name}>`;

/** Names a content, as a real one does, without its price. */
const etagOf = (bytes: Uint8Array): string => `"${crc32(bytes).toString(16)}-${bytes.length}"`;

/** Objects of one bucket in memory, behind as much of the protocol as the run needs, and faults of the store itself. */
class MemoryS3 {
  readonly objects = new Map<string, Buffer>();
  /** Bytes that a listing gives of an object, where it is not to have as many. */
  readonly sizes = new Map<string, number>();
  /** What happens to the requests from now on. */
  faults: S3Faults = () => undefined;
  readonly #uploads: Buffer[][] = [];

  async answer(request: IncomingMessage, response: ServerResponse, url: URL, key: string): Promise<void> {
    const { method = '' } = request;
    const body = await buffer(request);
    const fault = this.faults(method, key);
    const refuse = (status: number, Code: string) =>
      void response.writeHead(status).end(xml('Error', { Code, Message: Code }));
    if (Array.isArray(fault)) return refuse(fault[0], fault[1]);
    const current = this.objects.get(key);
    const etag = current && etagOf(current);
    const { 'if-match': expected = etag, 'if-none-match': unexpected } = request.headers;
    if (expected !== undefined && etag === undefined) return refuse(404, 'NoSuchKey');
    if (expected !== etag || (unexpected === '*' && etag !== undefined))
      return refuse(412, 'PreconditionFailed');
    const upload = url.searchParams.get('uploadId');
    const parts = this.#uploads[Number(upload)] ?? [];
    if (method === 'GET' && key === '') response.end(this.#listing(url.searchParams));
    else if (method === 'GET') {
      if (current === undefined) return refuse(404, 'NoSuchKey');
      response.writeHead(200, { etag, 'content-length': current.length });
      if (fault !== 'cut') response.end(current);
      else response.write(current.subarray(0, current.length / 2), () => response.destroy());
    } else if (method === 'PUT') {
      if (upload === null) this.put(key, body);
      else parts[Number(url.searchParams.get('partNumber')) - 1] = body;
      if (upload === null && fault === 'lost') response.destroy();
      else response.writeHead(200, { etag: etagOf(body) }).end();
    } else if (upload === null) {
      const UploadId = this.#uploads.push([]) - 1;
      response.end(xml('InitiateMultipartUploadResult', { UploadId }));
    } else {
      const whole = Buffer.concat(parts);
      this.put(key, whole);
      response.end(xml('CompleteMultipartUploadResult', { ETag: etagOf(whole) }));
    }
  }

  #listing(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const all = [...this.objects].filter(([key]) => key.startsWith(prefix) && key > after);
    const page = all.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, KEYS_MAX);
    const contents = page.map(([Key, bytes]) =>
      xml('Contents', { Key, Size: this.sizes.get(Key) ?? bytes.length, ETag: etagOf(bytes) }).replace(
        /^.*?\?>/,
        '',
      ),
    );
    const IsTruncated = all.length > page.length;
    const next = IsTruncated && { NextContinuationToken: page.at(-1)?.[0] ?? '' };
    return xml('ListBucketResult', { IsTruncated, ...next }, contents.join(''));
  }

  put(key: string, body: Buffer): void {
    this.objects.set(key, body);
  }

  /** Forgets all objects below a prefix. */
  forget(prefix: string): void {
    for (const key of this.objects.keys()) if (key.startsWith(prefix)) this.objects.delete(key);
  }
}

const ACTIONS: Readonly<Record<string, string>> = {
  GET: 's3:GetObject',
  DELETE: 's3:AbortMultipartUpload',
};

/** The S3 of all tests: a server on loopback with one bucket, and as many doors to it as there are callers. */
export class S3Server {
  readonly bucket: string;
  readonly memory = new MemoryS3();
  readonly #servers: Server[] = [];

  constructor(bucket: string) {
    this.bucket = bucket;
  }

  /** @returns an address at which the server answers what `allows` lets through */
  async door(allows: (request: S3Request) => boolean = () => true): Promise<string> {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://s3');
      const key = decodeURIComponent(url.pathname.slice(this.bucket.length + 2));
      const asked =
        key === ''
          ? { action: 's3:ListBucket', at: url.searchParams.get('prefix') ?? '' }
          : { action: ACTIONS[request.method ?? ''] ?? 's3:PutObject', at: key };
      if (allows(asked)) void this.memory.answer(request, response, url, key);
      else response.writeHead(403).end(xml('Error', { Code: 'AccessDenied', Message: 'Access Denied' }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    this.#servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}
