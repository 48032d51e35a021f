import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

export interface Exchange {
  readonly headers: Readonly<Record<string, string>>;
  /** For the whole exchange, from the first byte to the last. */
  readonly timeoutMs: number;
  /** Largest reply in bytes, as sent and unpacked. */
  readonly replyBytesMax: number;
  /** Finds the addresses of the gateway's name, where not every one will do. */
  readonly lookup: LookupFunction | undefined;
}

/** Why there is no whole reply, by a code as the system's own faults have one. */
const fault = (code: 'REPLY_TOO_LARGE' | 'REPLY_ENCODED' | 'REPLY_LATE') =>
  Object.assign(new Error(code), { code });

async function textOf(message: IncomingMessage, bytesMax: number): Promise<string> {
  const encoding = message.headers['content-encoding'] ?? 'identity';
  async function* limited(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw fault('REPLY_TOO_LARGE');
      yield chunk;
    }
  }
  if (/^(?:x-)?gzip$/i.test(encoding)) return pipeline(message, limited, createGunzip(), limited, text);
  if (/^identity$/i.test(encoding)) return pipeline(message, limited, text);
  throw fault('REPLY_ENCODED');
}

/**
 * One GET. `fetch` would do, but unpacks whatever it is sent, and tells neither the bytes that came nor those that
 * it made of them before it has made them all.
 * @param takes whether the body of a reply with this status is worth reading; its text is empty otherwise
 */
export async function httpGet(
  url: URL,
  { headers, timeoutMs, replyBytesMax, lookup }: Exchange,
  takes: (status: number) => boolean,
) {
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { headers: { ...headers, 'accept-encoding': 'gzip' }, signal, ...(lookup && { lookup }) };
  let message: IncomingMessage | undefined;
  try {
    message = await new Promise<IncomingMessage>((resolve, reject) => {
      (url.protocol === 'https:' ? https : http).get(url, options, resolve).on('error', reject);
    });
    const { statusCode: status = 0, headers } = message;
    return { status, headers, text: takes(status) ? await textOf(message, replyBytesMax) : '' };
  } catch (error) {
    throw signal.aborted ? fault('REPLY_LATE') : error;
  } finally {
    message?.destroy();
  }
}
