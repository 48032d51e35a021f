import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** What somebody asked of the server, in the words of IAM. */
export interface S3Request {
  readonly action: string;
  /** Key, or prefix of a listing. */
  readonly at: string;
}

/** Whether a caller may do what it asks for. */
export type Allows = (request: S3Request) => boolean;

/** What answers requests of the S3 protocol. */
export interface S3Backend {
  readonly answer: RequestListener;
  start?(): Promise<void>;
  close?(): void;
}

const REFUSED =
  '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';

function requestOf({ method, url = '/' }: IncomingMessage, bucket: string): S3Request {
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const at = decodeURIComponent(pathname.slice(bucket.length + 2));
  if (at === '') return { action: 's3:ListBucket', at: searchParams.get('prefix') ?? '' };
  const actions: Record<string, string> = { GET: 's3:GetObject', DELETE: 's3:AbortMultipartUpload' };
  return { action: actions[method ?? ''] ?? 's3:PutObject', at };
}

/** All of the protocol that the project uses, its objects in a temporary folder. */
class DiskS3 implements S3Backend {
  readonly #directory = mkdtempSync(join(tmpdir(), 'books-'));
  readonly #s3: S3rver;
  readonly answer: RequestListener;

  constructor(bucket: string) {
    this.#s3 = new S3rver({ silent: true, directory: this.#directory, configureBuckets: [{ name: bucket }] });
    this.answer = this.#s3.callback();
  }

  async start(): Promise<void> {
    await this.#s3.configureBuckets();
  }

  close(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** An S3 protocol server on loopback, with one bucket, and as many doors to it as there are callers. */
export class S3Server {
  readonly #servers: Server[] = [];
  readonly #backend: S3Backend;
  readonly bucket: string;

  constructor(bucket: string, backend: S3Backend = new DiskS3(bucket)) {
    this.bucket = bucket;
    this.#backend = backend;
  }

  async start(): Promise<this> {
    await this.#backend.start?.();
    return this;
  }

  /** @returns an address at which the server answers what `allows` lets through */
  async door(allows: Allows = () => true): Promise<string> {
    const server = createServer((request, response) => {
      if (allows(requestOf(request, this.bucket))) this.#backend.answer(request, response);
      else response.writeHead(403, { 'content-type': 'application/xml' }).end(REFUSED);
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
    this.#backend.close?.();
  }
}
