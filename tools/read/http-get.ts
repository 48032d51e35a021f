import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** Headers and limits of a request. */
export interface Exchange {
  readonly headers: Readonly<Record<string, string>>;
  /** Longest time from connecting to the last byte. */
  readonly timeoutMs: number;
  /** Largest reply in bytes, both compressed and uncompressed. */
  readonly replyBytesMax: number;
  /** Looks up the gateway's name and drops addresses that must not be used. Undefined if all may be used. */
  readonly lookup: LookupFunction | undefined;
}

/** Creates an error with a code, as the errors of Node's network modules have one. */
const codedError = (code: 'REPLY_TOO_LARGE' | 'REPLY_ENCODED' | 'REPLY_LATE' | 'HPE_UPGRADE') =>
  Object.assign(new Error(code), { code });

async function readText(message: IncomingMessage, bytesMax: number): Promise<string> {
  const encoding = message.headers['content-encoding'] ?? 'identity';
  async function* limited(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw codedError('REPLY_TOO_LARGE');
      yield chunk;
    }
  }
  if (/^(?:x-)?gzip$/i.test(encoding)) return pipeline(message, limited, createGunzip(), limited, text);
  if (/^identity$/i.test(encoding)) return pipeline(message, limited, text);
  throw codedError('REPLY_ENCODED');
}

/** Addresses of RFC 1918, RFC 6598 (carriers and VPNs), RFC 4193 and this machine. Link-local ones are left out. */
const PRIVATE = new BlockList();
PRIVATE.addSubnet('10.0.0.0', 8);
PRIVATE.addSubnet('172.16.0.0', 12);
PRIVATE.addSubnet('192.168.0.0', 16);
PRIVATE.addSubnet('100.64.0.0', 10);
PRIVATE.addSubnet('127.0.0.0', 8);
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addAddress('::1', 'ipv6');

const isPrivate = (address: string): boolean => PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Whether a host of a URL is a public IP address. Returns false for a name, whose addresses `privateLookup` checks. */
export const isPublicAddress = (host: string): boolean => {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 && !isPrivate(address);
};

/** Error code of a name that has no private address. */
export const PUBLIC_ADDRESS = 'PUBLIC_ADDRESS';

/** `lookup` option of HTTP requests that resolves a host name to its private addresses only. Fails if it has none. */
export const privateLookup: LookupFunction = (host, options: LookupOptions, done) => {
  dns.lookup(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '', 0);
    const reachable = addresses.filter(({ address }) => isPrivate(address));
    const [first] = reachable;
    if (first === undefined)
      return done(Object.assign(new Error(PUBLIC_ADDRESS), { code: PUBLIC_ADDRESS }), '', 0);
    if (options.all) done(null, reachable);
    else done(null, first.address, first.family);
  });
};

/**
 * Sends a GET request, and returns status, headers and text of the reply. Does not follow redirects. `fetch` is not
 * used, because it unpacks a reply without a limit on its size.
 * @param needsBody whether to read the body of a reply with this status; if not, its text is empty
 * @throws Error with a `code`: of the network, of the HTTP parser (`HPE_…`), or `REPLY_…` for a late or unsuitable
 * reply
 */
export async function httpGet(
  url: URL,
  { headers, timeoutMs, replyBytesMax, lookup }: Exchange,
  needsBody: (status: number) => boolean,
) {
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { headers: { ...headers, 'accept-encoding': 'gzip' }, signal, ...(lookup && { lookup }) };
  let message: IncomingMessage | undefined;
  let requestError: Error | undefined;
  try {
    message = await new Promise<IncomingMessage>((resolve, reject) => {
      const fail = (error: Error): void => {
        requestError = error;
        reject(error);
      };
      (url.protocol === 'https:' ? https : http)
        .get(url, options, resolve)
        .on('error', fail)
        .on('upgrade', (_, socket) => {
          socket.destroy();
          fail(codedError('HPE_UPGRADE'));
        });
    });
    const { statusCode: status = 0, headers } = message;
    return { status, headers, text: needsBody(status) ? await readText(message, replyBytesMax) : '' };
  } catch (error) {
    // Throw the request's error if there is one: for a malformed body, that of the message is only that it was cut off.
    throw signal.aborted ? codedError('REPLY_LATE') : (requestError ?? error);
  } finally {
    message?.destroy();
  }
}
