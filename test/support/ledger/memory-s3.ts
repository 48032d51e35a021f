import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';

/** What may happen to a request: answered with a fault of this status and code, done but never answered, or answered by half. */
type S3Fault = readonly [status: number, code: string] | 'lost' | 'cut';

/** Decides by method and key; asked once for each request. */
export type S3Faults = (method: string, key: string) => S3Fault | undefined;

const KEYS_MAX = 1000;
const errorOf = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

/** Names a content, as a real one does, without its price. */
const etagOf = (bytes: Uint8Array): string => `"${crc32(bytes).toString(16)}-${bytes.length}"`;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * The S3 of all tests: objects of one bucket in memory, behind as much of the protocol as the steps need, and faults of
 * the store itself.
 */
export class MemoryS3 {
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

  readonly answer: RequestListener = (request, response) => void this.#answer(request, response);

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/' } = request;
    const { pathname, searchParams } = new URL(url, 'http://s3');
    const key = decodeURIComponent(pathname.slice(this.#bucket.length + 2));
    const body = await bodyOf(request);
    const fault = this.#faults(method, key);
    if (Array.isArray(fault)) return void response.writeHead(fault[0]).end(errorOf(fault[1]));
    const upload = searchParams.get('uploadId');
    if (method === 'POST' && upload === null) this.#beginUpload(response);
    else if (method === 'POST') this.#endUpload(key, upload ?? '', response);
    else if (method === 'PUT' && upload !== null)
      this.#putPart(upload, Number(searchParams.get('partNumber')), body, response);
    else if (method === 'PUT') this.#put(key, body, response, fault === 'lost');
    else if (method === 'GET' && key === '') this.#list(searchParams, response);
    else if (method === 'GET') this.#get(key, request.headers, response, fault === 'cut');
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

  #get(key: string, headers: IncomingHttpHeaders, response: ServerResponse, isCut: boolean): void {
    const bytes = this.objects.get(key);
    if (bytes === undefined) return void response.writeHead(404).end(errorOf('NoSuchKey'));
    const etag = this.#etags.get(key) ?? '';
    const asked = headers['if-match'];
    if (asked !== undefined && asked !== etag)
      return void response.writeHead(412).end(errorOf('PreconditionFailed'));
    response.writeHead(200, { etag, 'content-length': bytes.length });
    if (!isCut) response.end(bytes);
    else response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const all = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = all.slice(0, KEYS_MAX);
    const contents = page.map((key) => {
      const bytes = this.objects.get(key)?.length ?? 0;
      return `<Contents><Key>${escaped(key)}</Key><Size>${bytes}</Size><ETag>${this.#etags.get(key)}</ETag></Contents>`;
    });
    const more =
      all.length > page.length
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>`
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
