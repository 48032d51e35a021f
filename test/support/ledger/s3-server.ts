import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

/** A request to the server, as IAM describes it. */
export interface S3Request {
  readonly action: string;
  /** Key, or prefix of a list request. */
  readonly at: string;
}

/** A fault: an error reply, a request that is done but not answered, or half a reply. */
type S3Fault = readonly [status: number, code: string] | 'lost' | 'cut';

/** Chooses the fault of a request; called once for each. */
export type S3Faults = (method: string, key: string) => S3Fault | undefined;

const KEYS_MAX = 1000;

/** Formats a reply of the protocol. */
const xml = (name: string, parts: Readonly<Record<string, string | number | boolean>>, more = ''): string =>
  `<?xml version="1.0"?><${name}>${Object.entries(parts)
    .map(
      ([part, value]) => `<${part}>${`${value}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${part}>`,
    )
    .join('')}${more}</${name}>`;

/** Computes an entity tag with a cheap checksum. */
const etagOf = (bytes: Uint8Array): string => `"${crc32(bytes).toString(16)}-${bytes.length}"`;

/** A bucket in memory with the part of the S3 protocol that the run needs, and with faults. */
class MemoryS3 {
  readonly objects = new Map<string, Buffer>();
  /** Sizes that listings report instead of the true ones. */
  readonly sizes = new Map<string, number>();
  /** Faults of the requests from now on. */
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
      const body = Buffer.concat(parts);
      this.put(key, body);
      response.end(xml('CompleteMultipartUploadResult', { ETag: etagOf(body) }));
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

  /** Removes all objects below a prefix. */
  forget(prefix: string): void {
    for (const key of this.objects.keys()) if (key.startsWith(prefix)) this.objects.delete(key);
  }
}

const ACTIONS: Readonly<Record<string, string>> = {
  GET: 's3:GetObject',
  DELETE: 's3:AbortMultipartUpload',
};

/** An S3 server on loopback with one bucket. Each caller gets its own address, which may restrict requests. */
export class S3Server {
  readonly bucket: string;
  readonly memory = new MemoryS3();
  readonly #servers: Server[] = [];

  constructor(bucket: string) {
    this.bucket = bucket;
  }

  /** Opens an address. @param allows other requests are refused */
  async open(allows: (request: S3Request) => boolean = () => true): Promise<string> {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://s3');
      const key = decodeURIComponent(url.pathname.slice(this.bucket.length + 2));
      const received =
        key === ''
          ? { action: 's3:ListBucket', at: url.searchParams.get('prefix') ?? '' }
          : { action: ACTIONS[request.method ?? ''] ?? 's3:PutObject', at: key };
      if (allows(received)) void this.memory.answer(request, response, url, key);
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
