import { sha256Hex } from '../hash.ts';
import { GZIP_BYTES_MIN } from '../limits.ts';
import { rangeOf } from './accept-language.ts';
import type { Answer, ServiceRequest } from './answer.ts';
import type { Route } from './route.ts';

type Headers = Readonly<Record<string, string | undefined>>;

export interface HttpReply {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: boolean;
}

/** How long a browser or a proxy may keep the documents of the GET routes. */
const DOCUMENT_MAX_AGE_SECONDS = 300;

/** Documents are asked for seldom, and kept: they are packed well. Replies are packed fast. */
const GZIP_LEVELS = { GET: 6, POST: 1 } as const;

/** How a text is packed for a client: by brotli where that has been done, by gzip where it pays. */
function encodingFor(headers: Headers, text: string, { brotli }: Answer): 'br' | 'gzip' | undefined {
  const taken = (headers['accept-encoding'] ?? '')
    .split(',')
    .map(rangeOf)
    .filter(({ weight }) => weight > 0);
  if (brotli && taken.some(({ tag }) => tag === 'br')) return 'br';
  const takesGzip = taken.some(({ tag }) => tag === 'gzip' || tag === '*');
  return takesGzip && Buffer.byteLength(text) > GZIP_BYTES_MIN ? 'gzip' : undefined;
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

/** The 200 reply of a route: compressed where it pays, cacheable where it is a document, 304 where it is known. */
export function httpReply(
  route: Route,
  { method, language }: Pick<ServiceRequest, 'method' | 'language'>,
  headers: Headers,
  answer: Answer,
): HttpReply {
  const text = route.mediaType === undefined ? JSON.stringify(answer.body) : String(answer.body);
  const reply: HttpReply = {
    statusCode: 200,
    headers: {
      'Content-Type': route.mediaType ?? 'application/json',
      Vary: route.isWorded ? 'Accept-Encoding, Accept-Language' : 'Accept-Encoding',
      ...(route.isWorded && { 'Content-Language': language }),
      ...answer.headers,
    },
    body: text,
  };
  const encoding = encodingFor(headers, text, answer);
  if (route.method === 'GET') {
    // Strong, so that of other bytes it is another: a cache that holds the compressed document does not hold the plain one.
    const etag = `"${sha256Hex(encoding ? `${encoding} ${text}` : text, 32)}"`;
    reply.headers['Cache-Control'] = `public, max-age=${DOCUMENT_MAX_AGE_SECONDS}`;
    reply.headers.ETag = etag;
    if (matches(headers['if-none-match'], etag)) return { ...reply, statusCode: 304, body: '' };
  }
  if (encoding) reply.headers['Content-Encoding'] = encoding;
  if (method === 'HEAD') return { ...reply, body: '' };
  if (!encoding) return reply;
  // Loaded for the first large reply: a cold start should not wait for it.
  const { gzipSync } = process.getBuiltinModule('node:zlib');
  const packed =
    encoding === 'br' && answer.brotli ? answer.brotli : gzipSync(text, { level: GZIP_LEVELS[route.method] });
  return { ...reply, body: Buffer.from(packed).toString('base64'), isBase64Encoded: true };
}
