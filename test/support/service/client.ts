import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { inject, test } from 'vitest';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: replies are JSON of any shape; each test checks what it expects.
  readonly json: any;
}

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

const JSON_TYPE = { 'content-type': 'application/json' };

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A test that needs the process of the local gateway; skipped against a deployed service. */
export const localTest = test.skipIf(inject('functions') === '');

/**
 * Calls the service; a body other than text or bytes is sent as JSON. Unlike fetch, it sends paths unchanged
 * (`%2e%2e` stays) and returns headers unchanged. It retries calls that a deployed stage throttles.
 */
export async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = body === undefined ? {} : JSON_TYPE,
): Promise<Reply> {
  for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 4000)) {
    const reply = await callOnce(method, path, body, headers);
    if (reply.status !== 429) return reply;
    await wait(waitMs);
  }
}

async function callOnce(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Reply> {
  const base = new URL(inject('baseUrl'));
  const payload = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const send = base.protocol === 'https:' ? secureRequest : request;
  return new Promise((resolve, reject) => {
    const outgoing = send({ host: base.hostname, port: base.port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const received = new Headers(response.headers as Record<string, string>);
        // The reply to HEAD has a content encoding, but no body.
        const unpack = bytes.length > 0 && UNPACK[received.get('content-encoding') ?? ''];
        const text = (unpack ? unpack(bytes) : bytes).toString();
        resolve({ status: response.statusCode ?? 0, headers: received, text, json: parseJson(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

/** Invokes a function through the Lambda API, as Step Functions does. */
export async function invoke(functionName: string, payload: unknown = {}): Promise<Reply> {
  return call('POST', `/2015-03-31/functions/${functionName}/invocations`, payload);
}
