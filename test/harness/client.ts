import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { inject } from 'vitest';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: replies are open JSON; each test says what it expects of them.
  readonly json: any;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * One call of the service; a body that is no text or bytes is sent as JSON. Unlike fetch, it sends paths as they
 * are written (`%2e%2e` stays) and shows headers as they travel.
 */
export async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = body === undefined ? {} : JSON_TYPE,
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
        const text = (received.get('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes).toString();
        resolve({ status: response.statusCode ?? 0, headers: received, text, json: parsed(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

/** Lambda's own `Invoke`, as Step Functions uses it. */
export async function invoke(functionName: string, payload: unknown = {}): Promise<Reply> {
  return call('POST', `/2015-03-31/functions/${functionName}/invocations`, payload);
}
