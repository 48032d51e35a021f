import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import type { S3Backend } from './s3-server.ts';

/** What may happen to a request: turned away, done but never answered, or answered by half. */
type S3Fault = 'refused' | 'lost' | 'cut';

/** Decides by method and key; asked once for each request. */
export type S3Faults = (method: string, key: string) => S3Fault | undefined;

const KEYS_MAX = 1000;
const RANGE = /^bytes=(\d+)-(\d+)$/;
const SLOW_DOWN = '<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>';

/** Names a content, as a real one does, without its price. */
const etagOf = (bytes: Uint8Array): string => `"${crc32(bytes).toString(16)}-${bytes.length}"`;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Objects of one bucket in memory, behind as much of the S3 protocol as the steps need: many thousand requests a
 * minute, and faults of the store itself.
 */
export class MemoryS3 implements S3Backend {
  readonly objects = new Map<string, Buffer>();
  readonly #bucket: string;
  readonly #etags = new Map<string, string>();
  readonly #uploads = new Map<string, Buffer[]>();
  #faults: S3Faults = () => undefined;

  constructor(bucket: string) {
    this.#bucket = bucket;
  }

  /** What happens to the requests from now on. */
  set faults(faults: S3Faults) {
    this.#faults = faults;
  }

  faultOf(method: string, key: string): S3Fault | undefined {
    return this.#faults(method, key);
  }

  get(key: string): { readonly bytes: Buffer; readonly etag: string } | undefined {
    const bytes = this.objects.get(key);
    return bytes && { bytes, etag: this.#etags.get(key) ?? '' };
  }

  /** In code-unit order of their keys. */
  listed(prefix: string): { key: string; bytes: number; version: string }[] {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    return keys.map((key) => ({
      key,
      bytes: this.objects.get(key)?.length ?? 0,
      version: this.#etags.get(key) ?? '',
    }));
  }

  readonly answer: RequestListener = (request, response) => void this.#answer(request, response);

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/' } = request;
    const { pathname, searchParams } = new URL(url, 'http://s3');
    const key = decodeURIComponent(pathname.slice(this.#bucket.length + 2));
    const body = await bodyOf(request);
    const fault = key === '' ? undefined : this.faultOf(method, key);
    if (fault === 'refused') return void response.writeHead(503).end(SLOW_DOWN);
    const upload = searchParams.get('uploadId');
    if (method === 'POST' && upload === null) this.#beginUpload(response);
    else if (method === 'POST') this.#endUpload(key, upload ?? '', response);
    else if (method === 'PUT' && upload !== null)
      this.#putPart(upload, Number(searchParams.get('partNumber')), body, response);
    else if (method === 'PUT') this.#put(key, body, response, fault === 'lost');
    else if (method === 'GET' && key === '') this.#list(searchParams, response);
    else if (method === 'GET') this.#get(key, request.headers.range, response, fault === 'cut');
    else response.writeHead(501).end();
  }

  put(key: string, body: Buffer): void {
    this.objects.set(key, body);
    this.#etags.set(key, etagOf(body));
  }

  #put(key: string, body: Buffer, response: ServerResponse, isLost: boolean): void {
    this.put(key, body);
    if (isLost) response.destroy();
    else response.writeHead(200, { etag: this.#etags.get(key) ?? '' }).end();
  }

  #beginUpload(response: ServerResponse): void {
    const upload = `${this.#uploads.size}`;
    this.#uploads.set(upload, []);
    response.end(
      `<?xml version="1.0"?><InitiateMultipartUploadResult><UploadId>${upload}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  #putPart(upload: string, number: number, body: Buffer, response: ServerResponse): void {
    const parts = this.#uploads.get(upload);
    if (parts) parts[number - 1] = body;
    response.writeHead(200, { etag: etagOf(body) }).end();
  }

  #endUpload(key: string, upload: string, response: ServerResponse): void {
    this.put(key, Buffer.concat(this.#uploads.get(upload) ?? []));
    this.#uploads.set(upload, []);
    response.end(
      `<?xml version="1.0"?><CompleteMultipartUploadResult><ETag>${this.#etags.get(key)}</ETag></CompleteMultipartUploadResult>`,
    );
  }

  #get(key: string, range: string | undefined, response: ServerResponse, isCut: boolean): void {
    const { bytes: object, etag } = this.get(key) ?? {};
    if (object === undefined)
      return void response.writeHead(404).end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>');
    const [, from, to] = RANGE.exec(range ?? '') ?? [];
    const bytes = from === undefined ? object : object.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, {
      ...{ etag, 'content-length': bytes.length },
    });
    if (!isCut) response.end(bytes);
    else response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const all = this.listed(prefix).filter(({ key }) => key > after);
    const page = all.slice(0, KEYS_MAX);
    const contents = page.map(
      ({ key, bytes, version }) =>
        `<Contents><Key>${escaped(key)}</Key><Size>${bytes}</Size><ETag>${version}</ETag></Contents>`,
    );
    const more =
      all.length > page.length
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${escaped(page.at(-1)?.key ?? '')}</NextContinuationToken>`
        : '<IsTruncated>false</IsTruncated>';
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<?xml version="1.0"?><ListBucketResult>${more}${contents.join('')}</ListBucketResult>`);
  }

  /** Forgets all objects below a prefix. */
  forget(prefix: string): void {
    for (const key of this.objects.keys()) if (key.startsWith(prefix)) this.objects.delete(key);
  }
}
