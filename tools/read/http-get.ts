import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

/** A reply that is larger than allowed, on the wire or unpacked. */
export class ReplyTooLarge extends Error {}

/** A reply in an encoding that was not asked for. */
export class ReplyEncoded extends Error {}

/** A reply that was not whole in time. */
export class ReplyLate extends Error {}

export interface Exchange {
  readonly headers: Readonly<Record<string, string>>;
  /** For the whole exchange, from the first byte to the last. */
  readonly timeoutMs: number;
  /** Most bytes of a reply, both as sent and unpacked. */
  readonly bytesMax: number;
  readonly lookup: LookupFunction | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Empty where `takes` said no. */
  readonly text: string;
}

async function* atMost(bytesMax: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new ReplyTooLarge();
    yield chunk;
  }
}

async function textOf(message: IncomingMessage, bytesMax: number): Promise<string> {
  const encoding = message.headers['content-encoding'] ?? 'identity';
  const chunks: Buffer[] = [];
  const limited = (source: AsyncIterable<Buffer>) => atMost(bytesMax, source);
  const keep = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of source) chunks.push(chunk);
  };
  if (/^(?:x-)?gzip$/i.test(encoding)) await pipeline(message, limited, createGunzip(), limited, keep);
  else if (/^identity$/i.test(encoding)) await pipeline(message, limited, keep);
  else throw new ReplyEncoded();
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * One GET. `fetch` would do, but unpacks whatever it is sent, and tells neither the bytes that came nor those that
 * it made of them before it has made them all.
 * @param takes whether the body of a reply with this status is worth reading
 */
export async function httpGet(
  url: URL,
  { headers, timeoutMs, bytesMax, lookup }: Exchange,
  takes: (status: number) => boolean,
): Promise<Reply> {
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { headers: { ...headers, 'accept-encoding': 'gzip' }, signal, ...(lookup && { lookup }) };
  let message: IncomingMessage | undefined;
  try {
    message = await new Promise<IncomingMessage>((resolve, reject) => {
      (url.protocol === 'https:' ? https : http).get(url, options, resolve).on('error', reject);
    });
    const status = message.statusCode ?? 0;
    return { status, headers: message.headers, text: takes(status) ? await textOf(message, bytesMax) : '' };
  } catch (error) {
    throw signal.aborted ? new ReplyLate() : error;
  } finally {
    message?.destroy();
  }
}
