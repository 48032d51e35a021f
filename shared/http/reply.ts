import { hashToHex } from '../hash/hash.ts';
import { GZIP_BYTES_MIN } from '../limits.ts';
import { parseRange } from './accept-language.ts';
import type { EndpointResult, Route, ServiceRequest } from './route.ts';

type Headers = Readonly<Record<string, string | undefined>>;

/** Reply in API Gateway's payload format 2.0. */
export interface HttpReply {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: boolean;
}

/** Seconds for which browsers and proxies may cache the documents of GET routes. */
const DOCUMENT_MAX_AGE_SECONDS = 300;

/** gzip levels: documents are cached, so they are packed well; replies of POST routes are packed fast. */
const GZIP_LEVELS = { GET: 6, POST: 1 } as const;

/** Chooses the encoding of a reply: brotli if a packed body exists, gzip if the text is large, otherwise none. */
function chooseEncoding(headers: Headers, text: string, { brotli }: EndpointResult) {
  const accepted = (headers['accept-encoding'] ?? '')
    .split(',')
    .map(parseRange)
    .filter(({ weight }) => weight > 0);
  if (brotli && accepted.some(({ tag }) => tag === 'br')) return 'br';
  const acceptsGzip = accepted.some(({ tag }) => tag === 'gzip' || tag === '*');
  return acceptsGzip && Buffer.byteLength(text) > GZIP_BYTES_MIN ? 'gzip' : undefined;
}

const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

/**
 * Builds the HTTP reply: compressed if large, cacheable for GET routes, and 304 if the client already has the document.
 * The names of `headers`, those of the request, are in lower case.
 */
export function buildHttpReply(
  route: Route,
  { method, language }: Pick<ServiceRequest, 'method' | 'language'>,
  headers: Headers,
  result: EndpointResult,
): HttpReply {
  const text = route.mediaType === undefined ? JSON.stringify(result.body) : String(result.body);
  const reply: HttpReply = {
    statusCode: 200,
    headers: {
      'Content-Type': route.mediaType ?? 'application/json',
      Vary: route.isLocalized ? 'Accept-Encoding, Accept-Language' : 'Accept-Encoding',
      ...(route.isLocalized && { 'Content-Language': language }),
      ...result.headers,
    },
    body: text,
  };
  const encoding = chooseEncoding(headers, text, result);
  if (route.method === 'GET') {
    // A strong ETag must differ between the compressed and the plain document.
    const etag = `"${hashToHex(encoding ? `${encoding} ${text}` : text, 32)}"`;
    reply.headers['Cache-Control'] = `public, max-age=${DOCUMENT_MAX_AGE_SECONDS}`;
    reply.headers.ETag = etag;
    if (matchesEtag(headers['if-none-match'], etag)) return { ...reply, statusCode: 304, body: '' };
  }
  if (encoding) reply.headers['Content-Encoding'] = encoding;
  if (method === 'HEAD') return { ...reply, body: '' };
  if (!encoding) return reply;
  // Load zlib at the first large reply, to keep cold starts short.
  const { gzipSync } = process.getBuiltinModule('node:zlib');
  const packed =
    encoding === 'br' && result.brotli ? result.brotli : gzipSync(text, { level: GZIP_LEVELS[route.method] });
  return { ...reply, body: Buffer.from(packed).toString('base64'), isBase64Encoded: true };
}
