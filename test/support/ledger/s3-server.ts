import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MemoryS3 } from './memory-s3.ts';

/** What somebody asked of the server, in the words of IAM. */
export interface S3Request {
  readonly action: string;
  /** Key, or prefix of a listing. */
  readonly at: string;
}

/** Whether a caller may do what it asks for. */
export type Allows = (request: S3Request) => boolean;

const REFUSED =
  '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';

function requestOf({ method, url = '/' }: IncomingMessage, bucket: string): S3Request {
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const at = decodeURIComponent(pathname.slice(bucket.length + 2));
  if (at === '') return { action: 's3:ListBucket', at: searchParams.get('prefix') ?? '' };
  const actions: Record<string, string> = { GET: 's3:GetObject', DELETE: 's3:AbortMultipartUpload' };
  return { action: actions[method ?? ''] ?? 's3:PutObject', at };
}

/** An S3 protocol server on loopback, with one bucket, and as many doors to it as there are callers. */
export class S3Server {
  readonly #servers: Server[] = [];
  readonly bucket: string;
  readonly memory: MemoryS3;

  constructor(bucket: string) {
    this.bucket = bucket;
    this.memory = new MemoryS3(bucket);
  }

  /** @returns an address at which the server answers what `allows` lets through */
  async door(allows: Allows = () => true): Promise<string> {
    const server = createServer((request, response) => {
      if (allows(requestOf(request, this.bucket))) this.memory.answer(request, response);
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
  }
}
